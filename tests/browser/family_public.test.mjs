// A public tree without an account, and the days of trees in other calendars.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { phone } from './support/browser.mjs';
import { dialog, expectNoDialog } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll } from './support/ways.mjs';

const scene = makeScene();
const api = '/api/v1/trees';
const cardOf = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });

// A dead mother and her living son.
async function openTree(act) {
  const nora = await act.person('Nora Nilsen');
  const tree = await nora.call('POST', api, {
    treeName: 'Berg',
    isPublic: true,
  });
  const add = (firstName, options) =>
    nora.call('POST', `${api}/${tree.treeId}/persons`, {
      firstName,
      lastName: 'Berg',
      ...options,
    });
  const anna = await add('Anna', {
    birthDate: '1850-03-04',
    biography: 'Wrote **letters**.',
  });
  const paul = await add('Paul', { parents: [{ personId: anna.personId }] });
  return { nora, tree, anna, paul };
}

scene.test('a public tree is read without an account where it is allowed', async (act) => {
  const { nora, tree, anna } = await openTree(act);
  const { administrator } = act;
  const admin = await act.open(administrator, '/settings/people');
  const setting = admin.getByRole('switch', {
    name: 'Also without an account',
  });
  assert.equal(await setting.isChecked(), false);
  await setting.click();
  await eventually(() => setting.isChecked(), true);

  // The owner sees the address.
  const page = await act.open(nora, `/family/hourglass/${tree.treeId}/tree/${tree.treeId}/people`);
  const address = page.getByRole('group', { name: 'Public address' });
  await address.getByText(`/public/trees/${tree.treeId}`).waitFor();
  await expectAccessible(page, 'the public address');

  for (const look of [undefined, phone]) {
    const visitor = await act.open(undefined, `/public/trees/${tree.treeId}`, look);
    await visitor.getByRole('heading', { name: 'Berg', exact: true }).waitFor();
    await cardOf(visitor, 'Anna Berg').waitFor();
    await cardOf(visitor, 'Living').waitFor();
    assert.equal(await visitor.getByText('Paul').count(), 0);
    assert.equal(await visitor.getByRole('navigation').count(), 0);
    await visitor.getByRole('link', { name: 'Sign in' }).waitFor();
    await expectNoSidewaysScroll(visitor);
    await expectAccessible(visitor, 'a public tree');
  }

  const visitor = await act.open(undefined, `/public/trees/${tree.treeId}?person=${anna.personId}`);
  await cardOf(visitor, 'Anna Berg').focus();
  await visitor.keyboard.press('Enter');
  const shown = dialog(visitor, 'Anna Berg');
  await shown.getByText('letters').waitFor();
  await expectAccessible(visitor, 'a person of a public tree');
  await shown.getByRole('button', { name: 'Close' }).last().click();
  await expectNoDialog(visitor);
  await visitor.getByLabel('View').first().selectOption('Descendants');
  await eventually(() => new URL(visitor.url()).searchParams.get('view'), 'descendants');

  await setting.click();
  await eventually(() => setting.isChecked(), false);
});

scene.test('where it is not allowed there is no such page', async (act) => {
  const { tree } = await openTree(act);
  const visitor = await act.open(undefined);
  act.announce(visitor, { url: /\/public\/trees\//, status: 404 });
  await visitor.goto(`/public/trees/${tree.treeId}`);
  await visitor.getByRole('heading', { name: 'There is no such tree' }).waitFor();
  assert.equal(await visitor.getByText('Berg').count(), 0);
  await expectAccessible(visitor, 'no public tree');
});

scene.test('days of all trees are in other calendars, by what people are to me', async (act) => {
  const { nora, tree, paul } = await openTree(act);
  const page = await act.open(nora, `/family/hourglass/${tree.treeId}/person/${paul.personId}`);
  const me = dialog(page, 'Paul Berg').getByRole('button', {
    name: 'This is me',
  });
  await me.click();
  await eventually(() => me.getAttribute('aria-pressed'), 'true');
  const self = await nora.get(`${api}/${tree.treeId}/self`);
  assert.deepEqual(self, { personId: paul.personId });

  await page.goto(new URL('/family/all/feed', page.url()).href);
  const feed = dialog(page, 'Days in other calendars');
  await feed.getByRole('switch', { name: 'Days of death' }).click();
  await feed.getByRole('button', { name: 'Create a secret link' }).waitFor();
  await expectAccessible(page, 'the feed of family trees');
  await feed.getByRole('button', { name: 'Create a secret link' }).click();
  const link = await feed.getByText('/family.ics?kinds=birthday,wedding').textContent();
  const text = await (await fetch(link.trim())).text();
  assert.match(text.replaceAll('\r\n ', ''), /SUMMARY:Anna Berg \(parent\)\\, born 176 years ago/);
});
