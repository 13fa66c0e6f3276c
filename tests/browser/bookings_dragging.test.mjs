// Dragging across nights to book them: what they cost is there before the mouse is let go, and what
// the server made of it afterwards.

import assert from 'node:assert/strict';
import {
  addressOf,
  bookingDialog,
  briefDays,
  day,
  hint,
  hold,
  holdNights,
  household,
  line,
  long,
  nightOf,
  nights,
  placeOfNight,
  pressBook,
  quote,
  shownPrice,
  stay,
  stayDays,
  stays,
  takenNights,
  welcome,
} from './support/bookings.mjs';
import { expectNoDialog, message } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();

// Two nights of the usual price, and two of the high season.
const words = `${briefDays(day(7), day(11))} · 4 nights · €500`;
const price = {
  lines: ['2 nights × €100 = €200', '2 nights High season × €150 = €300'],
  total: '€500',
};

async function loaded(page) {
  const free = new RegExp(`^${long(day(9))}\\. Free, €150 a night, High season`);
  await page.getByRole('button', { name: free }).first().waitFor();
}

for (const view of ['month', 'timeline', 'year']) {
  scene.test(`in the ${view}, nights are marked, priced, quoted and booked`, async (act) => {
    const { nora, ben, place } = await household(act);
    const page = await act.open(ben, addressOf[view](place));
    await loaded(page);
    await holdNights(page, 7, 10, place);
    // The mouse is still down.
    await hint(page, words).waitFor();
    for (const number of [7, 10]) {
      assert.equal(await nightOf(page, number, place).getAttribute('aria-pressed'), 'true');
    }
    assert.equal(await nightOf(page, 11, place).getAttribute('aria-pressed'), 'false');
    await expectNoDialog(page);
    const { x, y } = await placeOfNight(page, 8, place);
    await page.mouse.move(x, y, { steps: 3 });
    await hint(page, `${briefDays(day(7), day(9))} · 2 nights · €200`).waitFor();
    const last = await placeOfNight(page, 10, place);
    await page.mouse.move(last.x, last.y, { steps: 3 });
    await hint(page, words).waitFor();
    await page.mouse.up();

    const shown = bookingDialog(page);
    assert.equal(await shown.getByLabel('Arrival').inputValue(), day(7));
    assert.equal(await shown.getByLabel('Departure').inputValue(), day(11));
    await eventually(() => shownPrice(shown), price);
    const { total, parts } = await quote(ben, place, 7, 11);
    assert.deepEqual([total, parts.length], [50_000, 2]);
    assert.deepEqual(await stays(nora, place), []);

    await pressBook(shown);
    await expectNoDialog(page);
    await message(page, `Booked 4 nights, ${stayDays(day(7), day(11))}`).waitFor();
    if (view === 'year') {
      const taken = new RegExp(`^${long(day(7))}\\. Taken by you`);
      await page.getByRole('button', { name: taken }).waitFor();
    } else await stay(page, 'Ben Berg', 7, 11).waitFor();
    assert.deepEqual(await stays(nora, place), [line(7, 11, 'Ben Berg')]);
    assert.deepEqual(await takenNights(nora, place, 6, 12), nights(7, 11));
  });
}

scene.test('nights are marked backwards, over the end of a week', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place));
  await loaded(page);
  await holdNights(page, 8, 5, place);
  await hint(page, `${briefDays(day(5), day(9))} · 4 nights · €400`).waitFor();
  await page.mouse.up();
  await pressBook(bookingDialog(page));
  // The stay has a part in each week.
  await eventually(() => page.locator('[data-stay]').count(), 2);
  assert.deepEqual(await stays(ben, place), [line(5, 9, 'Ben Berg')]);
});

scene.test('a click is the first night, and the next one the last', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place));
  await loaded(page);
  const [first, last] = [await placeOfNight(page, 7), await placeOfNight(page, 10)];
  await page.mouse.click(first.x, first.y);
  await hint(page, /^Choose the last night/).waitFor();
  await expectNoDialog(page);
  await page.mouse.move(last.x, last.y, { steps: 4 });
  await hint(page, words).waitFor();
  await page.mouse.click(last.x, last.y);
  await eventually(() => shownPrice(bookingDialog(page)), price);
});

scene.test('Escape ends a drag, and nothing is marked or asked', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place));
  await loaded(page);
  await holdNights(page, 7, 10, place);
  await hint(page, words).waitFor();
  await page.keyboard.press('Escape');
  await hint(page, words).waitFor({ state: 'detached' });
  await page.mouse.up();
  assert.equal(await nightOf(page, 8).getAttribute('aria-pressed'), 'false');
  // The page still listens, and no dialog has come meanwhile.
  await holdNights(page, 14, 15, place);
  await hint(page, `${briefDays(day(14), day(16))} · 2 nights · €300`).waitFor();
  await expectNoDialog(page);
});

scene.test('one leaves and another comes on the same day', async (act) => {
  const { nora, ben, place } = await household(act);
  await nora.call('POST', `/api/v1/places/${place.id}/events`, { start: day(4), end: day(7) });
  const page = await act.open(ben, addressOf.month(place));
  await stay(page, 'Nora Nilsen', 4, 7).waitFor();
  await loaded(page);
  await holdNights(page, 7, 8, place);
  await hint(page, `${briefDays(day(7), day(9))} · 2 nights · €200`).waitFor();
  assert.equal(await page.locator('.hint-box .problem').count(), 0);
  await page.mouse.up();
  await pressBook(bookingDialog(page));
  await stay(page, 'Ben Berg', 7, 9).waitFor();
  await stay(page, 'Nora Nilsen', 4, 7).waitFor();
});

scene.test('in the timeline, the place is the one of the row', async (act) => {
  const { nora, ben, place } = await household(act);
  const boat = { name: 'Boat', pricePerNight: 2_000, currency: 'USD', tzid: 'UTC' };
  const other = await nora.call('POST', '/api/v1/places', { color: '#3B82F6', ...boat });
  await welcome(nora, other, ben);
  const page = await act.open(ben, addressOf.timeline());
  await loaded(page);
  const from = await placeOfNight(page, 7, other);
  const to = await placeOfNight(page, 9, place);
  // Above the row it still is the day that counts.
  await hold(page, from, { x: to.x, y: to.y });
  await hint(page, `${briefDays(day(7), day(10))} · 3 nights · US$60`).waitFor();
  await page.mouse.up();
  const shown = bookingDialog(page);
  assert.equal(await shown.getByLabel('Place').inputValue(), other.id);
  await pressBook(shown);
  await stay(page, 'Ben Berg', 7, 10).waitFor();
  assert.deepEqual(await stays(nora, other), [line(7, 10, 'Ben Berg')]);
  assert.deepEqual(await stays(nora, place), []);
});

scene.test('whoever may only look marks nothing', async (act) => {
  const { nora, ben, place } = await household(act);
  const vera = await act.person('Vera Viewer');
  await welcome(nora, place, vera, 'viewer');
  const page = await act.open(vera, addressOf.month(place));
  await loaded(page);
  await holdNights(page, 7, 10, place);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('heading', { level: 1, name: /^August/ }).waitFor();
  assert.equal(await page.locator('.hint-box').count(), 0);
  await expectNoDialog(page);
  assert.equal(await page.getByRole('button', { name: 'Book', exact: true }).count(), 0);
  assert.deepEqual(await stays(ben, place), []);
});
