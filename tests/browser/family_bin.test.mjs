// Deleted people and trees come back from the bin; and a tree is checked for mistakes and for people who are in it twice.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { smallPhone } from './support/browser.mjs';
import { dialog, expectNoDialog, message } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll } from './support/ways.mjs';

const scene = makeScene();
const api = '/api/v1/trees';
const cardOf = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const bin = (page) => dialog(page, 'Bin');
const restore = (page, title) => bin(page).getByRole('button', { name: `Restore “${title}”` });

// A mother who died before her daughter was born, and a daughter who is in the tree twice.
async function family(act) {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const tree = await nora.call('POST', api, { treeName: 'Berg' });
  const add = (firstName, options) =>
    nora.call('POST', `${api}/${tree.treeId}/persons`, { firstName, lastName: 'Berg', ...options });
  const eva = await add('Eva', {
    gender: 'Female',
    birthDate: '1850-01-01',
    deathDate: '1880-01-01',
  });
  const parents = [{ personId: eva.personId }];
  const ida = await add('Ida', { gender: 'Female', birthDate: '1885-03-04', parents });
  const twin = await add('Ida', { gender: 'Female', birthDate: '1885-03-04', parents });
  return { nora, ben, tree, eva, ida, twin };
}

const share = (nora, { treeId }, { email }, role) =>
  nora.call('POST', `${api}/${treeId}/members`, { email, role });

scene.test('a deleted person comes back with their relationships', async (act) => {
  const { nora, ben, tree, eva } = await family(act);
  await share(nora, tree, ben, 'write');
  const chart = `/family/hourglass/${tree.treeId}?person=${eva.personId}`;
  const [hers, his] = await Promise.all([act.open(nora, chart), act.open(ben, chart)]);
  await cardOf(hers, 'Ida Berg').first().waitFor();
  await cardOf(hers, 'Eva Berg').focus();
  await hers.keyboard.press('Enter');
  const shown = dialog(hers, 'Eva Berg');
  await shown.getByRole('button', { name: 'Delete' }).click();
  await shown.getByText(/restored from the bin of the tree/).waitFor();
  await shown.getByRole('button', { name: 'Delete' }).last().click();
  await expectNoDialog(hers);

  // He may write, and so restore; deleting for good is for the owner.
  await cardOf(his, 'Eva Berg').waitFor({ state: 'detached' });
  await his.getByRole('button', { name: 'More for Berg' }).click();
  await his.getByRole('menuitem', { name: 'Bin' }).click();
  await bin(his).getByText('Deleted by Nora Nilsen').waitFor();
  assert.equal(await bin(his).getByRole('button', { name: 'Empty' }).count(), 0);
  await expectAccessible(his, 'the bin of a tree');
  await restore(his, 'Eva Berg').click();
  await message(his, 'Restored “Eva Berg”').waitFor();
  await his.keyboard.press('Escape');
  await expectNoDialog(his);
  await Promise.all([hers, his].map((page) => cardOf(page, 'Eva Berg').waitFor()));
  const { relationships } = await nora.get(`${api}/${tree.treeId}/graph`);
  assert.equal(relationships.length, 2);
});

scene.test('a deleted tree comes back, or is deleted for good', async (act) => {
  const { nora } = await family(act);
  const page = await act.open(nora, '/family/all');
  const menu = page.getByRole('button', { name: 'More for Berg' });
  const remove = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete the tree…' }).click();
    const asked = dialog(page, 'Delete “Berg”?');
    await asked.getByText(/from your bin for 30 days/).waitFor();
    await asked.getByRole('textbox').fill('Berg');
    await asked.getByRole('button', { name: 'Delete the tree' }).click();
    await menu.waitFor({ state: 'detached' });
  };
  await expectAccessible(page, 'all trees');
  await remove();
  await page.getByRole('link', { name: 'Bin' }).first().click();
  await bin(page).getByText('Deleted trees').waitFor();
  await restore(page, 'Berg').click();
  await page.keyboard.press('Escape');
  await menu.waitFor();

  await remove();
  await page.getByRole('link', { name: 'Bin' }).first().click();
  await bin(page).getByRole('button', { name: 'Empty' }).click();
  await bin(page).getByRole('button', { name: 'Delete permanently', exact: true }).click();
  await bin(page).getByText('The bin is empty.').waitFor();
  assert.deepEqual((await nora.get('/api/v1/tree-bin')).things, []);
});

scene.test('a tree is checked, and checked again when it changes', async (act) => {
  const { nora, ben, tree } = await family(act);
  const page = await act.open(nora, `/family/list/${tree.treeId}`);
  await page.getByRole('button', { name: 'More for Berg' }).click();
  await page.getByRole('menuitem', { name: 'Check this tree' }).click();
  const main = page.getByRole('main');
  const mistakes = main.getByRole('region', { name: /^Mistakes/ });
  const twice = main.getByRole('region', { name: /^Probably the same person/ });
  await mistakes
    .getByText(/was born after the death of the mother/)
    .first()
    .waitFor();
  await eventually(() => twice.getByRole('link', { name: 'Ida Berg' }).count(), 2);
  await twice.getByText('born on the same day').waitFor();
  await expectAccessible(page, 'a check');

  await twice.getByRole('link', { name: 'Ida Berg' }).last().click();
  await dialog(page, 'Ida Berg').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await twice.getByRole('link', { name: 'Merge…' }).click();
  await dialog(page, 'Merge two records of Ida Berg')
    .getByRole('button', { name: 'Merge', exact: true })
    .click();
  await expectNoDialog(page);
  await main.getByText('Nobody seems to be in the tree twice.').waitFor();
  await eventually(() => mistakes.getByRole('listitem').count(), 1);

  // Readers do not put right what is wrong.
  await share(nora, tree, ben, 'read');
  const his = await act.open(ben, `/family/check/${tree.treeId}`, smallPhone);
  await his.getByText('Those who may write in this tree can check it.').waitFor();
  await expectNoSidewaysScroll(his);
  await his.getByRole('button', { name: 'More for Berg' }).tap();
  await his.getByRole('menuitem', { name: 'Export as GEDCOM 7.0' }).waitFor();
  assert.equal(await his.getByRole('menuitem', { name: /Check|Bin/ }).count(), 0);
});
