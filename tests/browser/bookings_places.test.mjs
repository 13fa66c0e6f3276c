// Places: made, set up, read by other programs, and deleted.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  changePlace,
  day,
  household,
  nightOf,
  nights,
  placeOf,
  stay,
} from './support/bookings.mjs';
import { dialog, expectNoDialog, message } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const stale = { url: /\/api\/v1\/places\/[^/]+$/, status: 409 };
const gone = { url: /\/api\/v1\/places\//, status: 404 };

async function openTab(act, person, place, tab) {
  const page = await act.open(person, `${addressOf.month(place)}/places/${place.id}/${tab}`);
  const shown = dialog(page, place.name);
  await shown.waitFor();
  return { page, shown };
}

async function save(shown) {
  await shown.getByRole('button', { name: 'Save', exact: true }).click();
}

scene.test('whoever has no place makes one, and books it', async (act) => {
  const finn = await act.person('Finn Fresh');
  const page = await act.open(finn, '/bookings');
  await page.getByRole('heading', { name: 'Share a place' }).waitFor();
  await page.getByRole('link', { name: 'New place' }).click();
  let shown = dialog(page, 'New place');
  await shown.getByRole('button', { name: 'Create' }).click();
  await shown.getByRole('alert').first().waitFor();
  await shown.getByLabel('Name', { exact: true }).fill('Cabin');
  await shown.getByLabel('Price per night', { exact: true }).fill('80');
  await shown.getByRole('button', { name: 'Create' }).click();
  await message(page, '“Cabin” is ready.').waitFor();
  // Everything else is said next.
  shown = dialog(page, 'Cabin');
  await shown.getByLabel('House rules').fill('Sweep the floor.');
  await save(shown);
  await expectNoDialog(page);
  const { places } = await finn.get('/api/v1/places');
  const [{ id, name, pricePerNight, houseRules, role }] = places;
  assert.deepEqual(
    [name, pricePerNight, houseRules, role],
    ['Cabin', 8_000, 'Sweep the floor.', 'administrator'],
  );
  await page.goto(addressOf.month({ id }));
  await nightOf(page, 7).focus();
  await page.keyboard.press('Enter');
  const booking = dialog(page, 'New booking');
  await booking.getByText('House rules').click();
  await booking.getByText('Sweep the floor.').waitFor();
  await booking.getByRole('button', { name: 'Book', exact: true }).click();
  await stay(page, 'Finn Fresh').waitFor();
});

scene.test(
  'everything about a place can be changed, and is seen by others at once',
  async (act) => {
    const { nora, ben, place } = await household(act);
    const other = await act.open(ben, addressOf.month(place));
    await other.getByRole('link', { name: /^Cottage/ }).waitFor();
    const { page, shown } = await openTab(act, nora, place, 'settings');
    await shown.getByLabel('Name', { exact: true }).fill('House by the lake');
    await shown.getByLabel('Description').fill('Six beds');
    await shown.getByLabel('House rules').fill('No shoes');
    await shown.getByLabel('Check-in from').fill('15:30');
    await shown.getByLabel('Check-out until').fill('11:00');
    await shown.getByLabel('Shortest stay, in nights').fill('2');
    await shown.getByLabel('Longest stay, in nights').fill('21');
    await shown.getByLabel('Time zone').selectOption('Europe/Lisbon');
    await shown.getByRole('switch', { name: 'Everyone can see who is coming' }).click();
    await shown.getByRole('switch', { name: 'Past nights can be changed' }).click();
    await save(shown);
    await expectNoDialog(page);
    const now = await placeOf(nora, place);
    const expected = {
      name: 'House by the lake',
      description: 'Six beds',
      houseRules: 'No shoes',
      checkIn: '15:30',
      checkOut: '11:00',
      minNights: 2,
      maxNights: 21,
      tzid: 'Europe/Lisbon',
      showsNames: false,
      allowsPast: true,
    };
    for (const [field, value] of Object.entries(expected)) assert.equal(now[field], value, field);
    await other.getByRole('link', { name: /^House by the lake/ }).waitFor();
    await nightOf(other, 7).focus();
    await other.keyboard.press('Enter');
    const booking = dialog(other, 'New booking');
    await booking.getByText('15:30').waitFor();
    assert.equal(await booking.getByLabel('Departure').inputValue(), day(9));
  },
);

scene.test('what is wrong with a place is said by its field', async (act) => {
  const { nora, place } = await household(act);
  const { page, shown } = await openTab(act, nora, place, 'settings');
  await shown.getByLabel('Name', { exact: true }).fill('  ');
  await shown.getByLabel('Shortest stay, in nights').fill('9');
  await shown.getByLabel('Longest stay, in nights').fill('3');
  await save(shown);
  await shown.getByRole('alert').first().waitFor();
  const wrong = shown.locator('[aria-invalid=true]');
  assert.ok((await wrong.count()) >= 2);
  await eventually(() => wrong.first().evaluate((each) => each === document.activeElement), true);
  assert.equal((await placeOf(nora, place)).name, 'Cottage');
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'Discard' }).click();
  await expectNoDialog(page);
});

scene.test('two administrators change a place: both versions are shown', async (act) => {
  const { nora, place } = await household(act);
  const page = await act.open(nora);
  await page.route('**/api/v1/events*', (route) => route.abort('aborted'));
  act.announce(page, stale);
  await page.goto(`${addressOf.month(place)}/places/${place.id}/settings`);
  const shown = dialog(page, 'Cottage');
  await shown.getByLabel('Description').fill('Mine');
  await changePlace(nora, place, { description: 'Theirs', houseRules: 'No shoes' });
  await save(shown);
  const versions = dialog(page, 'Two versions of “Cottage”');
  const row = versions.getByRole('group', { name: /^Description/ });
  await row.getByRole('radio', { name: 'Current version Theirs' }).waitFor();
  await row.getByRole('radio', { name: 'Your version Mine' }).waitFor();
  await versions.getByRole('button', { name: 'Save this choice' }).click();
  await expectNoDialog(page);
  const { description, houseRules } = await placeOf(nora, place);
  assert.deepEqual([description, houseRules], ['Mine', 'No shoes']);
});

scene.test('the calendar link is shown once, is read, replaced and turned off', async (act) => {
  const { ben, place } = await household(act);
  await book(ben, place, 7, 9);
  const { page, shown } = await openTab(act, ben, place, 'feed');
  await shown.getByRole('button', { name: 'Create a secret link' }).click();
  const secret = shown.getByRole('group', { name: 'Secret link' });
  const linkOf = async () => (await secret.textContent()).match(/https?:\S+?\/place\.ics/)[0];
  const first = await linkOf();
  const read = async (url) => {
    const reply = await fetch(url);
    return [reply.status, await reply.text()];
  };
  const [status, text] = await read(first);
  assert.equal(status, 200);
  assert.match(text, new RegExp(`DTSTART;VALUE=DATE:${day(7).replaceAll('-', '')}`));

  // Not a second time.
  await shown.getByRole('tab', { name: 'People' }).click();
  await shown.getByRole('tab', { name: 'Calendar link' }).click();
  await shown.getByRole('button', { name: 'Replace link…' }).waitFor();
  assert.doesNotMatch(await page.content(), /place\.ics/);
  await shown.getByRole('button', { name: 'Replace link…' }).click();
  await shown.getByRole('button', { name: 'Replace link', exact: true }).click();
  await secret.waitFor();
  const second = await linkOf();
  assert.notEqual(second, first);
  assert.deepEqual([(await read(first))[0], (await read(second))[0]], [404, 200]);

  await shown.getByRole('button', { name: 'Turn off…' }).click();
  await shown.getByRole('button', { name: 'Turn off', exact: true }).click();
  await shown.getByRole('button', { name: 'Create a secret link' }).waitFor();
  assert.equal((await read(second))[0], 404);
});

scene.test('a place is deleted by typing its name, for everybody', async (act) => {
  const { nora, ben, place } = await household(act);
  await book(ben, place, 7, 9);
  const other = await act.open(ben, addressOf.month(place));
  act.announce(other, gone);
  await stay(other, 'Ben Berg', 7, 9).waitFor();
  const { page, shown } = await openTab(act, nora, place, 'settings');
  act.announce(page, gone);
  await shown.getByRole('button', { name: 'Delete place…' }).click();
  const question = dialog(page, 'Delete “Cottage”?');
  await question.getByLabel('Type its name to confirm').fill('Cottag');
  await question.getByRole('button', { name: 'Delete place' }).click();
  await question.getByText('Type “Cottage” exactly as it is written.').waitFor();
  assert.equal((await placeOf(nora, place)).name, 'Cottage');
  await question.getByLabel('Type its name to confirm').fill('Cottage');
  await question.getByRole('button', { name: 'Delete place' }).click();
  await message(page, 'Deleted “Cottage”').waitFor();
  await expectNoDialog(page);
  for (const each of [page, other]) {
    await stay(each, 'Ben Berg').waitFor({ state: 'detached' });
    await each.getByRole('heading', { name: 'Share a place' }).waitFor();
  }
  assert.equal((await nora.ask('GET', `/api/v1/places/${place.id}`)).status, 404);
});

scene.test('a link to a place or a booking that is not for somebody says so', async (act) => {
  const { nora, place } = await household(act);
  const hers = await book(nora, place, 7, 9);
  const finn = await act.person('Finn Fresh');
  const page = await act.open(finn);
  act.announce(page, gone);
  await page.goto(`/bookings/events/${place.id}/${hers.id}`);
  await page.getByText('This booking no longer exists').waitFor();
  await page.goto(`/bookings/places/${place.id}/settings`);
  await dialog(page, 'Place not found').waitFor();
  assert.doesNotMatch(await page.content(), /Cottage|Nora/);
});
