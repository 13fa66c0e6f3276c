// The views and dialogs of the family trees, as somebody meets them. Each state leads a page there.

import { dialog } from './calendar.mjs';

const api = '/api/v1/trees';

// "_EYES" is kept and reported.
export const gedcomFile = {
  name: 'Our family.ged',
  mimeType: 'text/plain',
  buffer: Buffer.from(`0 HEAD
1 GEDC
2 VERS 5.5.1
0 @I1@ INDI
1 NAME Adam /Berg/
1 _EYES green
0 @I2@ INDI
1 NAME Anna /Berg/
0 TRLR
`),
};

// Nora has a tree with mistakes, somebody who is in it twice, and things in both bins. Vera only reads, Finn has nothing.
export async function makeFamilyWorld(act) {
  const [nora, vera] = [await act.person('Nora Nilsen'), await act.person('Vera Viewer')];
  const finn = await act.person('Finn Fresh');
  const tree = await nora.call('POST', api, {
    treeName: 'Berg',
    description: 'Both sides, as far as **we** know.',
    isPublic: true,
  });
  const path = `${api}/${tree.treeId}`;
  const add = (firstName, options) =>
    nora.call('POST', `${path}/persons`, { firstName, lastName: 'Berg', ...options });
  const eva = await add('Eva', {
    gender: 'Female',
    birthDate: '1850-01-01',
    deathDate: '1880-01-01',
  });
  const parents = [{ personId: eva.personId }];
  const ida = await add('Ida', { gender: 'Female', birthDate: '1885-03-04', parents });
  await add('Ida', { gender: 'Female', birthDate: '1885-03-04', parents });
  const old = await add('Otto', { birthDate: '1860-01-01', deathDate: '1990-01-01' });
  const gone = await add('Karl', {});
  const match = { 'If-Match': `"${gone.etag}"` };
  await nora.call('DELETE', `${path}/persons/${gone.personId}`, undefined, match);
  await nora.call('POST', `${path}/members`, { email: vera.email, role: 'read' });
  const deleted = await nora.call('POST', api, { treeName: 'Old tree' });
  await nora.call('DELETE', `${api}/${deleted.treeId}`);
  return { nora, vera, finn, tree, eva, ida, old };
}

const at =
  (view, rest = '') =>
  ({ tree, eva }) =>
    `/family/${view}/${tree.treeId}${rest}?person=${eva.personId}`;

const views = [
  ['no trees', 'finn', () => '/family/all', '.picture'],
  ['all trees', 'nora', () => '/family/all', 'main ul a'],
  ['a chart', 'nora', at('hourglass'), '[role=treeitem]'],
  ['the list of people', 'vera', at('list'), 'main li a'],
  ['how two are related', 'nora', at('related'), 'main [role=combobox]'],
  ['a check', 'nora', at('check'), '#check-duplicates'],
  ['a check that is not for readers', 'vera', at('check'), 'main h2'],
].map(([name, who, address, shown]) => ({
  name,
  who,
  async go(page, world) {
    await page.goto(address(world));
    await page.locator(shown).first().waitFor();
  },
}));

const dialogs = [
  ['a new tree', 'finn', () => '/family/all/new', 'New tree'],
  ['a file to be chosen', 'finn', () => '/family/all/import', 'Import a family tree'],
  ['the bins of trees', 'nora', () => '/family/all/bin', 'Bin'],
  ['the bin of a tree', 'nora', at('list', '/bin'), 'Bin'],
  [
    'the settings of a tree',
    'nora',
    ({ tree }) => `/family/all/tree/${tree.treeId}/settings`,
    'Berg',
  ],
  [
    'the settings of a tree, to read',
    'vera',
    ({ tree }) => `/family/all/tree/${tree.treeId}/settings`,
    'Berg',
  ],
  ['the people of a tree', 'nora', ({ tree }) => `/family/all/tree/${tree.treeId}/people`, 'Berg'],
  [
    'a person',
    'nora',
    ({ tree, eva }) => `/family/list/${tree.treeId}/person/${eva.personId}`,
    'Eva Berg',
  ],
  ['a new person', 'nora', at('list', '/add'), 'Add a person'],
  ['a file for a tree', 'nora', at('list', '/reimport'), 'Import into Berg'],
].map(([name, who, address, title]) => ({
  name,
  who,
  async go(page, world) {
    await page.goto(address(world));
    const shown = dialog(page, title);
    await shown.waitFor();
    await shown.getByText(/^Loading/).waitFor({ state: 'detached' });
  },
}));

// Sends the file, in place of the one that a page that was left has kept.
async function importFile(page) {
  await page.goto('/family/all/import');
  const shown = dialog(page, 'Import a family tree');
  const [input, another] = [
    shown.locator('input[type=file]'),
    shown.getByRole('button', { name: 'Another file' }),
  ];
  await input.or(another).waitFor({ state: 'attached' });
  if (await another.isVisible()) await another.click();
  await input.setInputFiles(gedcomFile);
  return shown;
}

const acts = [
  {
    name: 'what is in a file, and a tree without a name',
    who: 'finn',
    async go(page) {
      const shown = await importFile(page);
      await shown.getByLabel('Name of the new tree').fill('');
      await shown.getByRole('button', { name: 'Import', exact: true }).click();
      await shown.getByText('Give the tree a name.').waitFor();
    },
  },
  {
    name: 'what came of a file',
    who: 'finn',
    async go(page) {
      const shown = await importFile(page);
      await shown.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog(page, 'The tree is there').waitFor();
    },
  },
  {
    name: 'a person to be deleted for good',
    who: 'nora',
    async go(page, { tree }) {
      await page.goto(`/family/list/${tree.treeId}/bin`);
      await page.getByRole('button', { name: 'Permanently delete “Karl Berg”' }).click();
      await page.getByRole('button', { name: 'Keep it' }).waitFor();
    },
  },
  {
    name: 'the menu of a tree',
    who: 'nora',
    async go(page, { tree }) {
      await page.goto(`/family/list/${tree.treeId}`);
      await page.getByRole('button', { name: 'More for Berg' }).click();
      await page.getByRole('menuitem', { name: 'Check this tree' }).waitFor();
    },
  },
];

export const familyStates = [...views, ...dialogs, ...acts];
