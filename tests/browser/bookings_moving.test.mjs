// Stays are moved and made longer or shorter with the mouse: with the difference in price while they
// are held, with undo, and only by those who may.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  booked,
  briefDays,
  day,
  deaf,
  endOfStay,
  hint,
  hold,
  household,
  line,
  nights,
  placeOfNight,
  placeOnStay,
  rebook,
  short,
  stay,
  stays,
  takenNights,
  welcome,
} from './support/bookings.mjs';
import { expectNoDialog, message, undoButton } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const refused = { url: /\/api\/v1\/places\/[^/]+\/events\//, status: 409 };
const notAllowed = { url: /\/api\/v1\/places\/[^/]+\/events\//, status: 400 };

// Ben has two nights before the high season.
async function withStay(act, view = 'month', options = {}) {
  const people = await household(act, options);
  const his = await book(people.ben, people.place, 7, 9);
  const page = await act.open(people.ben, addressOf[view](people.place));
  await stay(page, 'Ben Berg', 7, 9).waitFor();
  await page
    .getByRole('button', { name: /High season/ })
    .first()
    .waitFor();
  return { ...people, his, page };
}

// Takes it on its second day, and does not let go.
async function holdStay(page, title, place, to) {
  const bar = stay(page, title);
  const target = await placeOfNight(page, to, place);
  await hold(page, await placeOnStay(page, bar, 8, place), target);
}

async function holdEnd(page, title, place, side, to) {
  const { x } = await placeOfNight(page, to, place);
  const from = await endOfStay(stay(page, title), side);
  await hold(page, from, { x, y: from.y });
}

for (const view of ['month', 'timeline']) {
  scene.test(`in the ${view}, a stay is moved, costs more, and is moved back`, async (act) => {
    const { nora, ben, place, his, page } = await withStay(act, view);
    await holdStay(page, 'Ben Berg', place, 10);
    await hint(page, `${briefDays(day(9), day(11))} · 2 nights · €300 (€100 more)`).waitFor();
    assert.deepEqual(await stays(ben, place), [line(7, 9, 'Ben Berg')]);
    await page.mouse.up();
    await message(page, `Moved “Ben Berg” to ${briefDays(day(9), day(11))}`).waitFor();
    await stay(page, 'Ben Berg', 9, 11).waitFor();
    await expectNoDialog(page);
    assert.deepEqual(await takenNights(nora, place, 6, 12), nights(9, 11));
    assert.equal((await booked(ben, place, his.id)).extendedProps.total, 30_000);

    await undoButton(page).click();
    await message(page, 'Moved “Ben Berg” back').waitFor();
    await stay(page, 'Ben Berg', 7, 9).waitFor();
    assert.deepEqual(await takenNights(nora, place, 6, 12), nights(7, 9));
    assert.equal((await booked(ben, place, his.id)).extendedProps.total, 20_000);
  });

  scene.test(`in the ${view}, a stay is made longer and shorter by its ends`, async (act) => {
    const { nora, ben, place, page } = await withStay(act, view);
    await holdEnd(page, 'Ben Berg', place, 'end', 11);
    await hint(page, `${briefDays(day(7), day(11))} · 4 nights · €500 (€300 more)`).waitFor();
    await page.mouse.up();
    await stay(page, 'Ben Berg', 7, 11).waitFor();
    await eventually(() => stays(ben, place), [line(7, 11, 'Ben Berg')]);

    await holdEnd(page, 'Ben Berg', place, 'start', 9);
    await hint(page, `${briefDays(day(9), day(11))} · 2 nights · €300 (€200 less)`).waitFor();
    await page.mouse.up();
    await stay(page, 'Ben Berg', 9, 11).waitFor();
    await eventually(() => stays(ben, place), [line(9, 11, 'Ben Berg')]);
    assert.deepEqual(await takenNights(nora, place, 6, 12), nights(9, 11));

    // With the key, the last step is taken back, and only that.
    await message(page, `Moved “Ben Berg” to ${briefDays(day(9), day(11))}`).waitFor();
    await page.keyboard.press('Control+z');
    await stay(page, 'Ben Berg', 7, 11).waitFor();
    await eventually(() => stays(ben, place), [line(7, 11, 'Ben Berg')]);
  });
}

scene.test('a stay can be moved over its own nights, and keeps one at least', async (act) => {
  const { ben, place, page } = await withStay(act);
  await holdStay(page, 'Ben Berg', place, 9);
  await hint(page, `${briefDays(day(8), day(10))} · 2 nights · €250 (€50 more)`).waitFor();
  assert.equal(await page.locator('.hint-box .problem').count(), 0);
  await page.mouse.up();
  await stay(page, 'Ben Berg', 8, 10).waitFor();
  await eventually(() => stays(ben, place), [line(8, 10, 'Ben Berg')]);
  await holdEnd(page, 'Ben Berg', place, 'end', 7);
  await hint(page, `${briefDays(day(8), day(9))} · 1 night · €100 (€150 less)`).waitFor();
  await page.mouse.up();
  await eventually(() => stays(ben, place), [line(8, 9, 'Ben Berg')]);
});

scene.test('Escape leaves a stay where it was', async (act) => {
  const { ben, place, page } = await withStay(act);
  await holdStay(page, 'Ben Berg', place, 10);
  await hint(page, /€100 more/).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.locator('.hint-box').waitFor({ state: 'detached' });
  await stay(page, 'Ben Berg', 7, 9).click();
  await page.getByRole('dialog', { name: 'Ben Berg' }).waitFor();
  assert.deepEqual(await stays(ben, place), [line(7, 9, 'Ben Berg')]);
});

scene.test('a move onto nights of somebody else is said, refused and taken back', async (act) => {
  const { nora, ben, place, page } = await withStay(act);
  act.announce(page, refused);
  await book(nora, place, 10, 12);
  await stay(page, 'Nora Nilsen', 10, 12).waitFor();
  await holdStay(page, 'Ben Berg', place, 10);
  await hint(page, `Taken: ${short(day(10))} by Nora Nilsen`).waitFor();
  await page.mouse.up();
  await message(page, /^Could not move “Ben Berg”\. .*taken by Nora Nilsen/).waitFor();
  await stay(page, 'Ben Berg', 7, 9).waitFor();
  assert.deepEqual(await stays(ben, place), [line(7, 9, 'Ben Berg'), line(10, 12, 'Nora Nilsen')]);
});

scene.test('a move against the rules of the place is refused with the reason', async (act) => {
  const { ben, place, page } = await withStay(act, 'month', { maxNights: 3 });
  act.announce(page, notAllowed);
  await holdEnd(page, 'Ben Berg', place, 'end', 12);
  await hint(page, 'Longest stay: 3 nights').waitFor();
  await page.mouse.up();
  await message(page, /^Could not move “Ben Berg”\. .*longest stay here is 3/).waitFor();
  await stay(page, 'Ben Berg', 7, 9).waitFor();
  assert.deepEqual(await stays(ben, place), [line(7, 9, 'Ben Berg')]);
});

scene.test('a stay that was changed meanwhile is not moved unseen', async (act) => {
  const { nora, ben, place } = await household(act);
  const his = await book(ben, place, 7, 9);
  const page = await deaf(act, ben, addressOf.month(place));
  act.announce(page, refused);
  await stay(page, 'Ben Berg', 7, 9).waitFor();
  await rebook(nora, place, his.id, { start: day(14), end: day(16) });
  await holdStay(page, 'Ben Berg', place, 10);
  await page.mouse.up();
  await message(page, /^“Ben Berg” was changed elsewhere in the meantime/).waitFor();
  await stay(page, 'Ben Berg', 14, 16).waitFor();
  assert.deepEqual(await stays(ben, place), [line(14, 16, 'Ben Berg')]);
});

scene.test('members move only their own stays', async (act) => {
  const { nora, ben, place } = await household(act);
  await book(nora, place, 7, 9);
  const page = await act.open(ben, addressOf.month(place));
  const bar = stay(page, 'Nora Nilsen', 7, 9);
  await bar.waitFor();
  await holdStay(page, 'Nora Nilsen', place, 14);
  assert.equal(await page.locator('.hint-box').count(), 0);
  await page.mouse.up();
  assert.equal(await bar.locator('[data-grip]').count(), 0);
  await bar.click();
  const shown = page.getByRole('dialog', { name: 'Nora Nilsen' });
  await shown.getByText('Only the person who booked it and the owners').waitFor();
  assert.equal(await shown.getByRole('textbox').count(), 0);
  assert.deepEqual(await stays(ben, place), [line(7, 9, 'Nora Nilsen')]);
});

scene.test('administrators move the stays of others, and blocked nights', async (act) => {
  const { nora, ben, place } = await household(act);
  await book(ben, place, 7, 9);
  await book(nora, place, 14, 16, { kind: 'blocked', title: 'New roof' });
  const page = await act.open(nora, addressOf.month(place));
  await stay(page, 'Ben Berg', 7, 9).waitFor();
  await page
    .getByRole('button', { name: /High season/ })
    .first()
    .waitFor();
  await holdStay(page, 'Ben Berg', place, 10);
  await hint(page, /€100 more/).waitFor();
  await page.mouse.up();
  await stay(page, 'Ben Berg', 9, 11).waitFor();
  await eventually(async () => (await stays(ben, place))[0], line(9, 11, 'Ben Berg'));
  const roof = stay(page, 'Blocked, New roof', 14, 16);
  const target = await placeOfNight(page, 17, place);
  await hold(page, await placeOnStay(page, roof, 15, place), target);
  // What is blocked costs nothing.
  await hint(page, `${briefDays(day(16), day(18))} · 2 nights`).waitFor();
  await page.mouse.up();
  await eventually(async () => (await stays(ben, place))[1], line(16, 18, 'New roof'));
});

scene.test('viewers move nothing, not even what was theirs', async (act) => {
  const { nora, ben, place } = await household(act);
  const vera = await act.person('Vera Viewer');
  const { etag } = await welcome(nora, place, vera);
  await book(vera, place, 7, 9);
  const path = `/api/v1/places/${place.id}/members/${vera.id}`;
  await nora.call('PATCH', path, { role: 'viewer' }, { 'If-Match': `"${etag}"` });
  const page = await act.open(vera, addressOf.month(place));
  await stay(page, 'Vera Viewer', 7, 9).waitFor();
  await holdStay(page, 'Vera Viewer', place, 14);
  assert.equal(await page.locator('.hint-box').count(), 0);
  await page.mouse.up();
  await stay(page, 'Vera Viewer', 7, 9).click();
  const shown = page.getByRole('dialog', { name: 'Vera Viewer' });
  await shown.getByText('You can view this place but not book it.').waitFor();
  assert.deepEqual(await stays(ben, place), [line(7, 9, 'Vera Viewer')]);
});
