// Booking without a mouse: nights are marked, booked, opened, moved and given back with keys alone.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  bookingDialog,
  briefDays,
  day,
  hint,
  household,
  line,
  makePlace,
  nightOf,
  short,
  shownPrice,
  stay,
  stayDays,
  stays,
  welcome,
  year,
} from './support/bookings.mjs';
import { dialog, expectNoDialog, message } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectFocusKept, expectPath, tabTo } from './support/ways.mjs';

const scene = makeScene();
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

async function hasFocus(locator) {
  return locator.evaluate((element) => element === document.activeElement);
}

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

// Sets the date of the field that has the focus: how its parts are typed is the browser's language.
async function typeDate(page, date) {
  await page.locator('input[type=date]:focus').fill(date);
}

scene.test('nights are marked, booked, moved and given back with keys alone', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place));
  await page
    .getByRole('button', { name: /High season/ })
    .first()
    .waitFor();

  // Tab leads to one day, the first of the month; arrows lead on from there.
  await tabTo(page, page.locator(`[data-day="${year}-07-01"]`));
  await press(page, 'ArrowDown', 'ArrowDown');
  const reached = await page.evaluate(() => document.activeElement?.dataset.day);
  assert.equal(reached, `${year}-07-15`);
  const steps = (Date.parse(day(7)) - Date.parse(reached)) / 86_400_000;
  for (let at = 0; at < Math.abs(steps); at++)
    await press(page, steps > 0 ? 'ArrowRight' : 'ArrowLeft');
  assert.ok(await hasFocus(nightOf(page, 7)));
  await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
  await hint(page, `${briefDays(day(7), day(11))} · 4 nights · €500`).waitFor();
  await hint(page, 'Enter to book, Escape to cancel').waitFor();
  // It is said, too.
  await page
    .getByRole('status')
    .filter({ hasText: '4 nights · €500, Cottage. Enter to book' })
    .waitFor();

  await press(page, 'Enter');
  const shown = bookingDialog(page);
  await eventually(async () => (await shownPrice(shown)).total, '€500');
  await expectFocusKept(page);
  await tabTo(page, shown.getByLabel('Note'));
  await page.keyboard.type('With the dog');
  await press(page, 'Control+Enter');
  await expectNoDialog(page);
  const bar = stay(page, 'Ben Berg', 7, 11);
  await bar.waitFor();
  await expectFocusKept(page);
  assert.deepEqual(await stays(ben, place), [line(7, 11, 'Ben Berg')]);

  // It is opened and gets other nights.
  await tabTo(page, bar);
  await press(page, 'Enter');
  await bookingDialog(page, 'Ben Berg').waitFor();
  await press(page, 'e');
  const change = bookingDialog(page, 'Edit booking');
  await tabTo(page, change.getByLabel('Departure'));
  await typeDate(page, day(9));
  await eventually(async () => (await shownPrice(change)).total, '€200');
  await tabTo(page, change.getByRole('button', { name: 'Save', exact: true }));
  await press(page, 'Enter');
  await expectNoDialog(page);
  const shorter = stay(page, 'Ben Berg', 7, 9);
  await shorter.waitFor();
  await expectFocusKept(page);

  // It is given back, and booked again by undoing.
  await tabTo(page, shorter);
  await press(page, 'Enter');
  await bookingDialog(page, 'Ben Berg').waitFor();
  // The way to the form has the focus.
  await press(page, 'Enter');
  await tabTo(page, change.getByRole('button', { name: 'Cancel booking…' }));
  await press(page, 'Enter');
  assert.ok(await hasFocus(change.getByRole('button', { name: 'Keep booking' })));
  await tabTo(page, change.getByRole('button', { name: 'Cancel booking' }));
  await press(page, 'Enter');
  await expectNoDialog(page);
  await message(page, `Cancelled “Ben Berg”, ${stayDays(day(7), day(9))}`).waitFor();
  await eventually(() => stays(ben, place), []);
  await press(page, 'Control+z');
  await message(page, `Booked again: ${stayDays(day(7), day(9))}`).waitFor();
  await shorter.waitFor();
  assert.deepEqual(await stays(ben, place), [line(7, 9, 'Ben Berg')]);
});

scene.test('Escape marks nothing, and a day alone is the shortest stay', async (act) => {
  const { nora, ben, place } = await household(act, { minNights: 3 });
  await book(nora, place, 14, 17);
  const page = await act.open(ben, addressOf.month(place));
  await stay(page, 'Nora Nilsen', 14, 17).waitFor();
  await nightOf(page, 13).focus();
  await press(page, 'Shift+ArrowRight');
  await hint(page, `Taken: ${short(day(14))} by Nora Nilsen`).waitFor();
  await hint(page, 'Shortest stay: 3 nights').waitFor();
  await press(page, 'Escape');
  await page.locator('.hint-box').waitFor({ state: 'detached' });
  assert.equal(await nightOf(page, 13).getAttribute('aria-pressed'), 'false');
  await nightOf(page, 7).focus();
  await press(page, 'Enter');
  const shown = bookingDialog(page);
  assert.equal(await shown.getByLabel('Arrival').inputValue(), day(7));
  assert.equal(await shown.getByLabel('Departure').inputValue(), day(10));
  await press(page, 'Escape');
  await expectNoDialog(page);
  assert.ok(await hasFocus(nightOf(page, 7)), 'the focus is not back on the night');
});

scene.test('in the timeline, arrows lead along the days and between the places', async (act) => {
  const { nora, ben, place } = await household(act);
  const boat = await makePlace(nora, { name: 'Boat', color: '#3B82F6', seasons: [] });
  await welcome(nora, boat, ben);
  const page = await act.open(ben, addressOf.timeline());
  await nightOf(page, 7, boat).focus();
  await press(page, 'ArrowRight', 'ArrowDown');
  assert.ok(await hasFocus(nightOf(page, 8, place)));
  await press(page, 'ArrowUp', 'ArrowLeft', 'Shift+ArrowRight');
  await hint(page, `${briefDays(day(7), day(9))} · 2 nights · €200`).waitFor();
  await press(page, 'n');
  const shown = bookingDialog(page);
  assert.equal(await shown.getByLabel('Place').inputValue(), boat.id);
  await press(page, 'Control+Enter');
  await stay(page, 'Ben Berg', 7, 9).waitFor();
  assert.deepEqual(await stays(ben, boat), [line(7, 9, 'Ben Berg')]);
});

scene.test('in the year, nights are marked over the end of a month', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, addressOf.year(place));
  await page
    .getByRole('button', { name: /High season/ })
    .first()
    .waitFor();
  await page.locator(`[data-day="${year}-07-31"]`).focus();
  await press(page, 'Shift+ArrowRight');
  await hint(page, `${briefDays(`${year}-07-31`, `${year}-08-02`)} · 2 nights · €300`).waitFor();
  await press(page, 'Enter');
  const shown = bookingDialog(page);
  assert.equal(await shown.getByLabel('Departure').inputValue(), `${year}-08-02`);
  await press(page, 'Control+Enter');
  await expectNoDialog(page);
  await page.getByRole('button', { name: /^\w+, 1 August \d+\. Taken by you/ }).waitFor();
});

scene.test('keys change the view and the period', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place));
  await heading(page, `July ${year}`);
  for (const [key, title] of [
    ['ArrowRight', `August ${year}`],
    ['ArrowLeft', `July ${year}`],
    ['y', `${year}`],
    ['ArrowRight', `${year + 1}`],
    ['ArrowLeft', `${year}`],
    ['l', /July – August/],
    ['m', `July ${year}`],
    ['t', 'November 2026'],
  ]) {
    await press(page, key);
    await heading(page, title);
  }
  await expectPath(page, `/bookings/${place.id}/month/2026-11-04`);
});

scene.test('every dialog gives the focus back', async (act) => {
  const { nora, place } = await household(act);
  const page = await act.open(nora, addressOf.month(place));
  await page
    .getByRole('button', { name: /High season/ })
    .first()
    .waitFor();
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['o', 'My stays'],
    ['n', 'New booking'],
  ]) {
    await press(page, key);
    await dialog(page, name).waitFor();
    await press(page, 'Escape');
    await expectNoDialog(page);
  }
  for (const [role, label, name] of [
    ['link', 'Statistics of Cottage', 'Statistics of Cottage'],
    ['link', 'Settings of Cottage', 'Cottage'],
    ['button', 'Keyboard shortcuts', 'Keyboard shortcuts'],
    ['link', 'Share Cottage', 'Cottage'],
    ['link', 'Edit Cottage', 'Cottage'],
    ['link', 'My stays', 'My stays'],
    ['button', 'Book', 'New booking'],
    ['link', 'Waiting list', 'Waiting list'],
  ]) {
    const from = page.getByRole(role, { name: label, exact: true });
    await tabTo(page, from);
    await press(page, 'Enter');
    await dialog(page, name).waitFor();
    await press(page, 'Escape');
    await expectNoDialog(page);
    assert.ok(await hasFocus(from), `the focus is not back at “${label}”`);
  }
});
