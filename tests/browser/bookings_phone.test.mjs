// Bookings on a phone: the month comes first, two taps choose the nights, nothing has to be scrolled
// sideways, and dialogs come from below.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  bookingDialog,
  briefDays,
  cancel,
  day,
  hint,
  household,
  line,
  makePlace,
  makeWish,
  newcomer,
  nightOf,
  past,
  placeOfNight,
  pressBook,
  short,
  shownPrice,
  stay,
  stays,
  welcome,
  year,
} from './support/bookings.mjs';
import { phone, smallPhone, today } from './support/browser.mjs';
import { dialog, expectNoDialog, message, pressEdit } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll, expectPath } from './support/ways.mjs';

const scene = makeScene();
const sizes = { '390 x 844': phone, '320 x 640': smallPhone };
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

// Everything is as long as it may be.
async function fullHouse(act) {
  const nora = await act.person(`${longWord.slice(0, 60)} Nilsen`);
  const ben = await act.person('Ben Berg');
  const seasons = [
    { name: longWord.slice(0, 60), from: '07-01', to: '09-30', pricePerNight: 99_999_999 },
  ];
  const place = await makePlace(nora, {
    name: longWord,
    description: longWord.repeat(4),
    houseRules: longWord.repeat(6),
    pricePerNight: 12_345_678,
    currency: 'CHF',
    allowsPast: true,
    seasons,
  });
  await makePlace(nora, { name: 'Boat' });
  await welcome(nora, place, ben);
  await nora.call('POST', `/api/v1/places/${place.id}/members`, {
    email: `${longWord
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .slice(0, 60)}@example.com`,
    role: 'viewer',
  });
  const hers = await book(nora, place, 0, 5, {
    title: longWord.repeat(2),
    note: longWord.repeat(3),
  });
  const his = await book(ben, place, 5, 9, { note: longWord });
  await book(nora, place, 10, 12, { kind: 'blocked', title: longWord });
  await book(ben, place, past(0), past(6));
  await makeWish(ben, place, 0, 3, longWord);
  const given = await book(nora, place, 16, 18);
  await makeWish(ben, place, 16, 18, longWord);
  await cancel(nora, place, given.id);
  return { nora, ben, place, hers, his };
}

async function tapNight(page, number, place) {
  const { x, y } = await placeOfNight(page, number, place);
  await page.touchscreen.tap(x, y);
}

for (const [size, device] of Object.entries(sizes)) {
  scene.test(`${size}: nothing has to be scrolled sideways`, async (act) => {
    const { nora, ben, place, hers, his } = await fullHouse(act);
    const month = addressOf.month(place);
    const pages = { nora: await act.open(nora, undefined, device) };
    pages.ben = await act.open(ben, undefined, device);
    for (const view of ['month', 'year', 'timeline']) {
      await pages.ben.goto(addressOf[view](place));
      await nightOf(pages.ben, 3, place).waitFor();
      await pages.ben
        .getByRole('button', { name: /Taken by/ })
        .first()
        .waitFor({ state: 'attached' });
      await expectNoSidewaysScroll(pages.ben, view);
    }
    const settings = `places/${place.id}`;
    for (const [who, address] of [
      ['ben', `new?start=${day(4)}&end=${day(11)}`],
      ['nora', `new?start=${day(19)}&end=${day(20)}`],
      ['ben', `events/${place.id}/${his.id}`],
      ['ben', `events/${place.id}/${hers.id}`],
      ['ben', 'own'],
      ['ben', 'wishes'],
      ['nora', 'wishes'],
      ['nora', 'keys'],
      ['nora', 'places/new'],
      ['nora', `${settings}/settings`],
      ['nora', `${settings}/prices`],
      ['nora', `${settings}/people`],
      ['ben', `${settings}/settings`],
      ['ben', `${settings}/prices`],
      ['ben', `${settings}/people`],
      ['ben', `${settings}/feed`],
      ['nora', `statistics/${place.id}?year=${year}`],
    ]) {
      const page = pages[who];
      await page.goto(`${month}/${address}`);
      await dialog(page).waitFor();
      await dialog(page)
        .getByText(/^(Loading|Asking)/)
        .waitFor({ state: 'detached' });
      await expectNoSidewaysScroll(page, `${address} of ${who}`);
    }
    await pages.ben.goto(month);
    await pages.ben.getByRole('button', { name: 'Places and stays' }).tap();
    await dialog(pages.ben, 'Places and stays').waitFor();
    await expectNoSidewaysScroll(pages.ben, 'the drawer');
    await pages.ben.keyboard.press('Escape');
    await tapNight(pages.ben, 4, place);
    await hint(pages.ben, /^Taken: /).waitFor();
    await expectNoSidewaysScroll(pages.ben, 'the hint');
    const { x, width } = await pages.ben.locator('.hint-box').boundingBox();
    assert.ok(x >= 0 && x + width <= device.viewport.width, `the hint is at ${x}, ${width} wide`);
  });

  scene.test(`${size}: two taps choose the first and the last night`, async (act) => {
    const { ben, place } = await household(act);
    const page = await act.open(ben, addressOf.month(place), device);
    await page
      .getByRole('button', { name: /High season/ })
      .first()
      .waitFor();
    await tapNight(page, 7, place);
    await hint(page, /^Choose the last night/).waitFor();
    await page.getByRole('button', { name: 'Book 1 night' }).waitFor();
    await expectNoDialog(page);
    await tapNight(page, 10, place);
    const shown = bookingDialog(page);
    await eventually(() => shownPrice(shown), {
      lines: ['2 nights × €100 = €200', '2 nights High season × €150 = €300'],
      total: '€500',
    });
    // It is a sheet: as wide as the page, and at its lower edge.
    const { viewport } = device;
    await eventually(async () => {
      const { x, y, width, height } = await shown.boundingBox();
      return [x, width, Math.round(y + height)];
    }, [0, viewport.width, viewport.height]);
    await shown.getByRole('button', { name: 'Book', exact: true }).tap();
    await expectNoDialog(page);
    await stay(page, 'Ben Berg', 7, 11).tap();
    await pressEdit(page);
    const change = bookingDialog(page, 'Edit booking');
    await change.getByRole('button', { name: 'Cancel booking…' }).tap();
    await change.getByRole('button', { name: 'Cancel booking' }).tap();
    await expectNoDialog(page);
    await message(page, /^Cancelled “Ben Berg”/).waitFor();
    await eventually(() => stays(ben, place), []);
  });
}

scene.test(
  'the last night is chosen over taken ones: they are said, and wished for',
  async (act) => {
    const { nora, ben, place } = await household(act);
    await book(nora, place, 8, 10);
    const page = await act.open(ben, addressOf.month(place), phone);
    await stay(page, 'Nora Nilsen', 8, 10).waitFor();
    await tapNight(page, 7, place);
    await hint(page, /^Choose the last night/).waitFor();
    await tapNight(page, 10, place);
    const shown = bookingDialog(page);
    await shown.getByText(`${short(day(8))} to ${short(day(9))}, 2 nights: Nora Nilsen`).waitFor();
    await shown.getByRole('button', { name: 'Join the waiting list' }).tap();
    await shown.getByRole('button', { name: /^Join for \d/ }).tap();
    await message(page, /^You are on the waiting list/).waitFor();
  },
);

scene.test('rows stay where they are while nights are tapped', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place), phone);
  const tops = () =>
    page
      .locator('.week [data-day]')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  await nightOf(page, 7, place).waitFor();
  const before = await tops();
  await tapNight(page, 7, place);
  await hint(page, /^Choose the last night/).waitFor();
  assert.deepEqual(await tops(), before);
});

scene.test('a finger that is held drags, and one that moves at once scrolls', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place), phone);
  await page
    .getByRole('button', { name: /High season/ })
    .first()
    .waitFor();
  const finger = await page.context().newCDPSession(page);
  const touch = (type, point) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  const [from, to] = [await placeOfNight(page, 7, place), await placeOfNight(page, 9, place)];
  await touch('touchStart', from);
  await hint(page, `${briefDays(day(7), day(8))} · 1 night · €100`).waitFor();
  await touch('touchMove', { x: (from.x + to.x) / 2, y: from.y });
  await touch('touchMove', to);
  await hint(page, `${briefDays(day(7), day(10))} · 3 nights · €350`).waitFor();
  await touch('touchEnd');
  const shown = bookingDialog(page);
  await eventually(async () => (await shownPrice(shown)).total, '€350');
  await pressBook(shown);
  await stay(page, 'Ben Berg', 7, 10).waitFor();

  const [high, low] = [await placeOfNight(page, 14, place), await placeOfNight(page, 7, place)];
  await touch('touchStart', high);
  await touch('touchMove', { x: high.x, y: (high.y + low.y) / 2 });
  await touch('touchMove', low);
  await touch('touchEnd');
  // The page listens again, and nothing was marked by that.
  await tapNight(page, 16, place);
  await hint(page, `${briefDays(day(16), day(17))} · 1 night · €150`).waitFor();
  await expectNoDialog(page);
  assert.deepEqual(await stays(ben, place), [line(7, 10, 'Ben Berg')]);
});

scene.test('the month comes first, and everything is within reach', async (act) => {
  const { nora, ben, place } = await household(act);
  const boat = await makePlace(nora, { name: 'Boat', color: '#3B82F6' });
  await welcome(nora, boat, ben);
  const page = await act.open(ben, '/bookings', phone);
  await page.waitForURL(new RegExp(`/bookings/[^/]+/month/${today}$`));
  await page.getByRole('combobox', { name: 'Place' }).selectOption('Boat');
  await expectPath(page, `/bookings/${boat.id}/month/${today}`);
  await page.getByRole('button', { name: 'Places and stays' }).tap();
  await dialog(page, 'Places and stays')
    .getByRole('link', { name: /^Cottage/ })
    .tap();
  await expectPath(page, `/bookings/${place.id}/month/${today}`);
  await expectNoDialog(page);
  await page.getByRole('button', { name: 'Timeline' }).tap();
  await expectPath(page, /^\/bookings\/timeline\//);
  await page.getByRole('link', { name: 'Cottage' }).tap();
  await page.getByRole('button', { name: 'Year', exact: true }).tap();
  await expectPath(page, `/bookings/${place.id}/year/${today}`);
  await page.getByRole('button', { name: 'Book', exact: true }).last().tap();
  await bookingDialog(page).waitFor();
});

scene.test('somebody who was invited joins with a finger', async (act) => {
  const { nora, place } = await household(act);
  const ina = await newcomer(act, nora, place, 'Ina Invited');
  const page = await act.open(ina, '/bookings', phone);
  await page.getByRole('button', { name: 'Join' }).tap();
  await message(page, 'Joined “Cottage”').waitFor();
  await expectPath(page, new RegExp(`^/bookings/${place.id}/month/`));
  await page.getByRole('button', { name: 'Book', exact: true }).last().waitFor();
});

scene.test('what is pressed with a finger is large enough', async (act) => {
  const { nora, ben, place } = await household(act);
  const his = await book(ben, place, 7, 9);
  const page = await act.open(nora, undefined, phone);
  for (const address of [
    addressOf.month(place),
    addressOf.year(place),
    addressOf.timeline(place),
    `${addressOf.month(place)}/new?start=${day(7)}&end=${day(11)}`,
    `${addressOf.month(place)}/events/${place.id}/${his.id}`,
    `${addressOf.month(place)}/places/${place.id}/prices`,
    `${addressOf.month(place)}/places/${place.id}/people`,
    `${addressOf.month(place)}/own`,
    `${addressOf.month(place)}/statistics/${place.id}`,
  ]) {
    await page.goto(address);
    await nightOf(page, 7).first().waitFor({ state: 'attached' });
    if (address.split('/').length > 5) {
      await dialog(page).waitFor();
      await dialog(page)
        .getByText(/^(Loading|Asking)/)
        .waitFor({ state: 'detached' });
    }
    const small = await page.evaluate(() => {
      const scope = document.querySelector('dialog[open]') ?? document;
      return [...scope.querySelectorAll('button, a.button, a.link, summary, select, [role=tab]')]
        .filter((each) => each.checkVisibility() && !each.closest('[aria-hidden=true]'))
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 24))
        .map(({ each, box }) => `${each.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`);
    });
    assert.deepEqual(small, [], address);
  }
});
