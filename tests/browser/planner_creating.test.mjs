// Whoever comes to the planner for the first time, and every way in which something gets into it.

import assert from 'node:assert/strict';
import {
  dialog,
  drag,
  entry,
  expectNoDialog,
  message,
  placeOfDay,
  placeOfTime,
  save,
} from './support/calendar.mjs';
import {
  editor,
  expectOnly,
  occurrence,
  occurrences,
  pickZone,
  plannerMonth,
  plannerWeek,
  planning,
  preferencesOf,
  quickAdd,
  seriesOf,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectPath } from './support/ways.mjs';

const scene = makeScene();
const onlyOne = async (person) => expectOnly(await occurrences(person, '2026-11-01', '2026-11-30'));
const onlySeries = async (person) => expectOnly(await seriesOf(person));

scene.test('the first visit sets the time zone to that of the browser', async (act) => {
  const nora = await act.person();
  assert.equal((await preferencesOf(nora)).defaultTzid, 'UTC');
  const page = await act.open(nora, '/planner', { timezoneId: 'Asia/Kolkata' });
  await page.getByText('Time zone: Kolkata').waitFor();
  const first = page.getByRole('region', { name: 'Plan your first event' });
  await first.getByText('Your planner is private: only you can see what is in it.').waitFor();
  await expectPath(page, '/planner/week/2026-11-04');
  await eventually(async () => (await preferencesOf(nora)).defaultTzid, 'Asia/Kolkata');
});

scene.test(
  'what an empty planner is for is said until there is an event, or it is dismissed',
  async (act) => {
    const [nora, ben] = [await planning(act), await planning(act, 'Ben Berg')];
    const page = await act.open(nora, plannerWeek);
    const first = page.getByRole('region', { name: 'Plan your first event' });
    await first.getByRole('link', { name: 'calendar' }).waitFor();
    await first.getByRole('link', { name: 'bookings' }).waitFor();
    await first.getByRole('button', { name: 'Import a file' }).waitFor();
    await first.getByRole('button', { name: 'Quick add' }).click();
    await page.keyboard.type('Lunch 18 Nov 13:00');
    await page.locator('.preview').getByText('Lunch', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await first.waitFor({ state: 'detached' });
    const other = await act.open(ben, '/planner/list/2026-11-04');
    const his = other.getByRole('region', { name: 'Plan your first event' });
    await his.getByRole('button', { name: 'Dismiss' }).click();
    await other.getByText('Nothing planned').first().waitFor();
    await other.reload();
    await other.getByText('Nothing planned').first().waitFor();
    assert.equal(await his.count(), 0);
  },
);

scene.test('later visits from elsewhere ask before they change the zone', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek, { timezoneId: 'America/New_York' });
  const offer = page.getByRole('region', { name: 'Time zone' });
  await offer.getByText('uses Berlin time, but this device is in New York').waitFor();
  assert.equal((await preferencesOf(nora)).defaultTzid, 'Europe/Berlin');
  await offer.getByRole('button', { name: 'Switch to New York time' }).click();
  await eventually(async () => (await preferencesOf(nora)).defaultTzid, 'America/New_York');
  await offer.waitFor({ state: 'detached' });
});

scene.test('new events get colours that differ', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  for (const title of ['One', 'Two', 'Three']) {
    await quickAdd(page).fill(`${title} 18 November 2026 9:00`);
    await page
      .getByText(/Wednesday, 18 November/)
      .first()
      .waitFor();
    await quickAdd(page).press('Enter');
    await message(page, new RegExp(`^Added “${title}”`)).waitFor();
  }
  await page.keyboard.press('Escape');
  await page.goto(
    '/planner/week/2026-11-18/new?start=2026-11-19T09:00&end=2026-11-19T10:00&title=Four',
  );
  await editor(page, 'New event');
  await save(page);
  await expectNoDialog(page);
  const made = await occurrences(nora, '2026-11-16', '2026-11-22');
  const colors = made.map(({ color }) => color);
  assert.equal(new Set(colors).size, 4, colors.join());
  assert.ok(colors.every((color) => /^#[0-9a-f]{6}$/i.test(color)));
});

scene.test('the navigation leads to the planner', async (act) => {
  const page = await act.open(await planning(act), '/calendar');
  await page.getByRole('link', { name: 'Planner', exact: true }).click();
  await expectPath(page, /^\/planner\/week\//);
  await quickAdd(page).waitFor();
});

scene.test('in the week, a time is marked for a new event', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await quickAdd(page).waitFor();
  const from = await placeOfTime(page, '2026-11-18', '10:00');
  const to = await placeOfTime(page, '2026-11-18', '11:15');
  await drag(page, from, to);
  const shown = await editor(page, 'New event');
  assert.equal(await shown.getByLabel('Start time').inputValue(), '10:00');
  assert.equal(await shown.getByLabel('End time').inputValue(), '11:30');
  await shown.getByLabel('Title', { exact: true }).fill('Workshop');
  await save(page);
  await occurrence(page, 'Workshop', 'Wednesday, 18 November, 10:00 to 11:30').waitFor();
  const made = await onlyOne(nora);
  assert.deepEqual(
    [made.title, made.startLocal, made.endLocal, made.startTzid, made.startUtc],
    [
      'Workshop',
      '2026-11-18T10:00:00',
      '2026-11-18T11:30:00',
      'Europe/Berlin',
      '2026-11-18T09:00:00Z',
    ],
  );
});

scene.test('in the month, days are marked for a new event', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerMonth);
  await quickAdd(page).waitFor();
  await drag(page, await placeOfDay(page, '2026-11-18'), await placeOfDay(page, '2026-11-20'));
  const shown = await editor(page, 'New event');
  assert.equal(await shown.getByLabel('First day').inputValue(), '2026-11-18');
  assert.equal(await shown.getByLabel('Last day').inputValue(), '2026-11-20');
  await shown.getByLabel('Title', { exact: true }).fill('Trip');
  await save(page);
  await entry(page, 'Trip').waitFor();
  const { isAllDay, startDate, endDate } = await onlyOne(nora);
  assert.deepEqual([isAllDay, startDate, endDate], [true, '2026-11-18', '2026-11-21']);
});

scene.test('New makes an event with all that it can have', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const shown = await editor(page, 'New event');
  await save(page);
  await shown.getByRole('alert').first().waitFor();
  await shown.getByLabel('Title', { exact: true }).fill('Review');
  await shown.getByLabel('Starts', { exact: true }).fill('2026-11-19');
  await shown.getByLabel('Start time').fill('15:00');
  await shown.getByLabel('End time').fill('16:30');
  await shown.getByLabel('Location').fill('Room 4');
  await shown.getByLabel('Description').fill('Numbers\nand words');
  await shown.getByRole('button', { name: '15 min before' }).click();
  const tags = shown.getByRole('combobox', { name: 'Tags' });
  await tags.fill('work');
  await tags.press('Enter');
  await tags.fill('quarter,');
  await shown.getByRole('button', { name: 'Tentative' }).click();
  await save(page);
  await expectNoDialog(page);
  await message(page, 'Saved “Review”').waitFor();
  await occurrence(page, 'Review', 'Thursday, 19 November, 15:00 to 16:30').waitFor();
  const { id, tags: kept, location, status, reminderMinutes } = await onlyOne(nora);
  assert.deepEqual([kept, location, status], [['quarter', 'work'], 'Room 4', 'TENTATIVE']);
  assert.deepEqual(reminderMinutes, [15]);
  const { description } = await nora.get(`/api/v1/planner/events/${id}`);
  assert.equal(description, 'Numbers\nand words');
});

scene.test('quick add shows what it will become before it is saved', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, '/planner/week/2026-11-04');
  await quickAdd(page).fill('Lunch tomorrow 13:00 #work every week');
  const preview = page.locator('.preview');
  await preview.getByText('Lunch', { exact: true }).waitFor();
  await preview.getByText(/Tomorrow, Thursday, 5 November, 13:00/).waitFor();
  await preview.getByText('Every week on Thursday').waitFor();
  await preview.getByText('work', { exact: true }).waitFor();
  assert.deepEqual(await occurrences(nora, '2026-11-01', '2026-11-30'), []);
  await quickAdd(page).press('Enter');
  await occurrence(page, 'Lunch', 'Thursday, 5 November, 13:00').waitFor();
  const series = await onlySeries(nora);
  assert.equal(series.title, 'Lunch');
  assert.match(series.rrule, /^FREQ=WEEKLY(;BYDAY=TH)?$/);
  assert.deepEqual(series.tags, ['work']);
  assert.deepEqual([series.startLocal, series.startTzid], ['2026-11-05T13:00:00', 'Europe/Berlin']);
  // The live change may show it before the reply to the request empties the field.
  await page.waitForFunction((field) => field.value === '', await quickAdd(page).elementHandle());
  await page.getByRole('checkbox', { name: 'work' }).waitFor();
});

scene.test('quick add leads to the dialog, or is taken back with Escape', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, '/planner/week/2026-11-04');
  await quickAdd(page).fill('Call Ada Friday 8:15 #home');
  await page.getByRole('button', { name: 'Edit details' }).click();
  const shown = await editor(page, 'New event');
  assert.equal(await shown.getByLabel('Title', { exact: true }).inputValue(), 'Call Ada');
  assert.equal(await shown.getByLabel('Starts', { exact: true }).inputValue(), '2026-11-06');
  assert.equal(await shown.getByLabel('Start time').inputValue(), '08:15');
  await shown.getByRole('button', { name: 'Remove tag home' }).waitFor();
  await shown.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectNoDialog(page);
  await quickAdd(page).fill('Something else');
  await page.locator('.preview').waitFor();
  await quickAdd(page).press('Escape');
  await page.locator('.preview').waitFor({ state: 'detached' });
  assert.equal(await quickAdd(page).inputValue(), '');
  assert.deepEqual(await occurrences(nora, '2026-11-01', '2026-11-30'), []);
});

scene.test('the rule of a series is chosen, said in words, and ended', async (act) => {
  const nora = await planning(act);
  const page = await act.open(
    nora,
    `${plannerWeek}/new?start=2026-11-18T09:00&end=2026-11-18T09:30`,
  );
  const shown = await editor(page, 'New event');
  await shown.getByLabel('Title', { exact: true }).fill('Training');
  const repeats = shown.getByLabel('Repeats');
  await repeats.selectOption({ label: 'Weekly on Wednesday' });
  await shown.getByText('Every week on Wednesday', { exact: true }).waitFor();
  await repeats.selectOption({ label: 'Custom…' });
  await shown.getByLabel('How many weeks apart').fill('2');
  await shown.getByRole('button', { name: 'Friday', exact: true }).click();
  await shown.getByLabel('End', { exact: true }).selectOption('Ends after');
  await shown.getByLabel('How many times').fill('5');
  await shown
    .getByText('Every 2 weeks on Wednesday and Friday, 5 times', { exact: true })
    .waitFor();
  await shown.getByText(/Wed 18 Nov,\s*Fri 20 Nov,\s*Wed 2 Dec/).waitFor();
  await save(page);
  await occurrence(page, 'Training', 'Friday, 20 November, 9:00').waitFor();
  const found = await occurrences(nora, '2026-11-01', '2027-02-28');
  assert.deepEqual(
    found.map(({ start }) => start),
    ['2026-11-18', '2026-11-20', '2026-12-02', '2026-12-04', '2026-12-16'].map(
      (date) => `${date}T09:00:00`,
    ),
  );
});

scene.test('a rule that is written as text is checked and said in words', async (act) => {
  const nora = await planning(act);
  const page = await act.open(
    nora,
    `${plannerWeek}/new?start=2026-11-27T09:00&end=2026-11-27T09:30`,
  );
  const shown = await editor(page, 'New event');
  await shown.getByLabel('Title', { exact: true }).fill('Pay day');
  await shown.getByLabel('Repeats').selectOption({ label: 'Custom…' });
  await shown.getByText('As text (RRULE)').click();
  const rule = shown.getByLabel('Rule', { exact: true });
  await rule.fill('FREQ=MONTHLY;BYDAY=NO');
  await save(page);
  await shown.getByRole('alert').first().waitFor();
  assert.deepEqual(await seriesOf(nora), []);
  await rule.fill('FREQ=MONTHLY;BYDAY=-1FR;COUNT=3');
  await shown.getByText('Every month on the last Friday, 3 times', { exact: true }).waitFor();
  await save(page);
  await expectNoDialog(page);
  await eventually(
    async () => (await occurrences(nora, '2026-11-01', '2027-11-30')).map(({ start }) => start),
    ['2026-11-27T09:00:00', '2026-12-25T09:00:00', '2027-01-29T09:00:00'],
  );
});

scene.test('an event in another zone says when it is for the person', async (act) => {
  const nora = await planning(act);
  const page = await act.open(
    nora,
    `${plannerWeek}/new?start=2026-11-18T15:00&end=2026-11-18T16:00`,
  );
  const shown = await editor(page, 'New event');
  await shown.getByLabel('Title', { exact: true }).fill('Call New York');
  await pickZone(shown, 'New York');
  await shown.getByText('15:00 in New York is 21:00 for you').waitFor();
  await save(page);
  const made = occurrence(page, 'Call New York', 'Wednesday, 18 November, 21:00 to 22:00');
  await made.waitFor();
  assert.match(await made.textContent(), /15:00 in New York/);
  const { startTzid, startLocal, startUtc } = await onlyOne(nora);
  assert.deepEqual(
    [startTzid, startLocal, startUtc],
    ['America/New_York', '2026-11-18T15:00:00', '2026-11-18T20:00:00Z'],
  );
});

scene.test('what was written is not thrown away by a slip', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, `${plannerWeek}/new?start=2026-11-18T15:00`);
  const shown = await editor(page, 'New event');
  await shown.getByLabel('Title', { exact: true }).fill('Long story');
  await page.keyboard.press('Escape');
  await shown.getByText('Discard changes?').waitFor();
  await shown.getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(await shown.getByLabel('Title', { exact: true }).inputValue(), 'Long story');
  await page.keyboard.press('Escape');
  await dialog(page, 'New event').getByRole('button', { name: 'Discard' }).click();
  await expectNoDialog(page);
  assert.deepEqual(await occurrences(nora, '2026-11-01', '2026-11-30'), []);
});
