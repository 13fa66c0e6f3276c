// A day without a mouse: everything that the calendar does, with the keyboard alone.

import assert from 'node:assert/strict';
import { today } from './support/browser.mjs';
import { dialog, entry, expectNoDialog, message, november } from './support/calendar.mjs';
import { task, timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectFocusKept, expectPath, tabTo } from './support/ways.mjs';

const scene = makeScene();
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

async function closeWithEscape(page) {
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await expectFocusKept(page);
}

const dayLink = (page, date) => page.locator(`.cal-day[data-date="${date}"] .cal-link`);
const isFocused = (locator) => locator.evaluate((element) => element === document.activeElement);

// Tab leads to today, and the arrow from there to what is on it.
async function reachEntry(page, title) {
  await entry(page, title).waitFor();
  if (await isFocused(entry(page, title))) return;
  await tabTo(page, dayLink(page, today));
  await page.keyboard.press('ArrowDown');
  assert.ok(await isFocused(entry(page, title)), `${title} is not reached`);
}

scene.test('a month is one stop for Tab, with arrows inside', async ({ person, open }) => {
  const nora = await person();
  const home = await nora.makeCalendar('Home');
  await nora.makeEntry(home, timed('Lunch', today, '12:00', '13:00'));
  await nora.makeEntry(home, timed('Dinner', today, '19:00', '20:00'));
  const page = await open(nora, `/calendar/month/${today}`);
  await entry(page, 'Dinner').waitFor();
  await eventually(
    () => page.locator('.cal [tabindex="0"], .cal button:not([tabindex])').count(),
    1,
  );
  await tabTo(page, dayLink(page, today));
  for (const [key, locator] of [
    ['ArrowDown', entry(page, 'Lunch')],
    ['ArrowDown', entry(page, 'Dinner')],
    ['ArrowDown', dayLink(page, '2026-11-11')],
    ['ArrowUp', entry(page, 'Dinner')],
    ['ArrowRight', dayLink(page, '2026-11-05')],
    ['ArrowLeft', dayLink(page, today)],
    ['PageDown', dayLink(page, '2026-12-04')],
    ['PageUp', dayLink(page, today)],
  ]) {
    await page.keyboard.press(key);
    await eventually(() => isFocused(locator), true, `${key} to ${locator}`);
  }
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('.cal') ?? null), null);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog(page, 'Event').waitFor();
  await closeWithEscape(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await dialog(page, 'New event').waitFor();
  await closeWithEscape(page);
});

scene.test('from signing in to undoing, with the keyboard alone', async ({ person, open }) => {
  const nora = await person();
  const home = await nora.makeCalendar('Home');
  const page = await open(undefined, '/calendar');

  await tabTo(page, page.getByLabel('E-mail address'));
  await page.keyboard.type(nora.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(nora.password);
  await page.keyboard.press('Enter');
  await heading(page, 'November 2026');
  await page.getByRole('checkbox', { name: 'Home' }).waitFor();

  // A new entry: the title has the focus.
  await page.keyboard.press('n');
  await dialog(page, 'New event').waitFor();
  await page.keyboard.type('Dinner');
  await tabTo(page, page.getByLabel('Location'));
  await page.keyboard.type('At home');
  await tabTo(page, page.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await message(page, 'Saved “Dinner”').waitFor();
  await expectNoDialog(page);
  await expectFocusKept(page);
  const [made] = await nora.entries(home, today, today);
  assert.deepEqual([made.title, made.location], ['Dinner', 'At home']);

  // It is opened with Tab, an arrow and Enter, and changed.
  await reachEntry(page, 'Dinner');
  await page.keyboard.press('Enter');
  await dialog(page, 'Event').waitFor();
  await page.keyboard.press('e');
  await dialog(page, 'Edit event').waitFor();
  assert.ok(await isFocused(page.getByLabel('Title')));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Supper');
  await page.keyboard.press('Control+Enter');
  await entry(page, 'Supper').waitFor();
  await expectNoDialog(page);
  await expectFocusKept(page);

  // It is deleted, and comes back.
  await reachEntry(page, 'Supper');
  await page.keyboard.press('Enter');
  await dialog(page, 'Event').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await message(page, 'Deleted “Supper”').waitFor();
  await expectFocusKept(page);
  await eventually(() => nora.entry(made.id), undefined);
  await page.keyboard.press('Control+z');
  await entry(page, 'Supper').waitFor();
  await expectFocusKept(page);
});

scene.test('keys change the view, the period and the day', async ({ person, open }) => {
  const nora = await person();
  await nora.makeCalendar('Home');
  const page = await open(nora, november);
  await page.getByRole('checkbox', { name: 'Home' }).waitFor();
  for (const [key, title] of [
    ['ArrowRight', 'December 2026'],
    ['ArrowRight', 'January 2027'],
    ['ArrowLeft', 'December 2026'],
    ['t', 'November 2026'],
    ['w', '2 – 8 November 2026'],
    ['ArrowRight', '9 – 15 November 2026'],
    ['d', 'Wednesday, 11 November 2026'],
    ['ArrowLeft', 'Tuesday, 10 November 2026'],
    ['l', 'November 2026'],
    ['ArrowLeft', 'October 2026'],
    ['y', '2026'],
    ['ArrowRight', '2027'],
    ['t', '2026'],
    ['m', 'November 2026'],
  ]) {
    await page.keyboard.press(key);
    await heading(page, title);
  }
  await expectPath(page, `/calendar/month/${today}`);
});

scene.test('keys open search and the list of keys', async ({ person, open }) => {
  const nora = await person();
  const home = await nora.makeCalendar('Home');
  await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await open(nora, november);
  await entry(page, 'Dentist').waitFor();
  await page.keyboard.press('?');
  await dialog(page, 'Keyboard shortcuts').waitFor();
  await closeWithEscape(page);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog(page, 'Keyboard shortcuts').waitFor();
  await closeWithEscape(page);

  await page.keyboard.press('/');
  await dialog(page, 'Search').waitFor();
  await page.keyboard.type('dent');
  await page.getByRole('option', { name: /Dentist/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog(page, 'Event').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'Search').waitFor();
  await closeWithEscape(page);
  // Keys wait while somebody types.
  await page.keyboard.press('n');
  await dialog(page, 'New event').waitFor();
  await page.keyboard.type('today my weekly dinner?');
  assert.equal(await page.getByLabel('Title').inputValue(), 'today my weekly dinner?');
});

scene.test('a task is ticked with the space bar', async ({ person, open }) => {
  const nora = await person();
  const home = await nora.makeCalendar('Home');
  const call = await nora.makeEntry(home, task('Call', '2026-11-17'));
  const page = await open(nora, november);
  await tabTo(page, dayLink(page, '2026-11-15'));
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  const box = page.getByRole('checkbox', { name: 'Done: Call' });
  if (!(await isFocused(box))) await page.keyboard.press('ArrowDown');
  assert.ok(await isFocused(box), 'the box is not reached');
  await page.keyboard.press('Space');
  await eventually(async () => (await nora.entry(call.id)).kind.completed, true);
  await expectFocusKept(page);
});

scene.test('menus, and the way around the navigation, work with keys', async ({ person, open }) => {
  const nora = await person();
  await nora.makeCalendar('Home');
  const page = await open(nora, november);
  await page.getByRole('checkbox', { name: 'Home' }).waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  assert.equal(await skip.evaluate((link) => link === document.activeElement), true);
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'content');

  await tabTo(page, page.getByRole('button', { name: 'Account of Nora Nilsen' }), 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  assert.equal(await focused(), 'Settings');
  await page.keyboard.press('End');
  assert.equal(await focused(), 'Sign out');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expectFocusKept(page);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Enter');
  await expectPath(page, '/settings/profile');
});

scene.test('the small month goes from day to day with the arrow keys', async ({ person, open }) => {
  const nora = await person();
  await nora.makeCalendar('Home');
  const page = await open(nora, '/calendar/day/2026-11-17');
  const days = page.getByRole('region', { name: 'Go to a day' });
  await tabTo(page, days.getByRole('button', { name: /17 November/ }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await heading(page, 'Wednesday, 25 November 2026');
  await expectFocusKept(page);
});
