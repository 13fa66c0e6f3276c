// Signing in and out, with a password and with a second factor.

import assert from 'node:assert/strict';
import { codeOf } from './support/authenticator.mjs';
import { password } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { expectPath, openAccountMenu, signIn } from './support/ways.mjs';

const scene = makeScene();
const refused = { url: /\/api\/v1\/session$/, status: 401 };

scene.test('somebody signs in, and out again', async (act) => {
  const nora = await act.person();
  const page = await act.open(undefined, '/');
  await expectPath(page, '/sign-in');
  await signIn(page, nora);
  await expectPath(page, /^\/agenda/);
  await openAccountMenu(page, nora);
  await page.getByText(nora.email).waitFor();
  // What the page asked for just before may be answered afterwards.
  act.announce(page, { url: /\/api\/v1\//, status: 401 });
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto('/calendar');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

scene.test('a wrong password is said, and the right one works after it', async (act) => {
  const nora = await act.person();
  const page = await act.open(undefined, '/sign-in');
  act.announce(page, refused);
  await signIn(page, { email: nora.email, password: 'not the right one' });
  const alert = page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.innerText(), /\w{3,}.*\./);
  assert.equal(await page.getByLabel('E-mail address').inputValue(), nora.email);
  await signIn(page, nora);
  await expectPath(page, /^\/agenda/);
});

scene.test('what is missing is said at its field, which gets the focus', async ({ open }) => {
  const page = await open(undefined, '/sign-in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const email = page.getByLabel('E-mail address');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');
  assert.equal(await email.getAttribute('aria-invalid'), 'true');
  const described = (await email.getAttribute('aria-describedby')) ?? '';
  const texts = await Promise.all(
    described.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText()),
  );
  assert.match(texts.join(' '), /address/);
});

scene.test('a password can be looked at', async ({ open }) => {
  const page = await open(undefined, '/sign-in');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret words');
  assert.equal(await field.getAttribute('type'), 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  assert.equal(await field.getAttribute('type'), 'text');
});

async function turnOnSecondFactor(person) {
  const path = '/api/v1/account/second-factor';
  const { secret } = await person.call('POST', path, { password });
  const { recoveryCodes } = await person.call('PUT', path, { code: codeOf(secret) });
  return { secret, recoveryCodes };
}

scene.test('the second factor is asked for', async (act) => {
  const nora = await act.person();
  const { secret } = await turnOnSecondFactor(nora);
  const page = await act.open(undefined, '/sign-in');
  act.announce(page, refused);
  await signIn(page, nora);
  const code = page.getByLabel('Code');
  await code.waitFor();
  assert.equal(await page.getByRole('alert').count(), 0, 'nothing is wrong yet');
  assert.equal(await code.evaluate((input) => input === document.activeElement), true);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  // The code of now has been used to turn it on.
  await code.fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expectPath(page, /^\/agenda/);
});

scene.test('a recovery code does in place of the second factor', async (act) => {
  const nora = await act.person();
  const { recoveryCodes } = await turnOnSecondFactor(nora);
  const page = await act.open(undefined, '/sign-in');
  act.announce(page, refused);
  await signIn(page, nora);
  await page.getByLabel('Code').fill(recoveryCodes[0]);
  await page.keyboard.press('Enter');
  await expectPath(page, /^\/agenda/);
});

scene.test('somebody who is signed in is not asked again', async ({ person, open }) => {
  const page = await open(await person(), '/sign-in');
  await expectPath(page, /^\/agenda/);
});

scene.test('an address in the link leads nowhere else', async ({ person, open, norn }) => {
  const nora = await person();
  const page = await open(nora);
  for (const elsewhere of [
    '//example.com/',
    'https://example.com/',
    '/\\example.com',
    '/sign-in',
  ]) {
    await page.goto(`/sign-in?returnTo=${encodeURIComponent(elsewhere)}`);
    await expectPath(page, /^\/agenda/);
    assert.equal(new URL(page.url()).origin, norn.url);
  }
});
