// A person who forgot the password gets a link from an administrator.

import assert from 'node:assert/strict';
import { makeScene } from './support/scene.mjs';
import { expectPath } from './support/ways.mjs';

const scene = makeScene();
const newPassword = 'quite another phrase';

scene.test('an administrator makes a link, with which a password is set', async (act) => {
  const nora = await act.person('Nora Nord');
  const page = await act.open(act.administrator, '/settings/people');
  await page.getByRole('button', { name: 'New password for Nora Nord' }).click();
  const asked = page.getByRole('dialog', { name: 'New password for Nora Nord' });
  await asked.getByRole('button', { name: 'Create link' }).click();
  const link = asked.getByRole('group', { name: 'Link for a new password' }).locator('code');
  const address = await link.innerText();
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/reset#\S+$/);

  const hers = await act.open(undefined, address);
  await hers.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  assert.equal(new URL(hers.url()).hash, '', 'the secret is not left in the address');
  await hers.getByLabel('New password', { exact: true }).fill('short');
  await hers.getByRole('button', { name: 'Save password' }).click();
  await hers.locator('[aria-invalid=true]').waitFor();
  await hers.getByLabel('New password', { exact: true }).fill(newPassword);
  await hers.getByRole('button', { name: 'Save password' }).click();
  await hers.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await hers.getByRole('link', { name: 'Sign in' }).click();
  await hers.getByLabel('E-mail address').fill(nora.email);
  await hers.getByLabel('Password', { exact: true }).fill(newPassword);
  await hers.getByRole('button', { name: 'Sign in' }).click();
  await expectPath(hers, /^\/agenda/);
  // She is told, now and until she chooses one herself.
  await hers.getByText('Your password was last set with the help of').first().waitFor();
  await hers.goto('/settings/security');
  await hers.getByText('Choose a new one that only you know.').waitFor();

  const again = await act.open(undefined, address);
  act.announce(again, { url: /\/api\/v1\/password-reset$/, status: 403 });
  await again.getByLabel('New password', { exact: true }).fill('one more phrase');
  await again.getByRole('button', { name: 'Save password' }).click();
  await again
    .getByRole('alert')
    .filter({ hasText: /not valid any more/ })
    .waitFor();
});

scene.test('the sign-in page says whom to ask, if an administrator has said so', async (act) => {
  await act.ownNorn();
  const page = await act.open(act.administrator, '/settings/people');
  const stranger = await act.open(undefined, '/sign-in');
  await stranger
    .getByText('Forgotten your password? Ask an administrator of this server for a link.')
    .waitFor();
  await page.getByLabel('Name, phone number or e-mail (optional)').fill('Ada, in the hall');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await page.getByText('Contact saved').waitFor();
  await stranger.reload();
  await stranger.getByText('for a link: Ada, in the hall').waitFor();
});
