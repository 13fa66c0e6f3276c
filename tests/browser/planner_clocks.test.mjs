// Times that do not exist, and times without a zone: what is shown is what is saved.

import assert from 'node:assert/strict';
import { entry, expectNoDialog, placeOfTime, save } from './support/calendar.mjs';
import { editor, occurrence, occurrences, plan, planning, quickAdd } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
// In Berlin, 02:00 to 03:00 is skipped on that Sunday.
const gap = '2027-03-28';

async function timesOf(person, day) {
  const found = await occurrences(person, day, day);
  return found.map(({ title, start, end }) => `${title} ${start.slice(11)} ${end.slice(11)}`);
}

scene.test('a time that clocks skip is said and saved as the one after it', async (act) => {
  const nora = await planning(act);
  const draft = `start=${gap}T02:30&end=${gap}T03:30&title=Early`;
  const page = await act.open(nora, `/planner/week/${gap}/new?${draft}`);
  const shown = await editor(page, 'New event');
  await shown
    .getByText('Clocks in Berlin skip 2:30 on this day, so it will be from 3:30 to 4:30.')
    .waitFor();
  await save(page);
  await expectNoDialog(page);
  await eventually(() => timesOf(nora, gap), ['Early 03:30:00 04:30:00']);
  await occurrence(page, 'Early', 'Sunday, 28 March 2027, 3:30 to 4:30').waitFor();
  await quickAdd(page).fill('Later 28 March 2027 2:15 for 1h');
  await page
    .getByText(/3:15 – 4:15/)
    .first()
    .waitFor();
  await quickAdd(page).press('Enter');
  await eventually(
    () => timesOf(nora, gap),
    ['Later 03:15:00 04:15:00', 'Early 03:30:00 04:30:00'],
  );
});

scene.test('what is dragged to a time that clocks skip says when it will be', async (act) => {
  const nora = await planning(act);
  await plan(nora, { title: 'Night', start: `${gap}T00:30`, end: `${gap}T01:00` });
  await plan(nora, { title: 'Dawn', start: `${gap}T05:00`, end: `${gap}T06:00` });
  const page = await act.open(nora, `/planner/day/${gap}`);
  await occurrence(page, 'Dawn', 'Sunday, 28 March 2027, 5:00 to 6:00').waitFor();
  const from = await placeOfTime(page, gap, '05:30');
  const to = await placeOfTime(page, gap, '02:30');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 20, { steps: 6 });
  await page.mouse.move(to.x, to.y, { steps: 2 });
  await page.locator('.cal-mirror').getByText('3:00 – 4:00').waitFor();
  await page.mouse.up();
  await eventually(() => timesOf(nora, gap), ['Night 00:30:00 01:00:00', 'Dawn 03:00:00 04:00:00']);
});

scene.test('times in UTC of a file are by the clocks of who reads them', async (act) => {
  const nora = await planning(act);
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    'BEGIN:VEVENT',
    'UID:call@example.com',
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261117T090000Z',
    'DTEND:20261117T093000Z',
    'SUMMARY:Call',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const page = await act.open(nora, '/planner/week/2026-11-18/import');
  const dropped = { name: 'call.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(dropped);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  await entry(page, 'Call').click();
  const shown = await editor(page);
  assert.equal(await shown.getByLabel('Start time').inputValue(), '10:00');
  assert.match(await shown.getByRole('combobox', { name: 'Time zone' }).inputValue(), /Berlin/);
  assert.deepEqual(await timesOf(nora, '2026-11-17'), ['Call 10:00:00 10:30:00']);
});
