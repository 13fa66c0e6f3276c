// Family trees: a chart that grows from its cards, who is related to whom, the list of people, and sharing.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { phone, smallPhone } from './support/browser.mjs';
import { dialog, expectNoDialog } from './support/calendar.mjs';
import { pagesOf } from './support/pdf.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll, expectPath } from './support/ways.mjs';

const scene = makeScene();
const api = '/api/v1/trees';
const cardOf = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });

function makeTree(person, treeName = 'Berg') {
  return person.call('POST', api, { treeName });
}

function makePerson(owner, { treeId }, firstName, options = {}) {
  return owner.call('POST', `${api}/${treeId}/persons`, {
    firstName,
    lastName: 'Berg',
    ...options,
  });
}

// Two brothers, of whom one has a daughter and the other a son.
async function cousins(act) {
  const nora = await act.person('Nora Nilsen');
  const tree = await makeTree(nora);
  const add = (name, options) => makePerson(nora, tree, name, options);
  const top = await add('Adam', {
    gender: 'Male',
    birthDateText: 'ABT 1850',
    birthPlace: 'Kraków',
  });
  const of = (parent) => ({ parents: [{ personId: parent.personId }] });
  const [carl, otto] = [await add('Carl', of(top)), await add('Otto', of(top))];
  const [anna, paul] = [await add('Anna', of(carl)), await add('Paul', of(otto))];
  return { nora, tree, top, carl, otto, anna, paul };
}

const chartOf = ({ treeId }, { personId }, view = 'hourglass') =>
  `/family/${view}/${treeId}?person=${personId}`;

scene.test('a tree is made, and grows from the cards of its people', async (act) => {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const page = await act.open(nora, '/family');
  await page.getByRole('heading', { name: 'Your family tree' }).waitFor();
  await expectAccessible(page, 'no tree');
  await page.getByRole('main').getByRole('link', { name: 'New tree' }).last().click();
  const made = dialog(page, 'New tree');
  await made.getByRole('button', { name: 'Create the tree' }).click();
  await made.getByText('Give the tree a name.').waitFor();
  await made.getByLabel('Name').fill('Berg');
  await made.getByRole('button', { name: 'Create the tree' }).click();
  await expectPath(page, /^\/family\/hourglass\//);

  await page.getByRole('main').getByRole('link', { name: 'Add a person' }).click();
  const first = dialog(page, 'Add a person');
  await first.getByLabel('First name').fill('Anna');
  await first.getByLabel('Last name').fill('Berg');
  await first.getByLabel('Born', { exact: true }).fill('1980-05-06');
  await expectAccessible(page, 'a new person');
  await first.getByRole('button', { name: 'Add', exact: true }).click();
  await expectNoDialog(page);
  await cardOf(page, 'Anna Berg').waitFor();

  // He has the tree open, and sees who comes.
  const { trees } = await nora.get(api);
  await nora.call('POST', `${api}/${trees[0].treeId}/members`, { email: ben.email, role: 'read' });
  const his = await act.open(ben, `/family/hourglass/${trees[0].treeId}`);
  await cardOf(his, 'Anna Berg').waitFor();

  await page.getByRole('tree').focus();
  await cardOf(page, 'Anna Berg').click({ force: true });
  await page.getByRole('button', { name: 'Add a parent' }).click();
  const parent = dialog(page, 'Add a parent of Anna Berg');
  // The family name is suggested.
  assert.equal(await parent.getByLabel('Last name').inputValue(), 'Berg');
  await parent.getByLabel('First name').fill('Otto');
  await parent.getByRole('button', { name: 'Add', exact: true }).click();
  await expectNoDialog(page);
  await cardOf(page, 'Otto Berg').waitFor();
  await cardOf(his, 'Otto Berg').waitFor();
  await his.getByRole('button', { name: 'Add a person' }).waitFor({ state: 'detached' });

  await cardOf(page, 'Anna Berg').focus();
  await page.keyboard.press('ArrowUp');
  await eventually(() => page.evaluate(() => document.activeElement.ariaLabel), 'Otto Berg');
  await page.keyboard.press('Enter');
  await dialog(page, 'Otto Berg').getByRole('link', { name: 'Anna Berg' }).waitFor();
  await expectAccessible(page, 'a person');
});

scene.test('a person is changed, and deleted', async (act) => {
  const { nora, tree, carl } = await cousins(act);
  const page = await act.open(nora, chartOf(tree, carl));
  await cardOf(page, 'Anna Berg').waitFor();
  await expectAccessible(page, 'a chart');
  await cardOf(page, 'Carl Berg').focus();
  await page.keyboard.press('Enter');
  const shown = dialog(page, 'Carl Berg');
  const root = shown.getByRole('button', { name: 'The chart begins here', pressed: false });
  await root.click();
  await root.waitFor({ state: 'detached' });
  assert.equal((await nora.get(`${api}/${tree.treeId}`)).rootPersonId, carl.personId);
  await shown.getByRole('button', { name: 'Edit', exact: true }).click();
  // What is no date is said beside the field.
  act.announce(page, { url: /\/persons\//, status: 400 });
  await shown.getByLabel('Died', { exact: true }).fill('soon');
  await shown.getByRole('button', { name: 'Save' }).click();
  await shown.getByRole('alert').waitFor();
  await shown.getByLabel('Died', { exact: true }).fill('BEF 1940');
  await shown.getByRole('button', { name: 'Save' }).click();
  await shown.getByText('before 1940').waitFor();
  await shown.getByRole('button', { name: 'Delete' }).click();
  await shown.getByRole('button', { name: 'Delete' }).last().click();
  await expectNoDialog(page);
  await cardOf(page, 'Carl Berg').waitFor({ state: 'detached' });
  await eventually(async () => (await nora.get(`${api}/${tree.treeId}/graph`)).persons.length, 4);
});

scene.test('all kinds of charts, the list and a relationship are shown', async (act) => {
  const { nora, tree, anna, paul } = await cousins(act);
  const page = await act.open(nora, chartOf(tree, anna, 'ancestors'));
  await cardOf(page, 'Adam Berg').waitFor();
  const views = page.getByRole('group', { name: 'View' }).first();
  for (const view of ['Descendants', 'Fan', 'Family']) {
    await views.getByRole('button', { name: view }).click();
    await cardOf(page, 'Anna Berg').waitFor();
    await expectAccessible(page, view);
  }
  await views.getByRole('button', { name: 'List' }).click();
  const search = page.getByLabel('Search by name, year or place');
  await search.fill('about 1850');
  await page.getByText('1 person').waitFor();
  await page.getByRole('link', { name: /^Adam Berg/ }).waitFor();
  await search.fill('krakow');
  await page.getByRole('link', { name: /^Adam Berg Kraków/ }).waitFor();
  await search.fill('Burke');
  await page.getByRole('link', { name: /^Paul Berg sounds alike/ }).waitFor();
  await page.getByText('5 people').waitFor();
  await expectAccessible(page, 'the list');

  await views.getByRole('button', { name: 'Related?' }).click();
  const to = page.getByRole('combobox', { name: 'To' });
  await to.fill('pau');
  await page.getByRole('option', { name: /^Paul Berg/ }).waitFor();
  await to.press('Enter');
  await page.getByText(/^Paul Berg: .*cousin.* of Anna Berg$/).waitFor();
  await cardOf(page, 'Adam Berg').waitFor();
  await expectAccessible(page, 'a relationship');
  assert.ok(page.url().includes(paul.personId));
});

scene.test('nobody is lost when cousins marry, and a second card says so', async (act) => {
  const { nora, tree, top, anna, paul } = await cousins(act);
  await nora.call('POST', `${api}/${tree.treeId}/relationships`, {
    relationshipType: 'Spousal',
    person1Id: anna.personId,
    person2Id: paul.personId,
  });
  await makePerson(nora, tree, 'Emil', {
    parents: [{ personId: anna.personId }, { personId: paul.personId }],
  });
  const page = await act.open(nora, chartOf(tree, top, 'descendants'));
  const cards = page.getByRole('treeitem');
  const labels = () => cards.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel).sort());
  await eventually(async () => (await labels()).length, 7);
  const named = (await labels()).map((label) => label.split(' ')[0]);
  assert.deepEqual([...new Set(named)], ['Adam', 'Anna', 'Carl', 'Emil', 'Otto', 'Paul']);
  const twice = (await labels()).filter((label) => label.includes('also shown elsewhere'));
  const name = twice[0].split(',')[0];
  assert.deepEqual(
    twice.map((label) => label.split(',')[0]),
    [name, name],
  );
  await expectAccessible(page, 'cousins who married');

  // From the one card to the other.
  const here = () => page.evaluate(() => document.activeElement.dataset.key ?? '');
  await cardOf(page, name).first().click({ force: true });
  await eventually(async () => (await here()) !== '', true);
  const before = await here();
  await page.getByRole('button', { name: 'Go to the other card' }).click();
  await eventually(async () => !['', before].includes(await here()), true);
  assert.ok((await page.evaluate(() => document.activeElement.ariaLabel)).startsWith(name));
});

scene.test('a chart that is wider than the window is printed whole, on one page', async (act) => {
  const { nora, tree, top } = await cousins(act);
  const names = [...'ABCDEFGHIJKLMNOP'].map((letter) => `Kid${letter}`);
  const parents = [{ personId: top.personId }];
  for (const name of names) await makePerson(nora, tree, name, { parents });
  const page = await act.open(nora, chartOf(tree, top, 'descendants'));
  await cardOf(page, 'Adam Berg').waitFor();
  await page.waitForLoadState('networkidle');
  const found = await pagesOf(await page.pdf({ format: 'A4', landscape: true }));
  assert.equal(found.length, 1, found.join('\n---\n'));
  for (const name of ['Adam', 'Anna', 'Paul', ...names]) {
    assert.ok(found[0].includes(name), `${name} is not in: ${found[0]}`);
  }
});

scene.test('a chart is dragged and zoomed, and taken along', async (act) => {
  const { nora, tree, carl } = await cousins(act);
  const page = await act.open(nora, chartOf(tree, carl));
  const card = cardOf(page, 'Carl Berg');
  await card.waitFor();
  const x = async () => Math.round((await card.boundingBox()).x);
  const before = await x();
  await page.mouse.move(700, 700);
  await page.mouse.down();
  await page.mouse.move(640, 700, { steps: 4 });
  await page.mouse.up();
  await eventually(x, before - 60);
  await card.focus();
  const width = (await card.boundingBox()).width;
  await page.keyboard.press('-');
  await eventually(async () => (await card.boundingBox()).width < width, true);
  for (const [name, end] of [
    [/^As SVG/, '.svg'],
    [/^As PNG/, '.png'],
  ]) {
    await page.getByRole('button', { name: 'Download the chart' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    assert.equal(download.suggestedFilename(), `Family tree of Carl Berg${end}`);
  }
});

scene.test('a tree is used with a thumb', async (act) => {
  const { nora, tree, carl } = await cousins(act);
  for (const device of [phone, smallPhone]) {
    const page = await act.open(nora, chartOf(tree, carl), device);
    await cardOf(page, 'Carl Berg').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'a chart on a phone');
    await cardOf(page, 'Carl Berg').tap({ force: true });
    await page.getByRole('button', { name: 'Open', exact: true }).tap();
    await dialog(page, 'Carl Berg').getByRole('link', { name: 'Adam Berg' }).waitFor();
    await expectNoSidewaysScroll(page);
  }
});
