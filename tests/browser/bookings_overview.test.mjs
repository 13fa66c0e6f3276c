// One's own stays, the statistics of a place, what one waits for, and what others do while one looks.

import assert from 'node:assert/strict';
import {
  addDays,
  addressOf,
  book,
  bookingDialog,
  brief,
  cancel,
  changePlace,
  day,
  household,
  line,
  long,
  makePlace,
  makeWish,
  pressBook,
  rebook,
  short,
  stay,
  stayDays,
  stays,
  welcome,
  wishesOf,
  year,
} from './support/bookings.mjs';
import { shiftClock } from './support/browser.mjs';
import { dialog, expectNoDialog, message } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const unreachable = { url: /./, status: undefined };
const clean = (text) => text.replace(/\s+/g, ' ').trim();

scene.test('my stays are those of all places, what comes first, then what is over', async (act) => {
  const { nora, ben, place } = await household(act, { allowsPast: true });
  const boat = await makePlace(nora, { name: 'Boat', pricePerNight: 0, seasons: [] });
  await welcome(nora, boat, ben);
  await book(ben, place, 7, 11);
  await book(ben, boat, 2, 4);
  // The server lists what is over for a year by its own clock, so that is the page's as well.
  const lately = (number) => addDays(new Date().toISOString().slice(0, 10), number - 30);
  await book(ben, place, lately(0), lately(3));
  await book(nora, place, 14, 16);
  const page = await act.open(ben);
  await page.context().addInitScript(shiftClock, new Date().toISOString());
  await page.goto(`${addressOf.month(place)}/own`);
  const shown = dialog(page, 'My stays');
  const coming = shown.getByRole('region', { name: 'Coming up' });
  await coming.waitFor();
  const texts = async (list) => (await list.getByRole('link').allTextContents()).map(clean);
  assert.deepEqual(await texts(coming), [
    `${stayDays(day(2), day(4))} Boat 2 nights`,
    `${stayDays(day(7), day(11))} Cottage 4 nights €500`,
  ]);
  const over = shown.getByRole('region', { name: 'Past' });
  assert.match((await texts(over)).join(), new RegExp(`^${short(lately(0))}.* Cottage 3 nights`));
  await coming.getByRole('link', { name: /Boat/ }).click();
  await bookingDialog(page, 'Ben Berg').getByText('Boat').first().waitFor();
});

scene.test('whoever has booked nothing is told how', async (act) => {
  const { ben, place } = await household(act);
  const page = await act.open(ben, `${addressOf.month(place)}/own`);
  await dialog(page, 'My stays').getByText('You have not booked anything yet.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('None yet. Drag across the nights you want.').waitFor();
});

scene.test('statistics say how full a year is, and whether it is fair', async (act) => {
  const { nora, ben, place } = await household(act);
  await book(nora, place, 0, 6);
  await book(ben, place, 7, 9);
  await book(nora, place, 10, 14, { kind: 'blocked' });
  const page = await act.open(ben, addressOf.month(place));
  await page.getByRole('link', { name: 'Statistics of Cottage' }).click();
  const shown = dialog(page, 'Statistics of Cottage');
  await shown.getByRole('heading', { name: String(year) }).waitFor();
  const july = shown.getByRole('row', { name: /^July/ });
  await july.waitFor({ state: 'attached' });
  // 8 of the 27 nights that are not blocked.
  assert.deepEqual(await july.getByRole('cell').allTextContents(), ['8', '4', '31', '30%']);
  await shown.getByText('An equal share would be 4 nights each.').waitFor();
  const people = shown.locator('section').filter({ hasText: 'Nights per person' });
  const words = clean(await people.textContent());
  assert.match(words, /Nora Nilsen.*6.*Ben Berg \(you\).*2/);
  assert.match(words, /75%/);

  // What is booked meanwhile is in it when the year is looked at again.
  await shown.getByRole('button', { name: 'Next year' }).click();
  await shown.getByText('No one who can book had a night this year.').waitFor();
  await book(ben, place, 15, 19);
  await shown.getByRole('button', { name: 'Previous year' }).click();
  await shown.getByText(/had the same number of nights/).waitFor();
  assert.equal((await july.getByRole('cell').allTextContents())[0], '12');
});

scene.test('wishes are listed, offered first, and removed', async (act) => {
  const { nora, ben, place } = await household(act);
  await book(nora, place, 0, 3);
  const hers = await book(nora, place, 7, 9);
  await makeWish(ben, place, 0, 2, 'For the regatta');
  await makeWish(ben, place, 7, 9);
  const page = await act.open(ben, addressOf.month(place));
  await page.getByRole('link', { name: /^Waiting list/ }).click();
  const shown = dialog(page, 'Waiting list');
  const rows = shown.getByRole('listitem');
  await rows.filter({ hasText: 'For the regatta' }).getByText('Waiting', { exact: true }).waitFor();
  assert.equal(await shown.getByRole('button', { name: /^Book/ }).count(), 0);
  await cancel(nora, place, hers.id);
  await rows.first().getByText('Free now').waitFor();
  await rows
    .first()
    .getByText(stayDays(day(7), day(9)))
    .waitFor();
  await shown
    .getByRole('button', {
      name: `Remove from the waiting list: ${stayDays(day(0), day(2))}, Cottage`,
    })
    .click();
  await rows.filter({ hasText: 'For the regatta' }).waitFor({ state: 'detached' });
  assert.deepEqual(await wishesOf(ben), [`${day(7)} ${day(9)} true`]);

  const administrator = await act.open(nora, `${addressOf.month(place)}/wishes`);
  const others = dialog(administrator, 'Waiting list').getByRole('region', {
    name: 'Others',
  });
  await others.getByText(/Ben Berg, 2 nights/).waitFor();
  assert.equal(await others.getByRole('button', { name: /^Book/ }).count(), 0);
  await shown.getByRole('button', { name: /^Book / }).click();
  await pressBook(bookingDialog(page));
  await expectNoDialog(page);
  await administrator.reload();
  await others.getByText('No one else is waiting for nights at “Cottage”.').waitFor();
});

scene.test('what one does is seen by the other without loading anything', async (act) => {
  const { nora, ben, place } = await household(act);
  const pages = {
    month: await act.open(ben, addressOf.month(place)),
    year: await act.open(ben, addressOf.year(place)),
    timeline: await act.open(ben, addressOf.timeline(place)),
  };
  let loads = 0;
  const night = (page, number, words) =>
    page.getByRole('button', { name: new RegExp(`^${long(day(number))}\\. ${words}`) });
  for (const page of Object.values(pages)) {
    await night(page, 7, 'Free').waitFor();
    page.on('load', () => loads++);
  }
  const everywhere = async (number, words) => {
    for (const page of Object.values(pages)) await night(page, number, words).waitFor();
  };
  const hers = await book(nora, place, 7, 9);
  await everywhere(7, 'Taken by Nora Nilsen');
  await stay(pages.month, 'Nora Nilsen', 7, 9).waitFor();
  await rebook(nora, place, hers.id, { start: day(8), end: day(10), title: 'The Nilsens' });
  await everywhere(9, 'Taken by The Nilsens');
  await everywhere(7, 'Free');
  await stay(pages.timeline, 'The Nilsens', 8, 10).waitFor();
  await cancel(nora, place, hers.id);
  await everywhere(9, 'Free, €150 a night');
  await changePlace(nora, place, { seasons: [] });
  await everywhere(9, 'Free, €100 a night\\.');
  assert.equal(loads, 0);
});

scene.test('next stays beside the page follow what is booked', async (act) => {
  const { nora, ben, place } = await household(act);
  const page = await act.open(ben, addressOf.month(place));
  await page.getByText('None yet. Drag across the nights you want.').waitFor();
  // An administrator books for him.
  const his = await book(nora, place, 7, 9, { userId: ben.id });
  const beside = page.getByRole('complementary', { name: 'Places and stays' });
  const link = beside.getByRole('link', { name: new RegExp(`^${brief(day(7))}`) });
  await link.waitFor();
  await link.click();
  await bookingDialog(page, 'Ben Berg').getByText('€200').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await cancel(nora, place, his.id);
  await link.waitFor({ state: 'detached' });
});

scene.test(
  'without a connection nothing is lost, and a retry makes no second booking',
  async (act) => {
    const { ben, place } = await household(act);
    const page = await act.open(ben, `${addressOf.month(place)}/new?start=${day(7)}&end=${day(9)}`);
    act.announce(page, unreachable);
    const shown = bookingDialog(page);
    await shown.getByText('Total').waitFor();
    await shown.getByLabel('Note').fill('With the dog');
    // The server books, but its answer is lost on the way.
    await page.route('**/events', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await pressBook(shown);
    const failed = shown.getByRole('alert').filter({ has: page.getByRole('button') });
    await failed.waitFor();
    assert.equal(await shown.getByLabel('Note').inputValue(), 'With the dog');
    await eventually(() => stays(ben, place), [line(7, 9, 'Ben Berg')]);
    await page.unroute('**/events');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expectNoDialog(page);
    await message(page, `Booked 2 nights, ${stayDays(day(7), day(9))}`).waitFor();
    assert.deepEqual(await stays(ben, place), [line(7, 9, 'Ben Berg')]);
  },
);

scene.test('the address keeps the view, the day and the dialog', async (act) => {
  const { ben, place } = await household(act);
  const his = await book(ben, place, 7, 9);
  const page = await act.open(ben, addressOf.year(place));
  await page.getByRole('link', { name: 'July' }).click();
  await page.waitForURL(`**${addressOf.month(place, `${year}-07-01`)}`);
  await stay(page, 'Ben Berg', 7, 9).click();
  await bookingDialog(page, 'Ben Berg').waitFor();
  assert.match(page.url(), new RegExp(`/events/${place.id}/${his.id}$`));
  await page.reload();
  await bookingDialog(page, 'Ben Berg').getByText('2 nights').waitFor();
  await page.goBack();
  await expectNoDialog(page);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: String(year) }).waitFor();
  // The same booking, for whoever gets the link.
  await page.goto(`/bookings/events/${place.id}/${his.id}`);
  await bookingDialog(page, 'Ben Berg').waitFor();
});
