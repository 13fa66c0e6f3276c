// Whatever somebody writes about a project or a task is text wherever it is shown: nothing of it runs, nothing of it
// becomes markup, and no link leads where it would run something.

import assert from 'node:assert/strict';
import { dialog } from './support/calendar.mjs';
import {
  expectNoMarkup,
  expectNothingRan,
  hostileMarkdown,
  hostileTexts,
} from './support/hostile.mjs';
import { board, list, makeProject, makeTag, makeTask, say } from './support/projects.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();

async function expectHarmless(page) {
  await expectNothingRan(page);
  await expectNoMarkup(page);
}

scene.test('names, titles, texts, tags, comments and links', async (act) => {
  const nora = await act.person();
  const project = await makeProject(nora, hostileTexts[0], {
    description: hostileTexts[3],
  });
  const tag = await makeTag(nora, project, hostileTexts[3].slice(0, 50));
  const made = [];
  for (const text of hostileTexts) {
    made.push(
      await makeTask(nora, project, text, {
        description: text,
        tagIds: [tag.id],
        assigneeId: nora.id,
        checklist: [{ text }],
      }),
    );
  }
  for (const text of hostileTexts) await say(nora, made[0], text);
  // As another program would write it.
  const id = 'link-1';
  await act.norn.putItem('calendar-app-data', {
    PK: `ATTACHMENT#${id}`,
    SK: `ATTACHMENT#${id}`,
    GSI1PK: `ATTACHMENT#${id}`,
    GSI1SK: `ATTACHMENT#${id}`,
    entityType: 'ATTACHMENT',
    id,
    taskId: made[0].id,
    userId: nora.id,
    name: 'Innocent',
    url: 'javascript:window.hacked=1',
    createdAt: '2026-11-04T09:00:00Z',
  });
  await act.norn.putItem('calendar-app-data', {
    PK: `TASK#${made[0].id}`,
    SK: `ATTACHMENT#${id}`,
    GSI1PK: `ATTACHMENT#${id}`,
    GSI1SK: `TASK#${made[0].id}`,
    entityType: 'TASK_ATTACHMENT',
  });
  const page = await act.open(nora, '/projects');
  await page.getByRole('heading', { name: 'Active' }).waitFor();
  await expectHarmless(page);
  for (const address of [board(project), list(project), '/projects/mine']) {
    await page.goto(address);
    await page.getByText(hostileTexts[1], { exact: true }).first().waitFor();
    await expectHarmless(page);
  }
  await page.goto(`${board(project)}/tasks/${made[0].id}`);
  const shown = dialog(page);
  await shown
    .getByRole('article')
    .nth(hostileTexts.length - 1)
    .waitFor();
  await shown.getByRole('button', { name: 'Activity' }).click();
  await shown.getByText('Nora Nilsen created this task').waitFor();
  await expectHarmless(page);
  const links = await shown
    .locator('a[href]')
    .evaluateAll((all) =>
      all.map((each) => each.protocol).filter((each) => !/^(https?|mailto):$/.test(each)),
    );
  assert.deepEqual(links, []);
});

scene.test('descriptions and comments load nothing from elsewhere', async (act) => {
  const nora = await act.person();
  const text = hostileMarkdown.join('\n\n');
  const project = await makeProject(nora, 'Garden');
  const task = await makeTask(nora, project, 'Dig', { description: text });
  await say(nora, task, text);
  const page = await act.open(nora, '/projects');
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${board(project)}/tasks/${task.id}`);
  const texts = dialog(page).locator('.markdown');
  for (const shown of [texts.first(), texts.nth(1)]) {
    await shown.getByText('the end', { exact: true }).waitFor();
    for (const link of await shown.getByRole('link').all()) {
      assert.match(await link.getAttribute('href'), /^https:\/\/example\.com\//);
    }
  }
  const foreign = requests.filter((url) => !url.startsWith(act.norn.url));
  assert.deepEqual(foreign, []);
  await expectHarmless(page);
});
