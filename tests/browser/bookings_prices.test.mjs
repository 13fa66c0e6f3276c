// What nights cost and which can be booked: as the settings of a place say, in the hint of a drag and
// in the dialog, and who may see whose they are.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  bookingDialog,
  briefDays,
  changePlace,
  day,
  hint,
  holdNights,
  household,
  line,
  long,
  medium,
  nightOf,
  past,
  placeOf,
  pressBook,
  rebook,
  short,
  shownPrice,
  stay,
  stays,
} from './support/bookings.mjs';
import { dialog, expectNoDialog, message, pressEdit } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const notAllowed = { url: /\/api\/v1\/places\/[^/]+\/(events|quote)/, status: 400 };

async function priced(page, number, price) {
  const name = new RegExp(`^${long(day(number))}\\. Free, ${price} a night`);
  await page.getByRole('button', { name }).waitFor();
}

async function letGo(page) {
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.locator('.hint-box').waitFor({ state: 'detached' });
}

async function expectHint(page, first, last, ...texts) {
  await holdNights(page, first, last);
  for (const text of texts) await hint(page, text).waitFor();
  await letGo(page);
}

scene.test('seasons of the settings change what a drag says, also for others', async (act) => {
  const { nora, ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place));
  await priced(page, 9, '€150');
  await expectHint(page, 7, 10, `${briefDays(day(7), day(11))} · 4 nights · €500`);

  const settings = await act.open(nora, `${addressOf.month(place)}/places/${place.id}/prices`);
  const shown = dialog(settings, 'Cottage');
  await shown.getByLabel('Price per night', { exact: true }).fill('120.50');
  await shown.getByText('€120.50 a night').waitFor();
  await shown.getByRole('button', { name: 'Add a season' }).click();
  const season = shown.getByRole('listitem').last();
  await season.getByLabel('Season', { exact: true }).fill('Regatta');
  await season.getByRole('button', { name: 'One year only' }).click();
  await season.getByLabel('First night').fill(day(8));
  await season.getByLabel('Last night').fill(day(9));
  await season.getByLabel('Price per night, EUR').fill('300');
  await season.getByText(`On ${short(day(9))}`).waitFor();
  await season.getByText('“High season” applies, because it is higher up.').waitFor();
  await shown.getByLabel('Price of the night of').fill(day(9));
  await shown.getByText(`${medium(day(9))} costs €150: High season.`).waitFor();
  await shown.getByRole('button', { name: 'Move Regatta up' }).click();
  await shown.getByText(`${medium(day(9))} costs €300: Regatta.`).waitFor();
  await shown.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNoDialog(settings);
  await message(settings, 'Saved “Cottage”').waitFor();
  const { seasons, pricePerNight } = await placeOf(nora, place);
  assert.deepEqual(
    [pricePerNight, seasons.map(({ name }) => name)],
    [12_050, ['Regatta', 'High season']],
  );

  // Ben’s page has heard of it.
  await priced(page, 9, '€300');
  await holdNights(page, 7, 10);
  await hint(page, `${briefDays(day(7), day(11))} · 4 nights · €870.50`).waitFor();
  await page.mouse.up();
  await eventually(() => shownPrice(bookingDialog(page)), {
    lines: [
      '1 night × €120.50 = €120.50',
      '2 nights Regatta × €300 = €600',
      '1 night High season × €150 = €150',
    ],
    total: '€870.50',
  });
});

scene.test(
  'what is wrong with a season is said by its field, and nothing is saved',
  async (act) => {
    const { nora, place } = await household(act);
    const page = await act.open(nora, `${addressOf.month(place)}/places/${place.id}/prices`);
    const shown = dialog(page, 'Cottage');
    const season = shown.getByRole('listitem').first();
    await season.getByLabel('Price per night, EUR').fill('a lot');
    // The problem is on this side, and saving from the other one leads to it.
    await shown.getByRole('tab', { name: 'Settings' }).click();
    await shown.getByLabel('Name', { exact: true }).fill('House');
    await shown.getByRole('button', { name: 'Save', exact: true }).click();
    await season.getByText('“a lot” is not an amount in EUR. Enter it like 120.').waitFor();
    const field = season.getByLabel('Price per night, EUR');
    await eventually(() => field.evaluate((each) => each === document.activeElement), true);
    assert.equal((await placeOf(nora, place)).name, 'Cottage');
    await field.fill('160');
    await shown.getByRole('button', { name: 'Save', exact: true }).click();
    await expectNoDialog(page);
    const { name, seasons } = await placeOf(nora, place);
    assert.deepEqual([name, seasons[0].pricePerNight], ['House', 16_000]);
  },
);

scene.test('shortest and longest stays are said while dragging, and in the dialog', async (act) => {
  const { ben, nora, place } = await household(act, { minNights: 3, maxNights: 5 });
  const [season] = (await placeOf(nora, place)).seasons;
  await changePlace(nora, place, { seasons: [{ ...season, minNights: 4 }] });
  const page = await act.open(ben, addressOf.month(place));
  act.announce(page, notAllowed);
  await priced(page, 9, '€150');
  await expectHint(page, 0, 5, 'Longest stay: 5 nights');
  // The season of the first night counts.
  await expectHint(page, 9, 11, 'Shortest stay: 4 nights');
  await holdNights(page, 7, 9);
  await hint(page, `${briefDays(day(7), day(10))} · 3 nights · €350`).waitFor();
  assert.equal(await page.locator('.hint-box .problem').count(), 0);
  await letGo(page);
  await holdNights(page, 7, 8);
  await hint(page, 'Shortest stay: 3 nights').waitFor();
  await page.mouse.up();

  const shown = bookingDialog(page);
  const problem = shown.getByRole('alert').filter({ hasText: '3 nights' });
  await problem.waitFor();
  const departure = shown.getByLabel('Departure');
  assert.equal(await departure.getAttribute('aria-invalid'), 'true');
  await pressBook(shown);
  await eventually(() => departure.evaluate((each) => each === document.activeElement), true);
  assert.deepEqual(await stays(ben, place), []);
  await departure.fill(day(13));
  await shown.getByRole('alert').filter({ hasText: 'longest stay here is 5' }).waitFor();
  await departure.fill(day(11));
  await shown.getByRole('alert').waitFor({ state: 'detached' });
  await pressBook(shown);
  await stay(page, 'Ben Berg', 7, 11).waitFor();
});

scene.test('nights that are over are not booked, unless the place allows it', async (act) => {
  const { nora, ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place, past(7)));
  act.announce(page, notAllowed);
  await nightOf(page, past(7)).waitFor();
  await holdNights(page, past(7), past(8));
  await hint(page, 'These nights are in the past').waitFor();
  await page.mouse.up();
  const shown = bookingDialog(page);
  await shown
    .getByRole('alert')
    .filter({ hasText: /past|over|before today/i })
    .waitFor();
  assert.equal(await shown.getByLabel('Arrival').getAttribute('aria-invalid'), 'true');
  await page.keyboard.press('Escape');
  await expectNoDialog(page);

  await changePlace(nora, place, { allowsPast: true });
  await holdNights(page, past(7), past(8));
  await hint(page, 'These nights are in the past').waitFor({ state: 'detached' });
  await page.mouse.up();
  await pressBook(bookingDialog(page));
  await expectNoDialog(page);
  const found = await ben.get(`/api/v1/bookings?start=${past(0)}&end=${past(20)}`);
  assert.deepEqual(
    found.map(({ start, end }) => [start, end]),
    [[past(7), past(9)]],
  );
});

scene.test(
  'where names are hidden, others see that nights are taken and nothing else',
  async (act) => {
    const { nora, ben, place } = await household(act, { showsNames: false });
    const hers = await book(nora, place, 8, 10, { title: 'Surprise party', note: 'Secret cake' });
    await book(ben, place, 14, 15);
    const page = await act.open(ben, addressOf.month(place));
    await stay(page, 'Taken', 8, 10).waitFor();
    await stay(page, 'Ben Berg', 14, 15).waitFor();
    await expectHint(page, 7, 10, `Taken: ${short(day(8))} – ${short(day(9))}`);
    await holdNights(page, 7, 10);
    await page.mouse.up();
    const shown = bookingDialog(page);
    await shown.getByText('2 of these 4 nights are taken.').waitFor();
    const secrets = /Surprise|Secret|Nora/;
    assert.doesNotMatch(await page.content(), secrets);
    await page.keyboard.press('Escape');
    await stay(page, 'Taken', 8, 10).click();
    await dialog(page, 'Taken').getByText('Only the owners of this place').waitFor();
    assert.doesNotMatch(await page.content(), secrets);
    await page.keyboard.press('Escape');

    for (const view of ['year', 'timeline']) {
      await page.goto(addressOf[view](place));
      await page
        .getByRole('button', { name: new RegExp(`^${long(day(9))}\\. Taken\\.`) })
        .waitFor();
      assert.doesNotMatch(await page.content(), secrets);
    }
    const administrator = await act.open(nora, addressOf.month(place));
    await stay(administrator, 'Surprise party', 8, 10).waitFor();
    await rebook(nora, place, hers.id, { note: null });
    await changePlace(nora, place, { showsNames: true });
    await page
      .getByRole('button', { name: /Taken by Surprise party/ })
      .first()
      .waitFor();
  },
);

scene.test('what costs nothing has no price', async (act) => {
  const { ben, place } = await household(act, { pricePerNight: 0, seasons: [] });
  const page = await act.open(ben, addressOf.month(place));
  await page.getByRole('button', { name: `${long(day(7))}. Free.` }).waitFor();
  await holdNights(page, 7, 10);
  await hint(page, `${briefDays(day(7), day(11))} · 4 nights`).waitFor();
  await page.mouse.up();
  const shown = bookingDialog(page);
  await shown.getByText('Free of charge').waitFor();
  await pressBook(shown);
  await stay(page, 'Ben Berg', 7, 11).waitFor();
});

scene.test(
  'the price of a booking stays as it was agreed, until its nights change',
  async (act) => {
    const { nora, ben, place } = await household(act);
    await book(ben, place, 7, 9);
    await changePlace(nora, place, { pricePerNight: 50_000 });
    const page = await act.open(ben, addressOf.month(place));
    await stay(page, 'Ben Berg', 7, 9).click();
    await pressEdit(page);
    const shown = bookingDialog(page, 'Edit booking');
    await shown.getByText('As booked').waitFor();
    await eventually(() => shownPrice(shown), { lines: [], total: '€200' });
    await shown.getByLabel('Arrival').fill(day(8));
    await eventually(() => shownPrice(shown), { lines: ['1 night × €500 = €500'], total: '€500' });
    await shown.getByRole('button', { name: 'Save', exact: true }).click();
    await stay(page, 'Ben Berg', 8, 9).waitFor();
    assert.deepEqual(await stays(ben, place), [line(8, 9, 'Ben Berg')]);
  },
);

scene.test('administrators book for members and guests, and block nights', async (act) => {
  const { nora, ben, place } = await household(act);
  const page = await act.open(nora, addressOf.month(place));
  await priced(page, 9, '€150');
  const mark = async (first, last) => {
    await holdNights(page, first, last);
    await page.mouse.up();
    return bookingDialog(page);
  };
  let shown = await mark(7, 8);
  await shown.getByLabel('Member').selectOption('Ben Berg');
  await pressBook(shown);
  await stay(page, 'Ben Berg', 7, 9).waitFor();

  shown = await mark(10, 11);
  await shown.getByRole('button', { name: 'A guest' }).click();
  await pressBook(shown);
  await shown.getByText('Enter the guest’s name.').waitFor();
  await shown.getByLabel('Guest’s name').fill('Aunt Gerda');
  await pressBook(shown);
  await stay(page, 'Aunt Gerda', 10, 12).waitFor();

  shown = await mark(14, 15);
  await shown.getByRole('button', { name: 'Block these nights' }).click();
  await shown.getByLabel('Reason').fill('New roof');
  await shown.getByRole('button', { name: 'Block', exact: true }).click();
  await stay(page, 'Blocked, New roof', 14, 16).waitFor();
  await message(page, /^Blocked 2 nights/).waitFor();
  const own = await ben.get('/api/v1/bookings/own');
  assert.deepEqual(
    own.map(({ title, extendedProps }) => [title, extendedProps.isOwn]),
    [['Ben Berg', true]],
  );
  assert.deepEqual(await stays(ben, place), [
    line(7, 9, 'Ben Berg'),
    line(10, 12, 'Aunt Gerda'),
    line(14, 16, 'New roof'),
  ]);
});
