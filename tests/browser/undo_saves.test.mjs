// Ctrl+Z takes back what was saved in a dialog, too; messages come one at a time and block nothing.

import assert from 'node:assert/strict';
import {
  addressOf,
  bookingDialog,
  day,
  household,
  booked,
  book,
  stay,
} from './support/bookings.mjs';
import {
  boxOf,
  dialog,
  entry,
  expectNoDialog,
  message,
  november,
  openEntry,
  openForEditing,
  pressEdit,
  save,
  week,
} from './support/calendar.mjs';
import { timed } from './support/people.mjs';
import {
  answerScope,
  editor,
  expectAgenda,
  occurrence,
  occurrenceId,
  plan,
  planned,
  plannerWeek,
  planning,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();

async function undo(page) {
  await expectNoDialog(page);
  await page.keyboard.press('Control+z');
}

scene.test('an entry that was made, and one that was changed', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const page = await act.open(nora, november);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabel('Title').fill('Dinner');
  await save(page);
  await entry(page, 'Dinner').waitFor();
  await undo(page);
  await message(page, 'Removed “Dinner”').waitFor();
  await entry(page, 'Dinner').waitFor({ state: 'detached' });

  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  await openForEditing(page, 'Dentist');
  await page.getByLabel('Title').fill('Doctor');
  await page.getByLabel('Location').fill('Main Street');
  await save(page);
  await entry(page, 'Doctor').waitFor();
  await undo(page);
  await message(page, 'Restored “Dentist”').waitFor();
  const { title, location, kind } = await nora.entry(made.id);
  assert.deepEqual([title, location, kind.start], ['Dentist', null, '09:00:00']);
});

scene.test('an event, one occurrence, the rest of a series, and all of it', async (act) => {
  const nora = await planning(act);
  const lunch = await plan(nora, {
    title: 'Lunch',
    start: '2026-11-18T12:00',
    end: '2026-11-18T13:00',
  });
  const page = await act.open(nora, plannerWeek);
  await entry(page, 'Lunch').click();
  const shown = await editor(page);
  await shown.getByLabel('Title', { exact: true }).fill('Brunch');
  await save(page);
  await undo(page);
  await message(page, 'Restored “Brunch”').waitFor();
  assert.equal((await planned(nora, lunch.id)).title, 'Lunch');

  const series = await plan(nora, standup);
  const all = ['03', '10', '17', '24'].map((date) => `2026-11-${date}T09:00 Standup`);
  const before = [...all.slice(0, 3), '2026-11-18T12:00 Lunch', all[3]];
  before.push('2026-12-01T09:00 Standup', '2026-12-08T09:00 Standup');
  await expectAgenda(nora, before);
  for (const scope of ['this', 'following', 'all']) {
    await occurrence(page, 'Standup', 'Tuesday, 17 November').click();
    const one = await editor(page);
    await one.getByLabel('Title', { exact: true }).fill(`New ${scope}`);
    await save(page);
    await answerScope(page, scope);
    await entry(page, `New ${scope}`).waitFor();
    await undo(page);
    await message(page, `Restored “New ${scope}”`).waitFor();
    await expectAgenda(nora, before);
  }
  assert.equal((await planned(nora, occurrenceId(series, '20261117'))).isException, false);
});

scene.test('nights that were booked, and nights that were changed', async (act) => {
  const { ben, place } = await household(act);
  const made = await book(ben, place, 7, 11);
  const page = await act.open(ben, addressOf.month(place));
  await stay(page, 'Ben Berg', 7, 11).click();
  await pressEdit(page);
  const shown = bookingDialog(page, 'Edit booking');
  await shown.getByLabel('Departure').fill(day(12));
  await shown.getByRole('button', { name: 'Save', exact: true }).click();
  await undo(page);
  await message(page, 'Restored “Ben Berg”').waitFor();
  await eventually(async () => (await booked(ben, place, made.id)).end, day(11));
});

scene.test('messages come one at a time, and what is below them can be pressed', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  for (const title of ['One', 'Two', 'Three']) {
    await nora.makeEntry(home, timed(title, '2026-11-18', '09:00', '10:00'));
  }
  const page = await act.open(nora, week);
  for (const title of ['One', 'Two', 'Three']) {
    await openEntry(page, title);
    await page.getByRole('button', { name: 'Delete' }).click();
    await message(page, `Deleted “${title}”`).waitFor();
  }
  const region = page.getByRole('region', { name: 'Messages' });
  assert.equal(await region.locator('p').count(), 1);
  const { x, width } = await boxOf(region.locator('p'));
  const grid = await boxOf(page.locator('.cal'));
  assert.ok(x + width <= grid.x, 'the message is over the days');
  // All three come back, the last one first.
  for (const title of ['Three', 'Two', 'One']) {
    await page.keyboard.press('Control+z');
    await entry(page, title).waitFor();
  }
  await dialog(page).waitFor({ state: 'detached' });
});
