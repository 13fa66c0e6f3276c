// Nights that somebody else has: said while dragging, wished for, offered when they become free; and
// two who want the same nights at the same moment, of whom one is told and loses nothing.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  booked,
  bookingDialog,
  briefDays,
  cancel,
  day,
  deaf,
  hint,
  holdNights,
  household,
  line,
  makeWish,
  medium,
  nights,
  pressBook,
  short,
  shownPrice,
  stay,
  stayDays,
  stays,
  takenNights,
  wishesOf,
  year,
} from './support/bookings.mjs';
import { dialog, drag, expectNoDialog, message, pressEdit } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const refused = { url: /\/api\/v1\/places\/[^/]+\/events/, status: 409 };
const both = [day(7), day(11)];

// Nora has two of the four nights that Ben wants.
async function taken(act, view = 'month') {
  const people = await household(act);
  const hers = await book(people.nora, people.place, 8, 10);
  const page = await act.open(people.ben, addressOf[view](people.place));
  return { ...people, hers, page };
}

for (const view of ['month', 'timeline', 'year']) {
  scene.test(`in the ${view}, a drag says which nights are taken, and by whom`, async (act) => {
    const { nora, place, page } = await taken(act, view);
    const closed = { kind: 'blocked', title: 'New roof' };
    await book(nora, place, 12, 13, closed);
    await page
      .getByRole('button', { name: /Blocked, New roof/ })
      .first()
      .waitFor();
    await holdNights(page, 7, 10, place);
    await hint(page, `${briefDays(...both)} · 4 nights · €500`).waitFor();
    await hint(page, `Taken: ${short(day(8))} – ${short(day(9))} by Nora Nilsen`).waitFor();
    assert.equal(await page.locator('.hint-box .problem').count(), 1);
    await page.mouse.up();
    const shown = bookingDialog(page);
    await shown.getByText('2 of these 4 nights are taken.').waitFor();
    await shown.getByText(`${short(day(8))} to ${short(day(9))}, 2 nights: Nora Nilsen`).waitFor();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await expectNoDialog(page);
    await holdNights(page, 11, 12, place);
    await hint(page, `Blocked: ${short(day(12))} (New roof)`).waitFor();
  });
}

scene.test('what others book while one drags is said at once', async (act) => {
  const { nora, ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place));
  await page
    .getByRole('button', { name: /High season/ })
    .first()
    .waitFor();
  await holdNights(page, 7, 10, place);
  await hint(page, `${briefDays(...both)} · 4 nights · €500`).waitFor();
  assert.equal(await page.locator('.hint-box .problem').count(), 0);
  const hers = await book(nora, place, 10, 12);
  const problem = hint(page, `Taken: ${short(day(10))} by Nora Nilsen`);
  await problem.waitFor();
  await cancel(nora, place, hers.id);
  await problem.waitFor({ state: 'detached' });
  await page.mouse.up();
  await pressBook(bookingDialog(page));
  await stay(page, 'Ben Berg', 7, 11).waitFor();
});

scene.test('a wish is noted, offered when the other cancels, and booked', async (act) => {
  const { nora, ben, place, page } = await taken(act);
  await stay(page, 'Nora Nilsen', 8, 10).waitFor();
  await holdNights(page, 7, 10, place);
  await page.mouse.up();
  const shown = bookingDialog(page);
  await shown.getByRole('button', { name: 'Join the waiting list' }).click();
  await shown.getByLabel('Note (optional)').fill('For the regatta');
  await shown.getByRole('button', { name: `Join for ${stayDays(...both)}` }).click();
  await message(
    page,
    `You are on the waiting list for ${stayDays(...both)} and will be told when the nights become free.`,
  ).waitFor();
  await expectNoDialog(page);
  assert.deepEqual(await wishesOf(ben), [`${both.join(' ')} false`]);
  assert.deepEqual(await stays(ben, place), [line(8, 10, 'Nora Nilsen')]);

  // Nora cancels, in another browser.
  const other = await act.open(nora, addressOf.month(place));
  await stay(other, 'Nora Nilsen', 8, 10).click();
  await pressEdit(other);
  await other.getByRole('button', { name: 'Cancel booking…' }).click();
  await other.getByRole('button', { name: 'Cancel booking' }).click();
  await stay(other, 'Nora Nilsen').waitFor({ state: 'detached' });

  const offer = `The nights ${briefDays(...both)} at Cottage are now free`;
  await message(page, offer).waitFor();
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Book' })
    .click();
  assert.equal(await shown.getByLabel('Arrival').inputValue(), both[0]);
  assert.equal(await shown.getByLabel('Departure').inputValue(), both[1]);
  await eventually(async () => (await shownPrice(shown)).total, '€500');
  await pressBook(shown);
  await stay(page, 'Ben Berg', 7, 11).waitFor();
  await stay(other, 'Ben Berg', 7, 11).waitFor();
  await eventually(() => wishesOf(ben), []);
  assert.deepEqual(await takenNights(nora, place, 6, 12), nights(7, 11));
});

scene.test('what is free next to taken nights is one press away', async (act) => {
  const { ben, place, page } = await taken(act);
  await stay(page, 'Nora Nilsen', 8, 10).waitFor();
  await holdNights(page, 8, 9, place);
  await page.mouse.up();
  const shown = bookingDialog(page);
  await shown.getByText('All 2 nights are taken.').waitFor();
  const near = shown.getByRole('group', { name: 'Free around then' });
  await near.getByRole('button', { name: /2 days later/ }).waitFor();
  await near.getByRole('button', { name: /2 days earlier/ }).click();
  assert.equal(await shown.getByLabel('Arrival').inputValue(), day(6));
  assert.equal(await shown.getByLabel('Departure').inputValue(), day(8));
  await eventually(async () => (await shownPrice(shown)).total, '€200');
  await shown.getByText(/nights are taken/).waitFor({ state: 'detached' });
  await pressBook(shown);
  await stay(page, 'Ben Berg', 6, 8).waitFor();
  assert.equal((await stays(ben, place)).length, 2);
});

scene.test(
  'two book the same nights at the same moment: one has them, one is told',
  async (act) => {
    const { nora, ben, place } = await household(act);
    const people = { 'Nora Nilsen': nora, 'Ben Berg': ben };
    const [names, pages] = [Object.keys(people), []];
    const waiting = [];
    for (const person of Object.values(people)) {
      const page = await act.open(
        person,
        `${addressOf.month(place)}/new?start=${day(7)}&end=${day(9)}`,
      );
      act.announce(page, refused);
      // Both requests are on their way before one of them arrives.
      await page.route('**/events', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        waiting.push(route);
        if (waiting.length === 2) await Promise.all(waiting.map((each) => each.continue()));
      });
      await bookingDialog(page).getByLabel('Note').fill(`A note of ${person.name}`);
      await eventually(async () => (await shownPrice(bookingDialog(page))).total, '€200');
      pages.push(page);
    }
    await Promise.all(pages.map((page) => pressBook(bookingDialog(page))));
    await eventually(async () => (await stays(nora, place)).length, 1);
    const [made] = await stays(nora, place);
    const winner = names.findIndex((name) => made.endsWith(name));
    const loser = 1 - winner;
    await stay(pages[winner], names[winner], 7, 9).waitFor();
    await expectNoDialog(pages[winner]);
    const shown = bookingDialog(pages[loser]);
    await shown.getByText('All 2 nights are taken.').waitFor();
    await shown
      .getByText(`${short(day(7))} to ${short(day(8))}, 2 nights: ${names[winner]}`)
      .waitFor();
    await shown
      .getByRole('alert')
      .filter({ hasText: `taken by ${names[winner]}` })
      .waitFor();
    assert.equal(await shown.getByLabel('Note').inputValue(), `A note of ${names[loser]}`);
    await stay(pages[loser], names[winner], 7, 9).waitFor({ state: 'attached' });
    // Other nights, and what was written is booked with them.
    await pages[loser].unroute('**/events');
    await shown.getByLabel('Arrival').fill(day(14));
    await shown.getByLabel('Departure').fill(day(16));
    await pressBook(shown);
    await stay(pages[winner], names[loser], 14, 16).waitFor();
    await expectNoDialog(pages[loser]);
    const own = await people[names[loser]].get('/api/v1/bookings/own');
    const notes = own.map(({ extendedProps }) => extendedProps.note);
    assert.deepEqual(notes, [`A note of ${names[loser]}`]);
  },
);

scene.test('whoever has not heard of it is told by the server', async (act) => {
  const { nora, ben, place } = await household(act);
  const page = await deaf(act, ben, addressOf.month(place));
  act.announce(page, refused);
  await page
    .getByRole('button', { name: /High season/ })
    .first()
    .waitFor();
  await holdNights(page, 7, 10, place);
  await page.mouse.up();
  const shown = bookingDialog(page);
  await eventually(async () => (await shownPrice(shown)).total, '€500');
  await book(nora, place, 8, 10);
  await pressBook(shown);
  await shown.getByRole('alert').filter({ hasText: 'taken by Nora Nilsen' }).waitFor();
  await shown.getByText('2 of these 4 nights are taken.').waitFor();
  await shown.getByRole('button', { name: 'Join the waiting list' }).waitFor();
  assert.deepEqual(await stays(ben, place), [line(8, 10, 'Nora Nilsen')]);
});

scene.test('a wish for nights that are free by now is a booking', async (act) => {
  const { nora, ben, place, hers } = await taken(act);
  await makeWish(ben, place, 8, 10);
  await cancel(nora, place, hers.id);
  const page = await act.open(ben, `${addressOf.month(place)}/wishes`);
  const shown = dialog(page, 'Waiting list');
  await shown.getByText('Free now').waitFor();
  const name = `Book ${short(day(8))} – ${medium(day(10))}, Cottage`;
  await shown.getByRole('button', { name }).click();
  await pressBook(bookingDialog(page));
  await expectNoDialog(page);
  await stay(page, 'Ben Berg', 8, 10).waitFor();
  await eventually(() => wishesOf(ben), []);
});
