// Whatever somebody writes about a place or a stay is text wherever it is shown: nothing of it runs,
// nothing of it becomes markup.

import assert from 'node:assert/strict';
import {
  addDays,
  addressOf,
  bookingDialog,
  cancel,
  day,
  hint,
  holdNights,
  makePlace,
  makeWish,
  newcomer,
  nightOf,
  book,
  rebook,
  stay,
  welcome,
  year,
} from './support/bookings.mjs';
import { dialog, message, pressEdit } from './support/calendar.mjs';
import {
  expectNoMarkup,
  expectNothingRan,
  hostileColors,
  hostileTexts,
  turningTexts,
} from './support/hostile.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();
const stale = { url: /\/api\/v1\/places\/[^/]+\/events\//, status: 409 };

async function expectHarmless(page) {
  await expectNothingRan(page);
  await expectNoMarkup(page);
}

// Text that is there, whether it is seen or only heard.
async function expectText(page, text) {
  const found = await page.evaluate(
    (wanted) =>
      document.body.textContent.includes(wanted) ||
      [...document.querySelectorAll('[aria-label]')].some((each) =>
        each.getAttribute('aria-label').includes(wanted),
      ),
    text,
  );
  assert.ok(found, `“${text}” is not shown`);
}

scene.test('titles and notes of stays, in every view and every dialog', async (act) => {
  const nora = await act.person();
  const place = await makePlace(nora);
  const made = [];
  for (const [index, text] of hostileTexts.entries()) {
    const start = addDays(`${year}-06-01`, index * 2);
    const more = { title: text, note: text, ...(index % 5 === 0 && { kind: 'blocked' }) };
    made.push({ text, ...(await book(nora, place, start, addDays(start, 2), more)) });
  }
  const page = await act.open(nora);
  for (const view of ['month', 'timeline', 'year']) {
    await page.goto(addressOf[view](place, `${year}-06-10`));
    await nightOf(page, `${year}-06-10`, place).waitFor();
    // The year says whose a night is only of what others have, and of what is blocked.
    const isShown = ({ start, extendedProps }) =>
      view === 'year' ? extendedProps.kind === 'blocked' : start.startsWith(`${year}-06`);
    const known = made.filter(isShown);
    const name = view === 'year' ? `Blocked, ${known.at(-1).text}` : `${known.at(-1).text}, from`;
    await page.getByRole('button', { name }).first().waitFor();
    for (const { text } of known) await expectText(page, text);
    await expectHarmless(page);
  }
  for (const { id, text } of made.slice(0, 9)) {
    await page.goto(`${addressOf.month(place)}/events/${place.id}/${id}`);
    await pressEdit(page);
    const shown = dialog(page, /^Edit /);
    assert.equal(await shown.getByLabel('Note').inputValue(), text);
    await expectHarmless(page);
  }
  await page.goto(`${addressOf.month(place)}/own`);
  await dialog(page, 'My stays').getByRole('link').first().waitFor();
  await expectHarmless(page);
});

scene.test('names of places, of people and of seasons, descriptions and rules', async (act) => {
  const nora = await act.person();
  const ben = await act.person('Ben Berg');
  const page = await act.open(nora);
  const other = await act.open(ben);
  for (const text of hostileTexts.slice(0, 6)) {
    const season = { name: text.slice(0, 60), from: '07-01', to: '07-31', pricePerNight: 5_000 };
    const place = await makePlace(nora, {
      name: text,
      description: text,
      houseRules: text,
      seasons: [season],
    });
    await welcome(nora, place, ben);
    for (const each of [page, other]) {
      await each.goto(`${addressOf.month(place)}/places/${place.id}/settings`);
      await dialog(each, text).waitFor();
      await expectHarmless(each);
      await dialog(each, text).getByRole('tab', { name: 'Prices' }).click();
      await dialog(each, text)
        .getByText(/Seasons/)
        .first()
        .waitFor();
      await expectText(each, text);
      await expectHarmless(each);
    }
    await page.goto(`${addressOf.month(place)}/new?start=${day(7)}&end=${day(9)}`);
    const panel = bookingDialog(page).getByRole('region', { name: 'Price and house rules' });
    await panel.getByText(season.name).first().waitFor();
    await panel.getByText('House rules', { exact: true }).click();
    await panel.getByText(text, { exact: true }).waitFor();
    await expectHarmless(page);
  }
  await page.goto(addressOf.timeline());
  await page.getByRole('link', { name: hostileTexts[5] }).first().waitFor();
  await expectHarmless(page);
});

scene.test('hints, conflicts, messages, wishes, invitations and statistics', async (act) => {
  const text = hostileTexts[4];
  const nora = await act.person(text);
  const ben = await act.person('Ben Berg');
  const place = await makePlace(nora, { name: text });
  await welcome(nora, place, ben);
  const hers = await book(nora, place, 8, 10);
  const his = await book(ben, place, 14, 16, { title: text });
  await makeWish(ben, place, 8, 10, text);
  const page = await act.open(ben, addressOf.month(place));
  act.announce(page, stale);
  await stay(page, text, 8, 10).waitFor();
  await holdNights(page, 7, 9);
  await hint(page, new RegExp('^Taken: .* by ')).waitFor();
  await expectText(page, `by ${text}`);
  await page.mouse.up();
  await bookingDialog(page).getByText('2 of these 3 nights are taken.').waitFor();
  await expectHarmless(page);
  await page.keyboard.press('Escape');

  await stay(page, text, 14, 16).click();
  await expectHarmless(page);
  await pressEdit(page);
  const shown = bookingDialog(page, 'Edit booking');
  await shown.getByLabel('Note').fill(`mine ${text}`);
  await rebook(nora, place, his.id, { note: `theirs ${text}` });
  await shown.getByRole('button', { name: 'Save', exact: true }).click();
  const versions = dialog(page, `Two versions of “${text}”`);
  await versions.getByText(`theirs ${text}`, { exact: true }).waitFor();
  await expectHarmless(page);
  await versions.getByRole('button', { name: 'Use my version' }).click();
  await message(page, `Saved “${text}”`).waitFor();

  await cancel(nora, place, hers.id);
  await message(page, `at ${text} are now free`).waitFor();
  await page.goto(`${addressOf.month(place)}/wishes`);
  await dialog(page, 'Waiting list').getByText(text, { exact: true }).waitFor();
  await expectHarmless(page);
  await page.goto(`${addressOf.month(place)}/statistics/${place.id}?year=${year}`);
  await dialog(page, `Statistics of ${text}`).getByText('Ben Berg').first().waitFor();
  await expectHarmless(page);
  await page.goto(`${addressOf.month(place)}/places/${place.id}/people`);
  await dialog(page, text).getByText('Ben Berg').first().waitFor();
  await expectHarmless(page);
  await page.goto(`${addressOf.month(place)}/places/${place.id}/feed`);
  await dialog(page, text).getByText(`“${text}”`).waitFor();
  await expectHarmless(page);

  const ina = await newcomer(act, nora, place, 'Ina Invited');
  const invited = await act.open(ina, '/bookings');
  const card = invited.getByRole('article', { name: `Invitation to ${text}` });
  await card.waitFor();
  await expectHarmless(invited);
  await card.getByRole('button', { name: 'Join', exact: true }).click();
  await message(invited, `Joined “${text}”`).waitFor();
  await expectHarmless(invited);
});

scene.test('what an address says of a new booking, and addresses that are none', async (act) => {
  const nora = await act.person();
  const place = await makePlace(nora);
  const page = await act.open(nora);
  for (const text of hostileTexts.slice(0, 4)) {
    const query = new URLSearchParams({ start: text, end: text, place: text, year: text });
    await page.goto(`${addressOf.month(place)}/new?${query}`);
    await bookingDialog(page).getByText('Cottage').first().waitFor();
    await expectHarmless(page);
    await page.goto(`${addressOf.month(place)}/statistics/${place.id}?${query}`);
    await dialog(page, 'Statistics of Cottage').waitFor();
    await expectHarmless(page);
  }
  for (const path of [
    `${place.id}/month/2027-02-30`,
    `${place.id}/decade/${day(0)}`,
    `__proto__/month/${day(0)}`,
    'events/default/not-an-id',
    `places/${place.id}/secrets`,
  ]) {
    await page.goto(`/bookings/${path}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectHarmless(page);
  }
});

scene.test('colours are colours, and titles do not turn what is around them', async (act) => {
  const nora = await act.person();
  const place = await makePlace(nora);
  for (const color of hostileColors) {
    const reply = await nora.ask('POST', '/api/v1/places', { name: 'Cottage', color });
    assert.equal(reply.status, 400, JSON.stringify(color));
  }
  for (const text of turningTexts) {
    const path = `/api/v1/places/${place.id}/events`;
    const body = { start: day(7), end: day(9), title: text };
    assert.equal((await nora.ask('POST', path, body)).status, 400, text);
    const named = { name: text, color: '#123456' };
    assert.equal((await nora.ask('POST', '/api/v1/places', named)).status, 400, text);
  }
});
