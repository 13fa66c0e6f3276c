// A GEDCOM file is imported again into its tree: compared with it, chosen from, written, undone.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { smallPhone } from './support/browser.mjs';
import { dialog, expectNoDialog } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll, expectPath } from './support/ways.mjs';

const scene = makeScene();
const api = '/api/v1/trees';
const cardOf = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });

// Adam, his daughter Anna, and who else is in the file.
const gedcom = ({ adam, anna, more = '', children = '' }) =>
  Buffer.from(`0 HEAD
1 GEDC
2 VERS 5.5.1
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Adam /Berg/
1 SEX M
1 BIRT
2 DATE ${adam}
1 FAMS @F1@
0 @I2@ INDI
1 NAME Anna /Berg/
1 SEX F
1 BIRT
2 PLAC ${anna}
1 FAMC @F1@
${more}0 @F1@ FAM
1 HUSB @I1@
1 CHIL @I2@
${children}0 TRLR
`);
const first = gedcom({ adam: '5 MAR 1850', anna: 'Oslo' });
const second = gedcom({
  adam: '6 MAR 1850',
  anna: 'Bergen',
  more: '0 @I3@ INDI\n1 NAME Carl /Berg/\n1 SEX M\n1 FAMC @F1@\n',
  children: '1 CHIL @I3@\n',
});
const fileOf = (buffer) => ({ name: 'Berg.ged', mimeType: 'text/plain', buffer });

// A tree of the first file, in which Adam's birth was changed since.
async function imported(act) {
  const nora = await act.person('Nora Nilsen');
  const { tree } = await nora.call('POST', '/api/v1/tree-imports?name=Bergs', first);
  const people = async () => (await nora.get(`${api}/${tree.treeId}/graph`)).persons;
  const personOf = async (name) => {
    const found = (await people()).find(({ firstName }) => firstName === name);
    return found && nora.get(`${api}/${tree.treeId}/persons/${found.personId}`);
  };
  const adam = await personOf('Adam');
  await nora.call(
    'PATCH',
    `${api}/${tree.treeId}/persons/${adam.personId}`,
    { birthDate: '1851-03-07' },
    { 'If-Match': `"${adam.etag}"` },
  );
  return { nora, tree, personOf };
}

scene.test('a file is imported again, with a choice where both have changed', async (act) => {
  const { nora, tree, personOf } = await imported(act);
  const page = await act.open(nora, `/family/hourglass/${tree.treeId}`);
  await cardOf(page, 'Adam Berg').waitFor();
  await page.getByRole('button', { name: 'More for Bergs' }).click();
  await page.getByRole('menuitem', { name: 'Import a file…' }).click();
  await expectPath(page, /\/reimport$/);
  const shown = dialog(page, 'Import into Bergs');
  await expectAccessible(page, 'where a file is imported');
  await shown.locator('input[type=file]').setInputFiles(fileOf(second));
  await shown.getByText('This is how the file differs from the tree.').waitFor();

  const conflict = shown.getByRole('group', { name: /^Adam Berg/ });
  await conflict.getByText('7 March 1851').waitFor();
  await conflict.getByText('6 March 1850').waitFor();
  assert.ok(await conflict.getByRole('radio', { name: 'Keep the tree’s' }).isChecked());
  await shown.locator('summary', { hasText: 'New' }).click();
  await shown
    .getByRole('group', { name: /^Carl Berg/ })
    .first()
    .waitFor();
  await expectAccessible(page, 'how they differ');

  // A page that is loaded again has the same comparison.
  await page.reload();
  await conflict.getByRole('radio', { name: 'Take the file’s' }).check();
  await shown.getByRole('button', { name: 'Import', exact: true }).click();
  await shown.getByText('The file was imported into Bergs.').waitFor();
  await expectAccessible(page, 'the end of an import');
  assert.equal((await personOf('Adam')).birthDate, '1850-03-06');
  assert.equal((await personOf('Anna')).birthPlace, 'Bergen');
  await cardOf(page, 'Carl Berg').waitFor();

  await shown.getByRole('button', { name: 'Undo the import' }).click();
  await shown.getByText('Bergs is as it was before the import.').waitFor();
  await shown.locator('footer').getByRole('button', { name: 'Close' }).click();
  await expectNoDialog(page);
  await cardOf(page, 'Carl Berg').waitFor({ state: 'detached' });
  assert.equal((await personOf('Adam')).birthDate, '1851-03-07');
});

scene.test(
  'the same is done with a thumb and by class, and a tree that is written cannot be changed',
  async (act) => {
    const { nora, tree, personOf } = await imported(act);
    const page = await act.open(nora, `/family/hourglass/${tree.treeId}/import`, smallPhone);
    // Into a new tree, or into this one.
    await page.getByRole('radio', { name: /^Into Bergs/ }).check();
    const shown = dialog(page, 'Import into Bergs');
    await shown.locator('input[type=file]').setInputFiles(fileOf(second));
    await shown.getByRole('radio', { name: 'Take all from the file' }).first().check();
    const conflict = shown.getByRole('group', { name: /^Adam Berg/ });
    assert.ok(await conflict.getByRole('radio', { name: 'Take the file’s' }).isChecked());
    await shown.locator('summary', { hasText: 'New' }).tap();
    await shown.getByRole('radio', { name: 'Leave all out' }).check();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'how they differ, on a phone');
    await shown.getByRole('button', { name: 'Import', exact: true }).tap();
    await shown.getByText('The file was imported into Bergs.').waitFor();
    assert.equal((await personOf('Adam')).birthDate, '1850-03-06');
    await eventually(async () => (await personOf('Carl')) === undefined, true);

    // What others see meanwhile.
    await page.route('**/api/v1/trees', async (route) => {
      const response = await route.fetch();
      const { trees } = await response.json();
      const written = trees.map((each) => ({ ...each, isBeingImported: true }));
      await route.fulfill({ response, json: { trees: written } });
    });
    await page.goto(`/family/hourglass/${tree.treeId}`);
    await page.getByText('A file is being imported into this tree.').waitFor();
    await cardOf(page, 'Adam Berg').tap();
    await page.getByRole('button', { name: 'Add a child' }).waitFor({ state: 'detached' });
    await expectAccessible(page, 'a tree that is written');
  },
);
