// Whatever is written into the planner, or comes into it with a file, is shown as it was written, and
// never runs.

import assert from 'node:assert/strict';
import { dialog, entry, expectNoDialog, message, save } from './support/calendar.mjs';
import {
  expectNoMarkup,
  expectNothingRan,
  hostileColors,
  hostileTexts,
  turningTexts,
} from './support/hostile.mjs';
import {
  answerScope,
  bell,
  changePlanned,
  editor,
  occurrence,
  occurrenceId,
  plan,
  planned,
  plannerWeek,
  planning,
  quickAdd,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const list = '/planner/list/2026-11-02';
// A list draws what is in sight.
const highWindow = { viewport: { width: 1440, height: 9000 } };
const dateOf = (index) => `2026-11-${String(3 + (index % 25)).padStart(2, '0')}`;
// Tags have up to 50 characters, and no characters that one does not see.
const hostileTags = hostileTexts.filter((text) => text.length <= 50 && !/\p{Cf}|,/u.test(text));
const fromNow = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19);

async function expectHarmless(page) {
  await expectNothingRan(page);
  await expectNoMarkup(page);
}

function hostileEvent(text, index) {
  const date = dateOf(index);
  const times =
    index % 2
      ? {
          isAllDay: true,
          startDate: date,
          endDate: dateOf(index + 1) > date ? dateOf(index + 1) : '2026-11-28',
        }
      : { start: `${date}T09:00`, end: `${date}T10:00` };
  const content = {
    title: text,
    location: text,
    description: `${text}\n${text}`,
    links: [{ target: 'evt_somewhere', title: text }],
  };
  return { ...content, ...times, ...(index % 3 ? {} : { rrule: 'FREQ=YEARLY' }) };
}

scene.test('events, in every view, in their dialog and in search', async (act) => {
  const nora = await planning(act);
  for (const [index, text] of hostileTexts.entries()) await plan(nora, hostileEvent(text, index));
  const page = await act.open(nora, list, highWindow);
  await entry(page, hostileTexts.at(-1)).first().waitFor();
  const seen = await page.locator('.cal-title').allTextContents();
  const places = await page.locator('.cal-place').allTextContents();
  const heard = await page.locator('.cal-open .visually-hidden').allTextContents();
  for (const text of hostileTexts) {
    assert.ok(seen.includes(text), `“${text}” is not shown`);
    assert.ok(places.includes(text), `“${text}” is not shown as a place`);
    assert.ok(
      heard.some((name) => name.startsWith(`${text}, `)),
      `“${text}” has no name`,
    );
  }
  await expectHarmless(page);
  for (const view of ['month', 'week', 'day', 'year']) {
    await page.goto(`/planner/${view}/2026-11-15`);
    await quickAdd(page).waitFor();
    await page.locator('[data-date="2026-11-15"]').first().waitFor();
    await expectHarmless(page);
  }
  await page.goto(list);
  for (const text of hostileTexts.filter((_, index) => index % 3 === 0)) {
    await page
      .locator('.cal-entry')
      .filter({ has: page.getByText(text, { exact: true }) })
      .first()
      .click();
    const shown = await editor(page);
    assert.equal(await shown.getByLabel('Title', { exact: true }).inputValue(), text);
    assert.equal(await shown.getByLabel('Location').inputValue(), text);
    assert.equal(await shown.getByLabel('Description').inputValue(), `${text}\n${text}`);
    assert.equal(await shown.getByLabel('Link title').inputValue(), text);
    await expectHarmless(page);
    await page.keyboard.press('Escape');
    await expectNoDialog(page);
  }
  for (const text of hostileTexts.filter((_, index) => index % 5 === 0)) {
    await page.goto(`${list}/search?q=${encodeURIComponent(text)}`);
    const field = page.getByRole('combobox', { name: 'Search for words' });
    await field.waitFor();
    assert.equal(await field.inputValue(), text);
    await page.getByRole('option').first().waitFor();
    await expectHarmless(page);
  }
});

scene.test('tags, in the list, the filter, the dialog and quick add', async (act) => {
  const nora = await planning(act);
  for (const [index, tag] of hostileTags.entries()) {
    const times = { start: `${dateOf(index)}T09:00`, end: `${dateOf(index)}T10:00` };
    await plan(nora, { title: `Event ${index}`, tags: [tag], ...times });
  }
  const page = await act.open(nora, list, highWindow);
  const region = page.getByRole('region', { name: 'Tags' });
  await region.getByRole('button', { name: /^All \d+ tags$/ }).click();
  for (const [index, tag] of hostileTags.entries()) {
    const box = region.getByRole('checkbox', { name: `#${tag}`, exact: true });
    await box.check();
    await page.getByRole('button', { name: `Remove the filter ${tag}`, exact: true }).waitFor();
    await occurrence(page, `Event ${index}`, '').first().waitFor();
    await box.uncheck();
  }
  await expectHarmless(page);
  await occurrence(page, 'Event 0', '').click();
  const shown = await editor(page);
  await shown.getByRole('button', { name: `Remove tag ${hostileTags[0]}`, exact: true }).waitFor();
  const tags = shown.getByRole('combobox', { name: 'Tags' });
  for (const tag of hostileTags.slice(1, 6)) {
    await tags.fill(tag);
    await tags.press('Enter');
    await shown
      .getByRole('listitem')
      .filter({ hasText: `#${tag}` })
      .first()
      .waitFor();
  }
  await expectHarmless(page);
});

scene.test('lines of quick add, and what is shown of them', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await quickAdd(page).waitFor();
  for (const text of [...hostileTexts, ...turningTexts]) {
    await quickAdd(page).fill(text);
    await page.locator('.preview').waitFor();
    await quickAdd(page).fill(`${text} tomorrow 13:00 at ${text} #${text} every week`);
    await page.locator('.preview').waitFor();
    await expectHarmless(page);
  }
  const text = `<img src=x onerror=window.hacked=1>`;
  await quickAdd(page).fill(`${text} 18.11. 13:00`);
  await page.locator('.preview').getByText(text).waitFor();
  await quickAdd(page).press('Enter');
  await entry(page, text).waitFor();
  await expectHarmless(page);
});

scene.test('what an address says of a new event', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora);
  for (const text of hostileTexts.slice(0, 15)) {
    const query = new URLSearchParams({ start: '2026-11-18T09:00', end: '2026-11-18T10:00' });
    for (const name of ['title', 'location', 'description', 'rrule', 'color', 'tag', 'tzid'])
      query.append(name, text);
    await page.goto(`${plannerWeek}/new?${query}`);
    const shown = await editor(page, 'New event');
    assert.equal(await shown.getByLabel('Title', { exact: true }).inputValue(), text);
    await expectHarmless(page);
    await page.goto('about:blank');
  }
});

scene.test('messages, questions, conflicts and reminders', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  act.announce(page, { url: /\/planner\/events\//, status: 409 });
  for (const text of hostileTexts.slice(0, 6)) {
    const series = await plan(nora, { ...standup, title: text });
    const id = occurrenceId(series, '20261117');
    await entry(page, text).click();
    const shown = await editor(page);
    await shown.getByLabel('Location').fill(`mine ${text}`);
    await changePlanned(nora, id, { location: `theirs ${text}` }, 'this');
    await save(page);
    await dialog(page, 'Change which ones?').getByText(`“${text}” repeats.`).waitFor();
    await answerScope(page, 'this');
    const versions = dialog(page, `Two versions of “${text}”`);
    await versions.getByText(`theirs ${text}`, { exact: true }).waitFor();
    await versions.getByText(`mine ${text}`, { exact: true }).waitFor();
    await expectHarmless(page);
    await versions.getByRole('button', { name: 'Use my version' }).click();
    await expectNoDialog(page);
    await message(page, `Saved “${text}”`).first().waitFor();
    await entry(page, text).focus();
    await page.keyboard.press('Delete');
    await answerScope(page, 'all', 'Delete which ones?');
    await message(page, `Deleted “${text}”`).first().waitFor();
    await eventually(() => planned(nora, series.id), undefined);
  }
  await expectHarmless(page);
  for (const text of hostileTexts.slice(0, 15)) {
    await plan(nora, {
      title: text,
      location: text,
      start: fromNow(9),
      end: fromNow(39),
      startTzid: 'UTC',
      reminderMinutes: [10],
    });
  }
  await page.reload();
  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Reminders' });
  for (const text of hostileTexts.slice(0, 15)) {
    await panel.getByRole('button', { name: `Dismiss ${text}`, exact: true }).waitFor();
  }
  await expectHarmless(page);
});

scene.test('what a file brings', async (act) => {
  const nora = await planning(act);
  const escaped = (text) => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');
  const unseen = /\p{Cf}/u;
  const texts = hostileTexts.filter((text) => !unseen.test(text.replace(/\u200D/gu, '')));
  const events = texts.flatMap((text, index) => [
    'BEGIN:VEVENT',
    `UID:${index}-${escaped(text)}`,
    'DTSTAMP:20261101T000000Z',
    `DTSTART:${dateOf(index).replaceAll('-', '')}T090000Z`,
    ...['SUMMARY', 'LOCATION', 'DESCRIPTION', 'CATEGORIES', 'COMMENT', 'X-WHATEVER'].map(
      (name) => `${name}:${escaped(text)}`,
    ),
    `COLOR:${escaped(text)}`,
    `URL:javascript:window.hacked=1`,
    `RRULE:${text}`,
    'END:VEVENT',
  ]);
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:<img src=x onerror=window.hacked=1>'];
  const buffer = Buffer.from([...file, ...events, 'END:VCALENDAR', ''].join('\r\n'));
  const page = await act.open(nora, `${list}/import`, highWindow);
  const name = '<img src=x onerror=window.hacked=1>.ics';
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/calendar', buffer });
  const shown = dialog(page, 'Import events');
  await shown.getByText(name, { exact: true }).waitFor();
  await shown
    .getByRole('list', { name: 'The first events' })
    .getByText(texts[0], { exact: true })
    .waitFor();
  await shown.getByText(/\d notes?$/).click();
  await shown
    .getByText(/^Line \d+$/)
    .first()
    .waitFor();
  await expectHarmless(page);
  await shown.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog(page, 'Imported').getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  await entry(page, texts[0]).first().waitFor();
  const titles = await page.locator('.cal-title').allTextContents();
  for (const text of texts) assert.ok(titles.includes(text), `“${text}” is not shown`);
  await expectHarmless(page);
});

scene.test(
  'colours are colours, ids are ids, and titles do not turn what is around them',
  async (act) => {
    const nora = await planning(act);
    const event = { title: 'Event', start: '2026-11-17T09:00', end: '2026-11-17T10:00' };
    const refused = async (body) => {
      const reply = await nora.ask('POST', '/api/v1/planner/events', { ...event, ...body });
      assert.equal(reply.status, 400, JSON.stringify(body));
    };
    for (const color of hostileColors) await refused({ color });
    for (const title of turningTexts) await refused({ title });
    for (const target of ['javascript:alert(1)', '<b>', 'a b', ''])
      await refused({ links: [{ target }] });
    const page = await act.open(nora);
    for (const id of ['%3Cimg%20src=x%20onerror=window.hacked=1%3E', 'javascript:alert']) {
      const { status, headers } = await nora.ask('GET', `/planner/events/${id}`);
      assert.deepEqual([status, headers['content-type']], [404, 'application/problem+json']);
    }
    for (const id of ['not-an-id', 'evt_1', '__proto__']) {
      for (const address of [`/planner/events/${id}`, `${plannerWeek}/events/${id}`]) {
        await page.goto(address);
        await page.getByRole('heading', { name: 'Page not found' }).waitFor();
        await expectHarmless(page);
      }
    }
  },
);
