// The console of administrators: confirming who one is, tables and their items, what is hidden, and the state of the server.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { smallPhone } from './support/browser.mjs';
import { dialog, expectNoDialog } from './support/calendar.mjs';
import { password } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll, expectPath } from './support/ways.mjs';

const scene = makeScene();
const table = 'ProductivityData';
const confirmation = /\/api\/v1\/confirmation$/;
const notConfirmed = { url: /\/api\/v1\/console\//, status: 403 };
const section = (page, name) =>
  page.getByRole('navigation', { name: 'Server console' }).getByRole('link', { name });
const openItem = (page, name) => page.getByRole('button', { name: `Open ${name}` });

async function confirm(page) {
  const asked = dialog(page, 'Confirm that it is you');
  await asked.getByLabel('Password', { exact: true }).fill(password);
  await asked.getByRole('button', { name: 'Confirm', exact: true }).click();
  await asked.waitFor({ state: 'detached' });
}

// A page of the console, confirmed. Other tests use the same session, so it is confirmed anew.
async function enter(act, address = '/console', options = {}) {
  await act.administrator.call('DELETE', '/api/v1/console/confirmation');
  const page = await act.open(act.administrator, address, options);
  await confirm(page);
  return page;
}

async function query(page, partition) {
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByLabel('Partition key PK').fill(partition);
  await page.getByRole('button', { name: 'Run' }).click();
}

// Changes the text of the item that is edited.
async function replaceText(shown, from, to) {
  const area = shown.getByLabel('DynamoDB JSON');
  await area.fill((await area.inputValue()).replace(from, to));
}

scene.test('administrators find it, and confirm who they are', async (act) => {
  await act.administrator.call('DELETE', '/api/v1/console/confirmation');
  const page = await act.open(act.administrator, '/settings/profile');
  await page.getByRole('navigation', { name: 'Settings' }).getByText('Server console').click();
  await expectPath(page, '/console/tables');
  const asked = dialog(page, 'Confirm that it is you');
  act.announce(page, { url: confirmation, status: 403 });
  await asked.getByLabel('Password', { exact: true }).fill('not the right one');
  await page.keyboard.press('Enter');
  await asked.getByText('The password is wrong.').waitFor();
  await expectAccessible(page, 'confirming');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('It opens for ten minutes').waitFor();
  assert.equal(await page.getByRole('link', { name: table }).count(), 0);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await confirm(page);
  await page.getByRole('link', { name: table }).waitFor();

  await page.getByRole('button', { name: 'Lock' }).click();
  await page.getByRole('button', { name: 'Open the console' }).waitFor();
  const state = await act.administrator.get('/api/v1/console');
  assert.equal(state.confirmedUntil, null);
  await page.goto('/settings/profile');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.keyboard.press('Control+k');
  await dialog(page, 'Search').getByRole('combobox').fill('server con');
  await page.getByRole('option', { name: 'Server console' }).click();
  await expectPath(page, '/console/tables');
});

scene.test('the other pages of administrators ask in the same way', async (act) => {
  await act.administrator.call('POST', '/api/v1/confirmation', { password });
  const page = await act.open(act.administrator, '/settings/profile');
  const unconfirmed = /\/api\/v1\/(users|invitations|settings)$/;
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Create link' }).waitFor();
  await act.administrator.call('DELETE', '/api/v1/confirmation');
  act.announce(page, { url: unconfirmed, status: 403 });
  await page.getByRole('button', { name: 'Create link' }).click();
  await confirm(page);
  await page.getByText('This is the link for one person.').waitFor();
});

scene.test('it is not there for others', async (act) => {
  const nora = await act.person();
  const page = await act.open(nora, '/console/tables');
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.keyboard.press('Control+k');
  await dialog(page, 'Search').getByRole('combobox').fill('console');
  await dialog(page, 'Search').getByText('Nothing found', { exact: true }).waitFor();
  await page.goto('/settings/profile');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  assert.equal(await page.getByText('Server console').count(), 0);
  assert.deepEqual(
    asked.filter((url) => url.includes('/api/v1/console')),
    [],
  );
});

scene.test('items are found, copied, changed and deleted', async (act) => {
  const PK = `CONSOLE#it's`;
  for (const SK of ['one', 'two']) await act.norn.putItem(table, { PK, SK, text: 'old', by: SK });
  const page = await enter(act, `/console/tables?table=${table}`);
  await query(page, PK);
  await page.getByText('2 items', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByLabel('Attribute').fill('by');
  await page.getByLabel('Value', { exact: true }).fill('two');
  await page.getByRole('button', { name: 'Run' }).click();
  await openItem(page, `${PK} / one`).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Copy as…' }).click();
  const copied = dialog(page, 'Copy the query');
  await copied.getByText(`{":p": {"S": "CONSOLE#it'\\''s"}`).waitFor();
  await copied.getByRole('tab', { name: 'Python' }).click();
  await copied.getByText(`":p": "CONSOLE#it's",`).waitFor();
  await expectAccessible(page, 'copying');
  await page.keyboard.press('Escape');

  // Ten minutes later: what was typed stays, and goes on once it is confirmed again.
  await act.administrator.call('DELETE', '/api/v1/console/confirmation');
  act.announce(page, notConfirmed);
  await openItem(page, `${PK} / two`).click();
  const shown = dialog(page, `Item of ${table}`);
  await shown.getByText('"text": "old"').waitFor();
  await expectAccessible(page, 'an item');
  await shown.getByRole('button', { name: 'Edit' }).click();
  await replaceText(shown, '"old"', '"mine"');
  await expectAccessible(page, 'an item that is edited');
  await shown.getByRole('button', { name: 'Save' }).click();
  await confirm(page);
  await expectNoDialog(page);

  // Another program changes it meanwhile.
  await openItem(page, `${PK} / two`).click();
  await shown.getByRole('button', { name: 'Edit' }).click();
  await replaceText(shown, '"mine"', '"mine, again"');
  await act.norn.putItem(table, { PK, SK: 'two', text: 'mine', by: 'two', more: 'theirs' });
  act.announce(page, { url: /\/items$/, status: 409 });
  await page.keyboard.press('Control+Enter');
  const versions = dialog(page, 'This item was changed meanwhile');
  await expectAccessible(page, 'two versions of an item');
  await versions.getByRole('button', { name: 'Save this choice' }).click();
  await expectNoDialog(page);
  await openItem(page, `${PK} / two`).click();
  await shown.getByText('"text": "mine, again"').waitFor();
  await shown.getByText('"more": "theirs"').waitFor();
  await shown.getByRole('button', { name: 'Delete…' }).click();
  await dialog(page, 'Delete this item?').getByRole('button', { name: 'Delete item' }).click();
  await page.getByText('Nothing found.').waitFor();
  await expectNoDialog(page);
});

scene.test('changes are shown as they come', async (act) => {
  const page = await enter(act, `/console/tables?table=${table}&tab=changes`);
  await page.getByText('Changes appear here as they happen.').waitFor();
  await act.norn.putItem(table, { PK: 'CONSOLE#live', SK: 'one', text: 'fresh' });
  await page.getByText('CONSOLE#live / one').click();
  await page.getByText('"text": "fresh"').waitFor();
  await expectAccessible(page, 'changes');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused.').waitFor();
});

scene.test('secrets are named, and are not in the page', async (act) => {
  const page = await enter(act, '/console/tables?table=norn');
  const answers = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/console/')) answers.push(response.text());
  });
  await query(page, `USER#${act.administrator.id}`);
  const session = page.getByRole('row').filter({ hasText: 'SESSION#' }).first();
  await session.getByText('(hidden)').waitFor();
  await session.click();
  const shown = dialog(page, 'Item of norn');
  await shown.getByText('Not shown, because it is secret: ').waitFor();
  assert.equal(await shown.getByRole('button', { name: 'Edit' }).count(), 0);
  assert.equal(await shown.getByRole('button', { name: 'Delete…' }).count(), 0);
  await shown.getByText('Norn’s own tables are read-only').waitFor();
  const all = (await Promise.all(answers)).join('') + (await page.content());
  assert.equal(/argon2|\b[0-9a-f]{64}\b/.exec(all), null);
  assert.ok(!all.includes(act.administrator.cookie));
});

scene.test('the server, its backups and sessions are shown, also on a small phone', async (act) => {
  const nora = await act.person();
  const page = await enter(act, '/console', smallPhone);
  const views = [
    ['Tables', page.getByRole('link', { name: table })],
    ['Health', page.getByRole('heading', { name: 'Checks' })],
    ['Backups', page.getByRole('heading', { name: 'Backups' })],
    ['Needs attention', page.getByRole('heading', { name: 'Everyone’s items' })],
    ['Sessions', page.getByRole('link', { name: 'Sessions of Nora Nilsen' }).first()],
  ];
  for (const [name, shown] of views) {
    await section(page, name).click();
    await shown.waitFor();
    await expectAccessible(page, name);
    await expectNoSidewaysScroll(page, name);
  }
  await page.goto(`/console/tables?table=${table}`);
  await page.getByRole('region', { name: 'Items' }).or(page.getByText('Nothing found.')).waitFor();
  await expectAccessible(page, 'items');
  await expectNoSidewaysScroll(page, 'items');

  await page.goto(`/console/people?person=${nora.id}`);
  await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('not signed in anywhere').waitFor();
  await eventually(async () => (await nora.ask('GET', '/api/v1/session')).status, 401);
});
