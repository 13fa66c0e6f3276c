// Making an account with an invitation.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { makePlace } from './support/bookings.mjs';
import { newEmail, password } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectPath, fillAccount, openAccountMenu } from './support/ways.mjs';

const scene = makeScene();
const refused = { url: /\/api\/v1\/(accounts|invitation)$/, status: 403 };

async function invitation(administrator, email) {
  return administrator.call('POST', '/api/v1/invitations', email ? { email } : {});
}

scene.test('somebody joins with the link of an invitation', async ({ administrator, open }) => {
  const email = newEmail('ben');
  const { secret } = await invitation(administrator, email);
  const page = await open(undefined, `/join#${secret}`);
  await page.getByRole('heading', { name: 'You are invited' }).waitFor();
  await page.getByText('Ada Admin invites you to Norn.').waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the secret is not left in the address');
  await fillAccount(page, { name: 'Ben Berg', email, password });
  await page.getByRole('button', { name: 'Join' }).click();
  await expectPath(page, /^\/agenda/);
  await openAccountMenu(page, { name: 'Ben Berg' });
  await page.getByText(email).waitFor();
  const { users } = await administrator.get('/api/v1/users');
  assert.equal(users.filter((user) => user.email === email).length, 1);
});

scene.test('an invitation says to which calendars and places it leads', async (act) => {
  const nora = await act.person();
  const email = newEmail('ben');
  const family = await nora.makeCalendar('Family');
  const cottage = await makePlace(nora);
  await nora.call('POST', `/api/v1/calendars/${family.id}/members`, { email, role: 'writer' });
  await nora.call('POST', `/api/v1/places/${cottage.id}/members`, { email, role: 'member' });
  const { secret } = await invitation(act.administrator, email);
  const page = await act.open(undefined, `/join#${secret}`);
  const things = page.getByRole('list', { name: 'What you are invited to' });
  const texts = async () =>
    (await things.getByRole('listitem').allTextContents()).map((text) =>
      text.replace(/\s+/g, ' ').trim(),
    );
  await eventually(texts, [
    'Family Calendar, as an editor, invited by Nora Nilsen',
    'Cottage Place, as a member, invited by Nora Nilsen',
  ]);
  await expectAccessible(page, 'an invitation to a calendar and a place');
  await page.reload();
  await eventually(async () => (await texts()).length, 2);
  await fillAccount(page, { name: 'Ben Berg', email, password });
  await page.getByRole('button', { name: 'Join' }).click();
  await expectPath(page, /^\/agenda/);
  await page.goto('/calendar');
  await page.getByRole('checkbox', { name: /^Family/ }).waitFor();
});

scene.test('an invitation works once', async (act) => {
  const { secret } = await invitation(act.administrator);
  const first = await act.open(undefined, `/join#${secret}`);
  const second = await act.open(undefined, `/join#${secret}`);
  act.announce(second, refused);
  await fillAccount(first, { name: 'Cleo', email: newEmail('cleo'), password });
  await first.getByRole('button', { name: 'Join' }).click();
  await expectPath(first, /^\/agenda/);
  await fillAccount(second, { name: 'Clio', email: newEmail('clio'), password });
  await second.getByRole('button', { name: 'Join' }).click();
  await second
    .getByRole('alert')
    .filter({ hasText: /invitation/i })
    .waitFor();
  await expectPath(second, '/join');
  await second.reload();
  await second.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
});

scene.test('what is wrong with an account is said at its field', async (act) => {
  const { secret } = await invitation(act.administrator);
  const page = await act.open(undefined, `/join#${secret}`);
  await fillAccount(page, { name: '', email: 'nobody', password: 'short' });
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForFunction(() => document.querySelectorAll('[aria-invalid=true]').length === 3);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');

  await fillAccount(page, { name: 'Dora', email: act.administrator.email, password });
  act.announce(page, { url: /\/api\/v1\/accounts$/, status: 409 });
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('alert').waitFor();
});

scene.test('a link without its secret says what is missing', async ({ open }) => {
  const page = await open(undefined, '/join');
  await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
});

scene.test('an invitation that is of no use says so', async (act) => {
  const page = await act.open(undefined);
  act.announce(page, refused);
  await page.goto('/join#not-an-invitation');
  await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
  await page.getByText('Ask for a new one.').waitFor();
});

scene.test('anybody can sign up where the administrators let them', async (act) => {
  await act.ownNorn();
  const closed = await act.open(undefined, '/sign-up');
  await closed.getByRole('heading', { name: 'You need an invitation' }).waitFor();
  await act.administrator.call('PUT', '/api/v1/settings', { signUp: 'open' });
  const page = await act.open(undefined, '/sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await fillAccount(page, { name: 'Finn', email: newEmail('finn'), password });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectPath(page, /^\/agenda/);
});
