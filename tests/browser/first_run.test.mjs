// From the link that a new server prints to the first entry.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { dialog, entry, expectNoDialog, message } from './support/calendar.mjs';
import { today } from './support/browser.mjs';
import { Client, password, Person } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { expectFocusKept, expectPath, fillAccount } from './support/ways.mjs';

const scene = makeScene({ isNew: true });
const ada = { name: 'Ada Berg', email: 'ada@example.com', password };

scene.test('whoever comes without the link is told where it is', async ({ open }) => {
  const page = await open(undefined, '/');
  await expectPath(page, '/setup');
  await page.getByText('Open the link that Norn printed when it started').waitFor();
  await expectAccessible(page, 'before the set-up');
});

scene.test('a wrong link is refused', async (act) => {
  const page = await act.open(undefined, '/setup#not-the-secret');
  act.announce(page, { url: /\/api\/v1\/setup$/, status: 403 });
  await fillAccount(page, ada);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').waitFor();
});

scene.test('the printed link leads to an account, a calendar and an entry', async (act) => {
  const page = await act.open(undefined, act.norn.setupLink);
  await page.getByRole('heading', { name: 'Welcome to Norn' }).waitFor();
  await expectAccessible(page, 'the first account');
  assert.equal(new URL(page.url()).hash, '', 'the secret is not left in the address');
  await fillAccount(page, ada);
  await page.reload();
  await page.getByText('Create the first account.').waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), ada.email);
  await fillAccount(page, ada);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectPath(page, /^\/agenda/);

  await page.getByRole('link', { name: 'Make a shared calendar' }).click();
  await page.getByRole('heading', { name: 'Your first calendar' }).waitFor();
  await page.getByLabel('Name').fill('Family');
  await page.getByRole('button', { name: 'Create calendar' }).click();
  await page.getByRole('checkbox', { name: 'Family', checked: true }).waitFor();
  await expectFocusKept(page);

  // Three steps lead on, whatever is done first.
  const first = page.getByRole('region', { name: 'First steps' });
  await expectStep(first, 'Other people');
  await page.keyboard.press('n');
  await dialog(page, 'New event').waitFor();
  await page.getByLabel('Title').fill('Dinner');
  await page.getByLabel('From').fill('18:30');
  await page.getByLabel('To', { exact: true }).fill('20:00');
  await page.getByLabel('Location').fill('At home');
  await page.getByRole('button', { name: 'Save' }).click();
  await message(page, 'Saved “Dinner”').waitFor();
  await expectNoDialog(page);
  await expectFocusKept(page);
  await entry(page, 'Dinner').waitFor();
  await expectAccessible(page, 'the first steps');

  await first.getByRole('link', { name: 'Invite people' }).click();
  const people = dialog(page, 'Family');
  await people.getByLabel('Invite by e-mail').fill('ben@example.com');
  await people.getByRole('button', { name: 'Invite', exact: true }).click();
  await people.getByText('ben@example.com').first().waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await expectStep(first, 'Your phone');
  await first.getByRole('button', { name: 'Show me how' }).click();
  const phone = dialog(page, 'Norn on your phone');
  // The test is on the machine of the server, as most who try Norn are.
  await phone.getByText('a phone cannot open it').waitFor();
  await expectAccessible(page, 'Norn on a phone');
  await phone.getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  await first.waitFor({ state: 'detached' });

  const client = new Client(act.norn);
  await client.call('POST', '/api/v1/session', { email: ada.email, password });
  const { calendars } = await client.get('/api/v1/calendars');
  assert.deepEqual(
    calendars.map(({ name, role }) => [name, role]),
    [['Family', 'owner']],
  );
  const path = `/api/v1/calendars/${calendars[0].id}/entries?from=${today}&to=${today}`;
  const [made] = (await client.get(path)).entries;
  assert.deepEqual([made.title, made.date, made.location], ['Dinner', today, 'At home']);
  assert.deepEqual(made.kind, { type: 'Timed', start: '18:30:00', end: '20:00:00' });
  assert.equal((await client.get('/api/v1/session')).administrator, true);

  assert.equal((await client.get('/api/v1/session')).firstSteps, undefined);

  await page.reload();
  await entry(page, 'Dinner').waitFor();
  assert.equal(await first.count(), 0, 'the first steps are over for good');
});

scene.test('the first steps can be left for later, and skipped for good', async (act) => {
  const client = new Person(act.norn);
  await client.call('POST', '/api/v1/session', { email: ada.email, password });
  await client.call('PATCH', '/api/v1/account', { firstSteps: true });
  const page = await act.open(client, '/planner');
  const first = page.getByRole('region', { name: 'First steps' });
  // What is there already is done, also on a new device.
  await expectStep(first, 'Your phone');
  await page.getByRole('link', { name: 'Projects' }).click();
  await first.getByRole('button', { name: 'Skip all' }).click();
  await first.waitFor({ state: 'detached' });
  assert.equal((await client.get('/api/v1/session')).firstSteps, undefined);
});

scene.test('the link works once', async (act) => {
  const page = await act.open(undefined, act.norn.setupLink);
  await page.getByRole('heading', { name: 'Norn is already set up' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

// The step that the person is led to.
async function expectStep(first, name) {
  await first.locator('[aria-current="step"]', { hasText: name }).waitFor();
}
