// The bell tells what others did that concerns a person, on every page and all devices, until it is read; the
// statistics of a project follow what is done in it.

import assert from 'node:assert/strict';
import { november } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();

async function projectOfTwo(act) {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const project = await nora.call('POST', '/api/v1/projects', {
    name: 'Garden',
    color: '#00AA55',
  });
  const path = `/api/v1/projects/${project.id}`;
  await nora.call('POST', `${path}/members`, {
    email: ben.email,
    role: 'MEMBER',
  });
  return { nora, ben, project, path };
}

scene.test('who is assigned is told at once, until it is read', async (act) => {
  const { nora, ben, path } = await projectOfTwo(act);
  const [first, second] = [await act.open(ben, november), await act.open(ben, '/settings/profile')];
  await first.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  const task = await nora.call('POST', `${path}/tasks`, {
    title: 'Dig',
    assigneeId: ben.id,
  });
  const bell = (page) => page.getByRole('button', { name: 'Notifications, 1 unread' });
  await Promise.all([bell(first).waitFor(), bell(second).waitFor()]);
  await bell(first).click();
  await first.getByRole('button', { name: /Nora Nilsen assigned “Dig” to you/ }).click();
  await first.waitForURL(`**/tasks/${task.id}`);
  await Promise.all([first, second].map((page) => bell(page).waitFor({ state: 'detached' })));

  await nora.call('POST', `/api/v1/tasks/${task.id}/comments`, {
    text: `@[${ben.name}] deeper`,
    mentions: [ben.id],
  });
  await bell(second).click();
  await second.getByText('Nora Nilsen mentioned you in “Dig”').waitFor();
  await second.getByRole('button', { name: 'Mark all as read' }).click();
  await second.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
});

scene.test('the statistics of a project are drawn, and follow', async (act) => {
  const { nora, project, path } = await projectOfTwo(act);
  const tasks = [];
  for (const title of ['One', 'Two', 'Three']) {
    tasks.push(await nora.call('POST', `${path}/tasks`, { title }));
  }
  const page = await act.open(nora, `/projects/statistics/${project.id}`);
  const counts = page.getByRole('region', { name: 'Tasks' });
  const countOf = (status) =>
    counts.locator('div', { has: page.getByText(status, { exact: true }) }).locator('dd');
  await countOf('To do').getByText('3').waitFor();
  await nora.call(
    'PATCH',
    `/api/v1/tasks/${tasks[0].id}`,
    { status: 'DONE' },
    { 'If-Match': `"${tasks[0].etag}"` },
  );
  await countOf('Done').getByText('1').waitFor();
  await page.getByRole('img', { name: /open tasks/ }).waitFor();
  await page.getByRole('img', { name: /1 task done in 12 weeks/ }).waitFor();
  await page.getByText('Figures').first().click();
  assert.ok((await page.getByRole('row').count()) > 4);
});
