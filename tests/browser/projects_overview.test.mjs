// Projects: making, sharing, copying, archiving and deleting them.

import assert from 'node:assert/strict';
import { dialog, message, undoButton } from './support/calendar.mjs';
import { board, garden, join, makeProject, makeTask } from './support/projects.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectPath } from './support/ways.mjs';

const scene = makeScene();
const menuOf = (page, name) => page.getByRole('button', { name: `Actions for ${name}` });

scene.test('the first project is made, and is shared', async (act) => {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const page = await act.open(nora, '/');
  await page
    .getByRole('navigation', { name: 'Apps' })
    .getByRole('link', { name: 'Projects' })
    .click();
  await page.getByRole('heading', { name: 'Start your first project' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'New project' }).last().click();
  const shown = dialog(page, 'New project');
  await shown.getByRole('button', { name: 'Create project' }).click();
  await shown.getByText('Give the project a name.').waitFor();
  await shown.getByLabel('Name').fill('Garden');
  await shown.getByRole('button', { name: 'Create project' }).click();
  await expectPath(page, /^\/projects\/board\//);
  await page.getByRole('heading', { name: 'Garden', level: 1 }).waitFor();

  await page.getByRole('link', { name: 'People in Garden' }).click();
  const people = dialog(page, 'Garden');
  await people.getByLabel('Invite by e-mail').fill(ben.email);
  await people.getByRole('button', { name: 'Invite' }).click();
  await people.getByText(/Ben Berg has joined/).waitFor();
  const his = await act.open(ben, '/projects');
  await his
    .getByRole('main')
    .getByRole('link', { name: /^Garden/ })
    .first()
    .waitFor();
  // He hears of what she makes of him.
  await people.getByLabel('Role of Ben Berg').selectOption({ label: 'Viewer' });
  await his.getByText('Viewer').waitFor();
});

scene.test('a member is limited to reading, and becomes the owner', async (act) => {
  const { nora, ben, project } = await garden(act);
  const page = await act.open(nora, `${board(project)}/project/${project.id}/people`);
  const his = await act.open(ben, board(project));
  const quickAdd = his.getByLabel('Add a task in one line');
  await quickAdd.waitFor();
  const people = dialog(page, 'Garden');
  const more = people.getByRole('button', { name: 'More for Ben Berg' });
  const mayDo = people.getByLabel('What Ben Berg may do');
  await more.click();

  await mayDo.selectOption({ label: 'Only see' });
  await people.getByText('Limited: Only see').waitFor();
  await quickAdd.waitFor({ state: 'detached' });

  // Somebody else was faster. She is told, and sees what they made of it.
  const path = `/api/v1/projects/${project.id}/members`;
  const isLimit = /\/permissions$/;
  await page.route(isLimit, async (route) => {
    const { members } = await nora.get(path);
    const { etag } = members.find(({ userId }) => userId === ben.id);
    const match = { 'If-Match': `"${etag}"` };
    await nora.call('PATCH', `${path}/${ben.id}`, { role: 'VIEWER' }, match);
    await route.continue();
  });
  act.announce(page, { url: isLimit, status: 412 });
  await mayDo.selectOption({ label: 'All that the role allows' });
  await people.getByText(/^This was changed elsewhere/).waitFor();
  const role = people.getByLabel('Role of Ben Berg');
  await eventually(() => role.inputValue(), 'VIEWER');
  await role.selectOption({ label: 'Member' });
  await quickAdd.waitFor();

  await people.getByRole('button', { name: 'Hand over to Ben Berg…' }).click();
  await people.getByRole('button', { name: 'Hand over', exact: true }).click();
  await more.waitFor({ state: 'detached' });
  await eventually(async () => (await ben.get(`/api/v1/projects/${project.id}`)).role, 'OWNER');
  assert.equal((await nora.get(`/api/v1/projects/${project.id}`)).role, 'ADMIN');
  await his.goto(`${board(project)}/project/${project.id}/settings`);
  await dialog(his, 'Garden').getByRole('button', { name: 'Delete project…' }).waitFor();
});

scene.test('a project is archived and comes back, is copied, and is deleted', async (act) => {
  const { nora, project } = await garden(act);
  const page = await act.open(nora, '/projects');
  await menuOf(page, 'Garden').click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('heading', { name: 'Archived' }).waitFor();
  await undoButton(page).click();
  await page.getByRole('heading', { name: 'Active' }).waitFor();

  await menuOf(page, 'Garden').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copy = dialog(page, 'Duplicate “Garden”');
  await copy.getByLabel('Name').fill('Next year');
  await copy.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Next year', level: 1 }).waitFor();
  await eventually(() => page.locator('[data-card]').count(), 3);

  await page.goto(`/projects/all/project/${project.id}/settings`);
  const shown = dialog(page, 'Garden');
  await shown.getByRole('radio', { name: /^Archived/ }).check();
  await shown.getByRole('button', { name: 'Save', exact: true }).click();
  await message(page, 'Saved “Garden”').waitFor();
  await page.goto(board(project));
  await page.getByText(/This project is archived/).waitFor();
  assert.equal(await page.getByLabel('Add a task in one line').count(), 0);

  await page.goto('/projects/all');
  await menuOf(page, 'Garden').click();
  await page.getByRole('menuitem', { name: 'Delete project…' }).click();
  const question = dialog(page, 'Delete “Garden”?');
  await question.getByLabel('Type its name to confirm').fill('Garden');
  await question.getByRole('button', { name: 'Delete project' }).click();
  await message(page, 'Deleted “Garden”').waitFor();
  const { projects } = await nora.get('/api/v1/projects');
  assert.deepEqual(
    projects.map(({ name }) => name),
    ['Next year'],
  );
});

scene.test('a task moves to another project, and tags are kept in order', async (act) => {
  const { nora, project, tasks } = await garden(act);
  const attic = await makeProject(nora, 'Attic');
  const page = await act.open(nora, `${board(project)}/tasks/${tasks.Sow.id}`);
  await dialog(page).getByLabel('Project', { exact: true }).selectOption({ label: 'Attic' });
  await message(page, 'Moved “Sow” to Attic').waitFor();
  await page.goto(`${board(attic)}/project/${attic.id}/tags`);
  await page.locator('[data-card]').filter({ hasText: 'Sow' }).waitFor();
  const shown = dialog(page, 'Attic');
  await shown.getByLabel('New tag').fill('dusty');
  await shown.getByRole('button', { name: 'Add', exact: true }).click();
  await shown.getByLabel('Name of dusty').fill('very dusty');
  await shown.getByLabel('Name of dusty').press('Enter');
  await shown.getByRole('button', { name: 'Delete very dusty' }).click();
  await shown.getByRole('button', { name: 'Delete', exact: true }).click();
  await shown.getByText('There are no tags yet.').waitFor();
});

scene.test('somebody who is taken out of a project sees it no more', async (act) => {
  const { nora, ben, project } = await garden(act);
  await makeTask(nora, project, 'Secret');
  const page = await act.open(ben, board(project));
  await page.locator('[data-card]').first().waitFor();
  await nora.call('DELETE', `/api/v1/projects/${project.id}/members/${ben.id}`);
  await page.getByRole('heading', { name: 'Project not found' }).waitFor();
  assert.equal(await page.getByText('Secret').count(), 0);
  await join(nora, project, ben);
  await page.locator('[data-card]').first().waitFor();
});
