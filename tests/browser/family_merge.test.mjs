// Two records of one person become one, and are two again.

import { expectAccessible } from './support/axe.mjs';
import { phone } from './support/browser.mjs';
import { dialog, expectNoDialog } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll } from './support/ways.mjs';

const scene = makeScene();
const api = '/api/v1/trees';

// A man who is there twice, once with a son.
async function twice(act) {
  const nora = await act.person('Nora Nilsen');
  const tree = await nora.call('POST', api, { treeName: 'Berg' });
  const add = (firstName, options) =>
    nora.call('POST', `${api}/${tree.treeId}/persons`, { firstName, lastName: 'Berg', ...options });
  const john = await add('John', { birthDateText: 'ABT 1850' });
  const johnny = await add('Johnny', { birthDate: '1850-03-31', birthPlace: 'Oslo' });
  await add('Carl', { parents: [{ personId: johnny.personId }] });
  const graph = () => nora.get(`${api}/${tree.treeId}/graph`);
  const person = ({ personId }) => nora.get(`${api}/${tree.treeId}/persons/${personId}`);
  return { nora, tree, john, johnny, graph, person };
}

scene.test('a record is merged with another one, and Ctrl+Z takes it back', async (act) => {
  const { nora, tree, john, johnny, graph, person } = await twice(act);
  const page = await act.open(nora, `/family/list/${tree.treeId}/person/${john.personId}`);
  await dialog(page, 'John Berg')
    .getByRole('button', { name: 'Merge with another record…' })
    .click();
  const merging = dialog(page, 'Merge two records of John Berg');
  await merging.getByRole('combobox', { name: 'The other record of this person' }).fill('Johnny');
  await merging.getByRole('option', { name: 'Johnny Berg' }).click();
  await merging.getByText('Oslo').waitFor();
  const born = merging.getByRole('group', { name: 'Born' });
  await born.getByRole('radio').last().check();
  await expectAccessible(page, 'two records');
  await merging.getByRole('button', { name: 'Merge', exact: true }).click();
  await expectNoDialog(page);
  await page.getByText('Two records of John Berg are one now').waitFor();
  await page.getByRole('link', { name: /Johnny Berg/ }).waitFor({ state: 'detached' });
  await eventually(async () => (await graph()).persons.length, 2);
  const { birthDate, birthPlace } = await person(john);
  await eventually(() => [birthDate, birthPlace].join(), '1850-03-31,Oslo');

  await page.keyboard.press('Control+z');
  await page.getByText('There are two records again').waitFor();
  await page.getByRole('link', { name: /Johnny Berg/ }).waitFor();
  await eventually(async () => (await person(johnny)).etag, johnny.etag);
});

scene.test(
  'what two records differ in is chosen on a phone, and a refusal is said',
  async (act) => {
    const { nora, tree, john, johnny } = await twice(act);
    await nora.call('POST', `${api}/${tree.treeId}/relationships`, {
      relationshipType: 'Spousal',
      person1Id: john.personId,
      person2Id: johnny.personId,
    });
    const address = `/family/list/${tree.treeId}/merge/${john.personId}/${johnny.personId}`;
    const page = await act.open(nora, address, phone);
    const merging = dialog(page, 'Merge two records of John Berg');
    await merging.getByText('Oslo').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'two records on a phone');
    act.announce(page, { url: /\/merge$/, status: 409 });
    await merging.getByRole('button', { name: 'Merge', exact: true }).click();
    await merging
      .getByRole('alert')
      .filter({ hasText: 'John Berg and Johnny Berg are a couple' })
      .waitFor();
  },
);
