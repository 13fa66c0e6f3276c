// Who is in a place: invited, with and without an account, with another role, removed, and gone.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  booked,
  day,
  household,
  line,
  newcomer,
  nights,
  stay,
  stays,
  welcome,
} from './support/bookings.mjs';
import { dialog, message } from './support/calendar.mjs';
import { newEmail } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { expectPath } from './support/ways.mjs';

const scene = makeScene();

async function openTab(act, person, place, tab) {
  const page = await act.open(person, `${addressOf.month(place)}/places/${place.id}/${tab}`);
  const shown = dialog(page, place.name);
  await shown.waitFor();
  return { page, shown };
}

async function membersOf(person, place) {
  const { members, invitations } = await person.get(`/api/v1/places/${place.id}/members`);
  const people = members.map(({ name, role }) => `${name}: ${role}`).sort();
  return { people, invited: invitations.map(({ email, role }) => `${email}: ${role}`) };
}

scene.test('people are invited, get another role, and are removed', async (act) => {
  const { nora, ben, place } = await household(act);
  const dora = await act.person('Dora Dahl');
  const other = await act.open(dora, '/bookings');
  await other.getByRole('heading', { name: 'Share a place' }).waitFor();
  const { shown } = await openTab(act, nora, place, 'people');
  await shown.getByText('Ben Berg').waitFor();
  await shown.getByLabel('Invite by e-mail').fill('nobody');
  await shown.getByRole('button', { name: 'Invite', exact: true }).click();
  await shown.getByText('Enter an e-mail address.').waitFor();
  await shown.getByLabel('Invite by e-mail').fill(dora.email);
  await shown.getByLabel('Role', { exact: true }).selectOption('Viewer');
  await shown.getByRole('button', { name: 'Invite', exact: true }).click();
  await shown.getByText('Dora Dahl has joined and can now see “Cottage”.').waitFor();
  // She sees it without loading anything.
  await other.getByText('Cottage').first().waitFor();
  assert.equal(await other.getByRole('button', { name: 'Book', exact: true }).count(), 0);

  await shown.getByLabel('Role of Dora Dahl').selectOption('Member');
  await other.getByRole('button', { name: 'Book', exact: true }).first().waitFor();
  assert.deepEqual((await membersOf(nora, place)).people, [
    'Ben Berg: member',
    'Dora Dahl: member',
    'Nora Nilsen: administrator',
  ]);
  // The only administrator stays one.
  assert.ok(await shown.getByLabel('Role of Nora Nilsen').isDisabled());

  await shown.getByRole('button', { name: 'Remove Dora Dahl' }).click();
  await shown.getByRole('button', { name: 'Keep them' }).click();
  await shown.getByRole('button', { name: 'Remove Dora Dahl' }).click();
  await shown.getByRole('button', { name: 'Remove', exact: true }).click();
  const people = shown.getByRole('list', { name: 'People' });
  await people.getByText('Dora Dahl', { exact: true }).waitFor({ state: 'detached' });
  await other.getByRole('heading', { name: 'Share a place' }).waitFor();
  assert.deepEqual((await membersOf(ben, place)).people, [
    'Ben Berg: member',
    'Nora Nilsen: administrator',
  ]);
});

scene.test(
  'somebody new is invited, and joins or declines once they have an account',
  async (act) => {
    const { nora, place } = await household(act);
    const { shown } = await openTab(act, nora, place, 'people');
    const email = newEmail('cleo');
    await shown.getByLabel('Invite by e-mail').fill(email);
    await shown.getByRole('button', { name: 'Invite', exact: true }).click();
    await shown.getByText(`${email} does not have an account here yet.`).waitFor();
    assert.deepEqual((await membersOf(nora, place)).invited, [`${email}: member`]);
    await shown.getByRole('button', { name: `Withdraw the invitation for ${email}` }).click();
    await shown.getByRole('list', { name: 'Invited' }).waitFor({ state: 'detached' });
    assert.deepEqual((await membersOf(nora, place)).invited, []);

    const ina = await newcomer(act, nora, place, 'Ina Invited');
    const page = await act.open(ina, '/bookings');
    const card = page.getByRole('article', { name: 'Invitation to Cottage' });
    await card.getByText('Nora Nilsen invites you to Cottage as a member.').waitFor();
    await card.getByRole('button', { name: 'Join' }).click();
    await message(page, 'Joined “Cottage”').waitFor();
    await expectPath(page, new RegExp(`^/bookings/${place.id}/`));
    await shown.getByText('Ina Invited').waitFor();
    assert.ok((await membersOf(nora, place)).people.includes('Ina Invited: member'));

    const dirk = await newcomer(act, nora, place, 'Dirk Dahl');
    const third = await act.open(dirk, '/bookings');
    await third.getByRole('button', { name: 'Decline', exact: true }).click();
    await message(third, 'Declined the invitation to “Cottage”').waitFor();
    await third.getByRole('heading', { name: 'Share a place' }).waitFor();
    const { people, invited } = await membersOf(nora, place);
    assert.deepEqual([people.length, invited], [3, []]);
  },
);

scene.test('a member reads the settings, and leaves', async (act) => {
  const { nora, ben, place } = await household(act, { houseRules: 'No shoes' });
  await book(ben, place, 7, 9);
  const { page, shown } = await openTab(act, ben, place, 'settings');
  await shown.getByText('No shoes').waitFor();
  await shown.getByText('Only owners of the place can change this.').waitFor();
  assert.equal(await shown.getByRole('textbox').count(), 0);
  assert.equal(await shown.getByRole('button', { name: /Delete|Save/ }).count(), 0);
  await shown.getByRole('tab', { name: 'Prices' }).click();
  await shown.getByText(/High season/).waitFor();
  await shown.getByRole('tab', { name: 'People' }).click();
  await shown.getByText('Nora Nilsen').waitFor();
  assert.equal(await shown.getByText(nora.email).count(), 0);
  assert.equal(await shown.getByLabel('Invite by e-mail').count(), 0);
  await shown.getByRole('button', { name: 'Leave', exact: true }).click();
  await shown.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await message(page, 'You left “Cottage”').waitFor();
  await page.goto('/bookings');
  await page.getByRole('heading', { name: 'Share a place' }).waitFor();
  // What was booked stays booked.
  assert.deepEqual(await stays(nora, place), [line(7, 9, 'Ben Berg')]);
});

scene.test('viewers see who comes, and cannot book', async (act) => {
  const { nora, place } = await household(act);
  await book(nora, place, 7, 9, { note: 'With the dog' });
  const vera = await act.person('Vera Viewer');
  await welcome(nora, place, vera, 'viewer');
  const page = await act.open(vera, addressOf.month(place));
  await stay(page, 'Nora Nilsen', 7, 9).click();
  const shown = dialog(page, 'Nora Nilsen');
  await shown.getByText('With the dog').waitFor();
  await shown.getByText('You can view this place but not book it.').waitFor();
  assert.equal(await shown.getByRole('button', { name: /Wish/ }).count(), 0);
  await page.goto(`${addressOf.month(place)}/new?start=${day(14)}&end=${day(16)}`);
  await dialog(page, 'New booking').getByText('You can view these places').waitFor();
});
