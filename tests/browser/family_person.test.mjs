// The dialog of a person: their life with its sources, couples and parents, and what can be undone.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { phone, smallPhone } from './support/browser.mjs';
import { dialog, expectNoDialog } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll } from './support/ways.mjs';

const scene = makeScene();
const api = '/api/v1/trees';
const cardOf = (page, name) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const button = (within, name) => within.getByRole('button', { name, exact: true });
const tab = (within, name) => within.getByRole('tab', { name });

// A couple with a son, who was born before they married.
async function aFamily(act) {
  const nora = await act.person('Nora Nilsen');
  const tree = await nora.call('POST', api, { treeName: 'Berg' });
  const add = (firstName, options) =>
    nora.call('POST', `${api}/${tree.treeId}/persons`, {
      firstName,
      lastName: 'Berg',
      ...options,
    });
  const adam = await add('Adam', { birthDateText: 'ABT 1850', deathDate: '1910-02-03' });
  const eve = await add('Eve', { spouses: [{ personId: adam.personId }] });
  const carl = await add('Carl', {
    birthDate: '1874-05-06',
    parents: [{ personId: adam.personId }, { personId: eve.personId }],
  });
  const of = ({ personId }, side = '') =>
    `/family/hourglass/${tree.treeId}/person/${personId}${side}`;
  return { nora, tree, adam, eve, carl, of };
}

async function addRelative(page, name, action, firstName) {
  await cardOf(page, name).click({ force: true });
  await button(page, action).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill(firstName);
  await form.getByLabel('Last name').fill('Berg');
  await button(form, 'Add').click();
  await expectNoDialog(page);
  await cardOf(page, `${firstName} Berg`).waitFor();
}

scene.test('a family of three generations is built by clicking', async (act) => {
  const nora = await act.person('Nora Nilsen');
  const tree = await nora.call('POST', api, { treeName: 'Berg' });
  const page = await act.open(nora, `/family/hourglass/${tree.treeId}`);
  await page.getByRole('main').getByRole('link', { name: 'Add a person' }).click();
  const first = dialog(page, 'Add a person');
  await first.getByLabel('First name').fill('Adam');
  await first.getByLabel('Last name').fill('Berg');
  await first.getByLabel('Born', { exact: true }).fill('around 1850');
  await first.getByText('about 1850', { exact: true }).waitFor();
  await button(first, 'Add').click();
  await expectNoDialog(page);
  await addRelative(page, 'Adam Berg', 'Add a partner', 'Eve');
  await addRelative(page, 'Adam Berg', 'Add a child', 'Carl');
  await addRelative(page, 'Carl Berg', 'Add a child', 'Dora');
  const { persons, relationships } = await nora.get(`${api}/${tree.treeId}/graph`);
  assert.equal(persons.find(({ firstName }) => firstName === 'Adam').birthDateText, 'ABT 1850');
  assert.deepEqual(relationships.map(({ relationshipType }) => relationshipType).sort(), [
    'ParentChild',
    'ParentChild',
    'ParentChild',
    'Spousal',
  ]);
});

scene.test('a fact with a source is written, found again, and taken back', async (act) => {
  const { nora, tree, adam, of } = await aFamily(act);
  const page = await act.open(nora, of(adam));
  const shown = dialog(page, 'Adam Berg');
  await tab(shown, 'Timeline').click();
  const days = shown.getByRole('list', { name: 'Days of this life' });
  await days.getByText('Carl Berg was born').waitFor();

  await button(shown, 'Add a fact').click();
  const form = dialog(page, 'New fact');
  await form.getByLabel('What', { exact: true }).selectOption('Occupation');
  await form.getByLabel('Description').fill('Carpenter');
  await form.getByLabel('Date').fill('between 1870 and 1872');
  await form.getByLabel('Place').fill('Bergen');
  await button(form, 'Add a source').click();
  const source = dialog(page, 'New source');
  await expectAccessible(page, 'a new source');
  await button(source, 'Save').click();
  await source.getByText('Give the source a title.').waitFor();
  await source.getByLabel('Title').fill('Guild book');
  await button(source, 'Save').click();
  // What is below an open dialog takes no text.
  await source.waitFor({ state: 'detached' });
  await form.getByLabel('Where in it').fill('p. 12');
  await expectAccessible(page, 'a new fact');
  await button(form, 'Save').click();
  await days.getByText('Carpenter').waitFor();

  await page.reload();
  await days.getByText('1 source').click();
  await days.getByText('Guild book').waitFor();
  await days.getByText('p. 12').waitFor();
  await expectAccessible(page, 'a life');
  // In the order of the dates, as far as they are known.
  const order = (await days.getByRole('listitem').allInnerTexts()).join('\n');
  assert.match(order, /Born[^]*Carpenter[^]*Carl Berg was born[^]*Died/);

  await button(shown, 'Edit Job').click();
  const edit = dialog(page, 'Edit Job');
  act.announce(page, { url: /\/facts\//, status: 400 });
  await edit.getByLabel('Date').fill('soon');
  await button(edit, 'Save').click();
  await edit.getByRole('alert').waitFor();
  await edit.getByLabel('Date').fill('1871');
  await edit.getByLabel('Description').fill('Joiner');
  await button(edit, 'Save').click();
  await days.getByText('Joiner').waitFor();
  await button(shown, 'Edit Job').click();
  await button(dialog(page, 'Edit Job'), 'Delete').click();
  await days.getByText('Joiner').waitFor({ state: 'detached' });

  // The deletion, and then the change before it, though the fact has another id and version by now.
  act.announce(page, { url: /\/facts\//, status: 412 });
  await shown.getByRole('tab', { name: 'Timeline' }).focus();
  await page.keyboard.press('Control+z');
  await days.getByText('Joiner').waitFor();
  await page.keyboard.press('Control+z');
  await days.getByText('Carpenter').waitFor();
  const { facts } = await nora.get(`${api}/${tree.treeId}/persons/${adam.personId}/facts`);
  assert.deepEqual(
    facts.map(({ dateText, citations }) => [dateText, citations[0].page]),
    [['BET 1870 AND 1872', 'p. 12']],
  );

  await tab(shown, 'Sources').click();
  await shown.getByText('1 fact of this person').waitFor();
  await expectAccessible(page, 'sources');
});

scene.test('a birth and a marriage cite sources', async (act) => {
  const { nora, tree, adam, eve, of } = await aFamily(act);
  const { sourceId } = await nora.call('POST', `${api}/${tree.treeId}/sources`, {
    title: 'Church book',
  });
  const page = await act.open(nora, of(adam));
  const shown = dialog(page, 'Adam Berg');
  const cite = async (edit, name, group, where) => {
    await button(shown, edit).click();
    const form = dialog(page, name);
    await form.locator('summary', { hasText: 'Sources' }).first().click();
    const fields = form.getByRole('group', { name: group }).first();
    await button(fields, 'Add a source').click();
    await fields.getByLabel('Source', { exact: true }).selectOption('Church book');
    await fields.getByLabel('Where in it').fill(where);
    await expectAccessible(page, group);
    await button(form, 'Save').click();
    await form.getByLabel('Where in it').waitFor({ state: 'detached' });
  };
  await cite(
    'Edit the relationship with Eve Berg',
    'Adam Berg and Eve Berg',
    'Sources of the marriage',
    'p. 2',
  );
  await tab(shown, 'Timeline').click();
  await cite('Edit Born', 'Adam Berg', 'Sources of the birth', 'p. 1');
  const days = shown.getByRole('list', { name: 'Days of this life' });
  await days.getByText('Married Eve Berg').waitFor();
  await button(days, 'Edit the relationship with Eve Berg').waitFor();
  await days.getByText('1 source').first().click();
  await days.getByText('1 source').last().click();
  await days.getByText('p. 1').waitFor();
  await days.getByText('p. 2').waitFor();
  const { birthCitations } = await nora.get(`${api}/${tree.treeId}/persons/${adam.personId}`);
  const couples = `${api}/${tree.treeId}/relationships/couples`;
  const { marriageCitations } = await nora.get(`${couples}/${adam.personId}/${eve.personId}`);
  assert.deepEqual(
    [birthCitations, marriageCitations].map(([one]) => [one.sourceId, one.page]),
    [
      [sourceId, 'p. 1'],
      [sourceId, 'p. 2'],
    ],
  );
});

scene.test('a couple is divorced, and a child is adopted', async (act) => {
  const { nora, tree, adam, eve, carl, of } = await aFamily(act);
  const page = await act.open(nora, of(adam));
  const shown = dialog(page, 'Adam Berg');
  await button(shown, 'Edit the relationship with Eve Berg').click();
  const couple = dialog(page, 'Adam Berg and Eve Berg');
  await couple.getByLabel('Status').selectOption('Divorced');
  await couple.getByLabel('Marriage', { exact: true }).fill('12.5.1875');
  await couple.getByText('12 May 1875').waitFor();
  await couple.getByLabel('Place of marriage').fill('Bergen');
  await couple.getByLabel('Divorce', { exact: true }).fill('1870');
  await expectAccessible(page, 'a couple');
  // Which rule it breaks is said where it was written.
  act.announce(page, { url: /\/relationships\//, status: 409 });
  await button(couple, 'Save').click();
  await couple.getByRole('alert').waitFor();
  await couple.getByLabel('Divorce', { exact: true }).fill('about 1880');
  await button(couple, 'Save').click();
  await shown.getByText('Marriage: 12 May 1875, Bergen').waitFor();
  await shown.getByText('Divorce: about 1880').waitFor();
  const path = `${api}/${tree.treeId}/relationships/couples/${adam.personId}/${eve.personId}`;
  await eventually(async () => (await nora.get(path)).status, 'Divorced');

  await button(shown, 'Edit the relationship with Carl Berg').click();
  const parent = dialog(page, 'Adam Berg, parent of Carl Berg');
  await parent.getByLabel('Kind of relationship').selectOption('Adoptive');
  await parent.getByLabel('Adoption').fill('1876');
  await button(parent, 'Save').click();
  await shown.getByText('Adoption: 1876').waitFor();
  await tab(shown, 'Timeline').click();
  await shown.getByText('Carl Berg was adopted').waitFor();
  await shown.getByText('Divorced from Eve Berg').waitFor();
  await tab(shown, 'Overview').click();

  await page.keyboard.press('Control+z');
  await shown.getByText('Adoption: 1876').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await eventually(async () => (await nora.get(path)).status, 'Married');
  await button(shown, 'Remove the relationship with Carl Berg').click();
  await shown.getByRole('link', { name: 'Carl Berg' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await shown.getByRole('link', { name: 'Carl Berg' }).waitFor();
  assert.ok(carl.personId);
});

scene.test('readers see a life as it is written, and change nothing', async (act) => {
  const { nora, tree, adam, of } = await aFamily(act);
  const ben = await act.person('Ben Berg');
  await nora.call('POST', `${api}/${tree.treeId}/members`, { email: ben.email, role: 'read' });
  const page = await act.open(ben, of(adam, '/life'), smallPhone);
  const shown = dialog(page, 'Adam Berg');
  await shown.getByText('Carl Berg was born').waitFor();
  const facts = `${api}/${tree.treeId}/persons/${adam.personId}/facts`;
  await nora.call('POST', facts, { kind: 'Burial', place: 'Bergen', notes: 'In the **rain**.' });
  await shown.getByText('Burial').waitFor();
  assert.equal(await shown.getByRole('strong').innerText(), 'rain');
  assert.equal(await shown.getByRole('button', { name: /^(Edit|Add|Delete)/ }).count(), 0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'a life on a small phone');
});

scene.test('two versions of a fact are shown', async (act) => {
  const { nora, tree, adam, of } = await aFamily(act);
  const path = `${api}/${tree.treeId}/persons/${adam.personId}/facts`;
  const fact = await nora.call('POST', path, { kind: 'Residence', place: 'Bergen' });
  const page = await act.open(nora, of(adam, '/life'), phone);
  await button(page, 'Edit Home').click();
  const form = dialog(page, 'Edit Home');
  await form.getByLabel('Description').fill('By the sea');
  const theirs = { kind: 'Residence', place: 'Oslo' };
  await nora.call('PUT', `${path}/${fact.factId}`, theirs, { 'If-Match': `"${fact.etag}"` });
  act.announce(page, { url: /\/facts\//, status: 412 });
  await button(form, 'Save').click();
  const versions = dialog(page, 'Two versions of Home');
  await expectAccessible(page, 'two versions of a fact');
  await button(versions, 'Save this choice').click();
  await expectNoSidewaysScroll(page);
  await eventually(async () => {
    const [{ place, value }] = (await nora.get(path)).facts;
    return `${value}, ${place}`;
  }, 'By the sea, Oslo');
});

scene.test('the current app is in sight on a phone', async (act) => {
  const { nora, tree } = await aFamily(act);
  const page = await act.open(nora, `/family/hourglass/${tree.treeId}`, smallPhone);
  const current = page.locator('nav a[aria-current]').first();
  await current.waitFor();
  await eventually(
    () =>
      current.evaluate((link) => {
        const [inner, outer] = [link, link.closest('nav')].map((each) =>
          each.getBoundingClientRect(),
        );
        return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
      }),
    true,
  );
});
