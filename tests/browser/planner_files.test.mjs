// Calendar files: what is in one is seen before it is imported, and others can subscribe to a link.

import assert from 'node:assert/strict';
import { dialog, expectNoDialog } from './support/calendar.mjs';
import { Client } from './support/people.mjs';
import {
  agendaOf,
  occurrence,
  occurrences,
  plan,
  plannerWeek,
  planning,
  quickAdd,
  seriesOf,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();

const event = (...lines) => ['BEGIN:VEVENT', 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'];
const fileOf = (...events) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...events.flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const review = event(
  'UID:review@example.com',
  'SUMMARY:Review',
  'LOCATION:Room 4',
  'DTSTART;TZID=America/New_York:20261117T040000',
  'DTEND;TZID=America/New_York:20261117T050000',
  'RRULE:FREQ=WEEKLY;COUNT=3',
);
const holiday = event('UID:holiday@example.com', 'SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20261119');
// Its rule is not understood: it takes place once.
const broken = event(
  'UID:broken@example.com',
  'SUMMARY:Broken',
  'DTSTART:20261118T090000Z',
  'RRULE:FREQ=NEVER',
);

// Nobody knows when.
const timeless = event('UID:timeless@example.com', 'SUMMARY:Timeless');

// Lets go of a file over the page, as a hand does that holds it.
async function drop(page, text, name = 'calendar.ics') {
  const dataTransfer = await page.evaluateHandle(
    ([text, name]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: 'text/calendar' }));
      return transfer;
    },
    [text, name],
  );
  const target = page.locator('main');
  await target.dispatchEvent('dragenter', { dataTransfer });
  await page.getByText('file to see what is in it').waitFor();
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

const tile = (shown, name) =>
  shown.locator('dl div', { hasText: new RegExp(`^\\s*${name}`) }).locator('dd');

async function expectCounts(shown, counts) {
  await tile(shown, Object.keys(counts)[0]).waitFor();
  await eventually(async () => {
    const names = Object.keys(counts);
    const texts = await Promise.all(names.map((name) => tile(shown, name).textContent()));
    return Object.fromEntries(names.map((name, at) => [name, Number(texts[at])]));
  }, counts);
}

scene.test('a file is dropped, looked at, and imported', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await quickAdd(page).waitFor();
  const text = fileOf(review, holiday, broken, timeless);
  await drop(page, text);
  const shown = dialog(page, 'Import events');
  await expectCounts(shown, { New: 3, Changed: 0, Unchanged: 0, Skipped: 1 });
  const titles = shown.getByRole('list', { name: 'The first events' });
  await titles.getByText('Review', { exact: true }).waitFor();
  await titles.getByText('Holiday', { exact: true }).waitFor();
  // Where the event begins whose rule is none, and the one without a time.
  for (const [uid, words] of [
    ['broken', /RRULE/],
    ['timeless', /no start/],
  ]) {
    const line = text.split('\r\n').indexOf(`UID:${uid}@example.com`) - 1;
    const notes = shown.getByRole('listitem').filter({ hasText: `Line ${line}` });
    await notes.filter({ hasText: words }).waitFor();
  }
  // So far it has only been looked at.
  assert.deepEqual(await agendaOf(nora), []);
  await shown.getByRole('button', { name: 'Import', exact: true }).click();
  const done = dialog(page, 'Imported');
  await expectCounts(done, { Added: 3, Skipped: 1 });
  await done.getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  await occurrence(page, 'Review', 'Tuesday, 17 November, 10:00 to 11:00').waitFor();
  await occurrence(page, 'Holiday', 'Thursday, 19 November, all day').waitFor();
  assert.deepEqual(await agendaOf(nora), [
    '2026-11-17T10:00 Review',
    '2026-11-18T10:00 Broken',
    '2026-11-19 Holiday',
    '2026-11-24T10:00 Review',
    '2026-12-01T10:00 Review',
  ]);
  const [series] = await seriesOf(nora);
  assert.deepEqual(
    [series.startTzid, series.location, series.icalUid],
    ['America/New_York', 'Room 4', 'review@example.com'],
  );
});

scene.test('a file that is imported again changes only what is different', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, `${plannerWeek}/import`);
  const shown = dialog(page, /^Import(ed| events)$/);
  const choose = (text) =>
    shown.locator('input[type=file]').setInputFiles({
      name: 'calendar.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(text),
    });
  await choose(fileOf(review, holiday));
  await shown.getByRole('button', { name: 'Import', exact: true }).click();
  await shown.getByRole('button', { name: 'Import another' }).click();
  await choose(fileOf(review, holiday));
  await expectCounts(shown, { New: 0, Changed: 0, Unchanged: 2 });
  await shown.getByText('Everything in this file is already in your planner.').waitFor();
  assert.ok(await shown.getByRole('button', { name: 'Import', exact: true }).isDisabled());
  await shown.getByRole('button', { name: 'Another file' }).click();
  const changed = review.map((line) =>
    line.replace('Room 4', 'Room 5').replace('20261101T', '20261102T'),
  );
  await choose(fileOf([...changed.slice(0, -1), 'SEQUENCE:7', 'END:VEVENT'], holiday));
  await expectCounts(shown, { New: 0, Changed: 1, Unchanged: 1 });
  await shown.getByRole('button', { name: 'Import', exact: true }).click();
  await expectCounts(shown, { Added: 0, Changed: 1, Unchanged: 1 });
  assert.equal((await seriesOf(nora))[0].location, 'Room 5');
  assert.equal((await occurrences(nora, '2026-11-01', '2026-11-30')).length, 3);
});

scene.test('what is no calendar file is refused, with a reason', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await quickAdd(page).waitFor();
  await drop(page, '<html>no calendar</html>', 'page.html');
  const shown = dialog(page, 'Import events');
  await shown
    .getByRole('alert')
    .filter({ hasText: '“page.html” is not a calendar file.' })
    .waitFor();
  await shown.getByText('Choose a calendar file').waitFor();
  assert.deepEqual(await agendaOf(nora), []);
});

scene.test('a secret link is made, replaced, and turned off', async (act) => {
  const nora = await planning(act);
  await plan(nora, standup);
  const page = await act.open(nora, plannerWeek);
  await page.getByRole('link', { name: 'Calendar link and export' }).click();
  const shown = dialog(page, 'Calendar link and export');
  await shown.getByRole('button', { name: 'Create a secret link' }).click();
  const box = shown.getByRole('group', { name: 'Secret link' });
  const read = async () => /https?:\S+planner\.ics/.exec(await box.textContent())[0];
  await box.waitFor();
  const first = await read();
  const nobody = new Client(act.norn);
  const get = (address, headers) =>
    nobody.ask('GET', new URL(address).pathname, undefined, headers);
  const feed = await get(first);
  assert.equal(feed.status, 200);
  assert.match(feed.headers['content-type'], /^text\/calendar/);
  assert.match(feed.text, /SUMMARY:Standup\r\n/);
  assert.match(feed.text, /RRULE:FREQ=WEEKLY/);
  const again = await get(first, { 'If-None-Match': feed.headers.etag });
  assert.equal(again.status, 304);

  await shown.getByRole('button', { name: 'Replace link…' }).click();
  await shown.getByRole('button', { name: 'Keep it' }).click();
  assert.equal((await get(first)).status, 200);
  await shown.getByRole('button', { name: 'Replace link…' }).click();
  await shown.getByRole('button', { name: 'Replace link', exact: true }).click();
  await eventually(async () => (await read()) !== first, true);
  const second = await read();
  assert.equal((await get(first)).status, 404);
  assert.equal((await get(second)).status, 200);

  await shown.getByRole('button', { name: 'Turn off…' }).click();
  await shown.getByRole('button', { name: 'Turn off', exact: true }).click();
  await shown.getByRole('button', { name: 'Create a secret link' }).waitFor();
  assert.equal((await get(second)).status, 404);
  // A link is shown once.
  assert.equal(await box.count(), 0);
});

scene.test('everything is exported as a file that can be imported', async (act) => {
  const nora = await planning(act);
  await plan(nora, { ...standup, location: 'Room 4', tags: ['work'] });
  const page = await act.open(nora, `${plannerWeek}/share`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download planner.ics' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'planner.ics');
  const ben = await planning(act, 'Ben Berg');
  const other = await act.open(ben, `${plannerWeek}/import`);
  await other.locator('input[type=file]').setInputFiles(await download.path());
  await dialog(other, 'Import events').getByRole('button', { name: 'Import', exact: true }).click();
  await dialog(other, 'Imported').getByRole('button', { name: 'Done' }).click();
  await occurrence(other, 'Standup', 'Tuesday, 17 November, 9:00 to 10:00').waitFor();
  assert.deepEqual(await agendaOf(ben), await agendaOf(nora));
  assert.deepEqual((await seriesOf(ben))[0].tags, ['work']);
});
