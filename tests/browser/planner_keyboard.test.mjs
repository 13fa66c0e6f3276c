// A day in the planner without a mouse.

import assert from 'node:assert/strict';
import { dialog, expectNoDialog, message } from './support/calendar.mjs';
import {
  agendaOf,
  editor,
  expectAgenda,
  occurrence,
  plan,
  plannerWeek,
  planning,
  quickAdd,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { expectFocusKept, expectPath, tabTo } from './support/ways.mjs';

const scene = makeScene();
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

async function hasFocus(locator) {
  return locator.evaluate((element) => element === document.activeElement);
}

scene.test('from quick add to undoing, with the keyboard alone', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, '/planner/week/2026-11-04');
  await quickAdd(page).waitFor();

  await page.keyboard.press('q');
  assert.ok(await hasFocus(quickAdd(page)));
  await page.keyboard.type('Lunch tomorrow 13:00 every week');
  await page.locator('.preview').getByText('Every week on Thursday').waitFor();
  await page.keyboard.press('Enter');
  const lunch = occurrence(page, 'Lunch', 'Thursday, 5 November, 13:00');
  await lunch.waitFor();
  await expectFocusKept(page);

  // It is opened, changed and saved, with the question answered.
  await tabTo(page, lunch);
  await page.keyboard.press('Enter');
  const shown = await editor(page);
  await tabTo(page, shown.getByLabel('Title', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Dinner');
  await page.keyboard.press('Control+Enter');
  const question = dialog(page, 'Change which ones?');
  const first = question.getByRole('button', { name: /^Only this one/ });
  await first.waitFor();
  assert.ok(await hasFocus(first));
  await tabTo(page, question.getByRole('button', { name: /^The whole series/ }));
  await page.keyboard.press('Enter');
  await expectNoDialog(page);
  const dinner = occurrence(page, 'Dinner', 'Thursday, 5 November, 13:00');
  await dinner.waitFor();
  await expectFocusKept(page);
  const all = ['11-05', '11-12', '11-19', '11-26', '12-03', '12-10'];
  await expectAgenda(
    nora,
    all.map((date) => `2026-${date}T13:00 Dinner`),
  );

  // One is deleted, and comes back.
  await tabTo(page, dinner);
  await page.keyboard.press('Delete');
  await dialog(page, 'Delete which ones?').waitFor();
  await page.keyboard.press('Enter');
  await message(page, 'Deleted “Dinner”').waitFor();
  await dinner.waitFor({ state: 'detached' });
  await expectAgenda(
    nora,
    all.slice(1).map((date) => `2026-${date}T13:00 Dinner`),
  );
  await page.keyboard.press('Control+z');
  await dinner.waitFor();
  await expectFocusKept(page);
});

scene.test('a new event is written with the keyboard alone', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await quickAdd(page).waitFor();
  await page.keyboard.press('n');
  const shown = await editor(page, 'New event');
  assert.ok(await hasFocus(shown.getByLabel('Title', { exact: true })));
  await page.keyboard.type('Training');
  await tabTo(page, shown.getByLabel('Repeats'));
  await page.keyboard.type('Daily');
  await shown.getByText('Every day', { exact: true }).waitFor();
  const zone = shown.getByRole('combobox', { name: 'Time zone' });
  await tabTo(page, zone, 'Shift+Tab');
  await page.keyboard.type('lisbon');
  await shown.getByRole('option', { name: /^Lisbon/ }).waitFor();
  await page.keyboard.press('Enter');
  await shown.getByText('9:00 in Lisbon is 10:00 for you').waitFor();
  await tabTo(page, shown.getByRole('combobox', { name: 'Tags' }));
  await page.keyboard.type('sport');
  await page.keyboard.press('Enter');
  await tabTo(page, shown.getByRole('button', { name: 'Save', exact: true }));
  await page.keyboard.press('Enter');
  await expectNoDialog(page);
  await occurrence(page, 'Training', 'Thursday, 19 November, 10:00').waitFor();
  await expectFocusKept(page);
  const lines = await agendaOf(nora, '2026-11-18', '2026-11-19');
  assert.deepEqual(lines, ['2026-11-18T10:00 Training', '2026-11-19T10:00 Training']);
});

scene.test('keys change the view, the period and the day', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await quickAdd(page).waitFor();
  for (const [key, title] of [
    ['ArrowRight', '23 – 29 November 2026'],
    ['ArrowLeft', '16 – 22 November 2026'],
    ['m', 'November 2026'],
    ['ArrowRight', 'December 2026'],
    ['t', 'November 2026'],
    ['d', 'Wednesday, 4 November 2026'],
    ['ArrowLeft', 'Tuesday, 3 November 2026'],
    ['y', '2026'],
    ['ArrowRight', '2027'],
    ['t', '2026'],
    ['l', 'November 2026'],
    ['w', '2 – 8 November 2026'],
  ]) {
    await page.keyboard.press(key);
    await heading(page, title);
  }
  await expectPath(page, '/planner/week/2026-11-04');
});

scene.test('the arrow keys go from event to event', async (act) => {
  const nora = await planning(act);
  await plan(nora, standup);
  await plan(nora, { title: 'Review', start: '2026-11-19T15:00', end: '2026-11-19T16:00' });
  const page = await act.open(nora, plannerWeek);
  const first = occurrence(page, 'Standup', 'Tuesday, 17 November');
  await tabTo(page, first);
  await page.keyboard.press('ArrowDown');
  assert.ok(await hasFocus(occurrence(page, 'Review', 'Thursday, 19 November')));
  await page.keyboard.press('ArrowUp');
  assert.ok(await hasFocus(first));
});

scene.test('the list of keys says them, and every dialog gives the focus back', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await quickAdd(page).waitFor();
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['/', 'Search'],
    ['n', 'New event'],
  ]) {
    await page.keyboard.press(key);
    await dialog(page, name).waitFor();
    await page.keyboard.press('Escape');
    await expectNoDialog(page);
  }
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog(page, 'Keyboard shortcuts').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  const nav = page.getByRole('navigation', { name: 'Planner' });
  for (const [link, name] of [
    ['Preferences', 'Preferences'],
    ['Import a file', 'Import events'],
    ['Calendar link and export', 'Calendar link and export'],
  ]) {
    const from = nav.getByRole('link', { name: link });
    await tabTo(page, from);
    await page.keyboard.press('Enter');
    await dialog(page, name).waitFor();
    await page.keyboard.press('Escape');
    await expectNoDialog(page);
    assert.ok(await hasFocus(from), `the focus is not back at “${link}”`);
  }
  const bell = page.getByRole('button', { name: 'Reminders', exact: true });
  await tabTo(page, bell, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Reminders' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Reminders' }).waitFor({ state: 'detached' });
  assert.ok(await hasFocus(bell));
});
