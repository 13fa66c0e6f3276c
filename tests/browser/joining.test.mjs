// Making an account with an invitation.

import assert from 'node:assert/strict';
import { newEmail, password } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { expectPath, fillAccount, openAccountMenu } from './support/ways.mjs';

const scene = makeScene();
const refused = { url: /\/api\/v1\/accounts$/, status: 403 };

async function invitation(administrator, email) {
  return administrator.call('POST', '/api/v1/invitations', email ? { email } : {});
}

scene.test('somebody joins with the link of an invitation', async ({ administrator, open }) => {
  const email = newEmail('ben');
  const { secret } = await invitation(administrator, email);
  const page = await open(undefined, `/join#${secret}`);
  await page.getByRole('heading', { name: 'You are invited' }).waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the secret is not left in the address');
  await fillAccount(page, { name: 'Ben Berg', email, password });
  await page.getByRole('button', { name: 'Join' }).click();
  await expectPath(page, /^\/calendar/);
  await openAccountMenu(page, { name: 'Ben Berg' });
  await page.getByText(email).waitFor();
  const { users } = await administrator.get('/api/v1/users');
  assert.equal(users.filter((user) => user.email === email).length, 1);
});

scene.test('an invitation works once', async (act) => {
  const { secret } = await invitation(act.administrator);
  const first = await act.open(undefined, `/join#${secret}`);
  await fillAccount(first, { name: 'Cleo', email: newEmail('cleo'), password });
  await first.getByRole('button', { name: 'Join' }).click();
  await expectPath(first, /^\/calendar/);
  const second = await act.open(undefined, `/join#${secret}`);
  act.announce(second, refused);
  await fillAccount(second, { name: 'Clio', email: newEmail('clio'), password });
  await second.getByRole('button', { name: 'Join' }).click();
  await second
    .getByRole('alert')
    .filter({ hasText: /invitation/i })
    .waitFor();
  await expectPath(second, '/join');
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
  await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
});

scene.test('an invitation that is of no use says so', async (act) => {
  const page = await act.open(undefined, '/join#not-an-invitation');
  act.announce(page, refused);
  await fillAccount(page, { name: 'Eve', email: newEmail('eve'), password });
  await page.getByRole('button', { name: 'Join' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /invitation/i })
    .waitFor();
});

scene.test('anybody can sign up where the administrators let them', async (act) => {
  await act.ownNorn();
  const closed = await act.open(undefined, '/sign-up');
  await closed.getByRole('heading', { name: 'An invitation is needed' }).waitFor();
  await act.administrator.call('PUT', '/api/v1/settings', { signUp: 'open' });
  const page = await act.open(undefined, '/sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await fillAccount(page, { name: 'Finn', email: newEmail('finn'), password });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectPath(page, /^\/calendar/);
});
