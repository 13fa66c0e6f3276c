// Projects on a phone: columns side by side to be brushed through, a card that is picked up by resting on it, nothing that
// has to be scrolled sideways besides.

import assert from 'node:assert/strict';
import { phone, smallPhone } from './support/browser.mjs';
import { boxOf, dialog, expectNoDialog } from './support/calendar.mjs';
import {
  board,
  card,
  columnsNow,
  garden,
  list,
  makeProject,
  makeTag,
  makeTask,
  openTask,
  say,
  taskNow,
} from './support/projects.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll } from './support/ways.mjs';

const scene = makeScene();
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

scene.test('a task is added, opened, given a status and closed with a thumb', async (act) => {
  const { nora, project, tasks } = await garden(act);
  const page = await act.open(nora, board(project), phone);
  await page.getByRole('button', { name: 'New task' }).tap();
  const line = page.getByLabel('Add a task in one line');
  await line.fill('Rake friday');
  await page.locator('.quick-add').getByRole('button', { name: 'Add', exact: true }).tap();
  await card(page, 'Rake').waitFor();
  const shown = await openTask(page, 'Dig');
  await shown.getByLabel('Status').selectOption({ label: 'Review' });
  await eventually(async () => (await taskNow(nora, tasks.Dig)).status, 'REVIEW');
  await shown.getByRole('button', { name: 'Close' }).last().tap();
  await expectNoDialog(page);
});

async function fingerOn(page) {
  const session = await page.context().newCDPSession(page);
  return (type, at) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at ? [{ x: at.x, y: at.y, id: 1 }] : [],
    });
}

async function middleOf(locator) {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

scene.test('a finger that rests on a card picks it up, and puts it elsewhere', async (act) => {
  const { nora, project } = await garden(act);
  const page = await act.open(nora, board(project), phone);
  const touch = await fingerOn(page);
  const [from, to] = [await middleOf(card(page, 'Sow')), await middleOf(card(page, 'Dig'))];
  await touch('touchStart', from);
  await page.locator('.ghost').waitFor();
  for (let step = 1; step <= 5; step++) {
    await touch('touchMove', {
      x: from.x,
      y: from.y + ((to.y - from.y) * step) / 5,
    });
  }
  const isGapFirst = async () => {
    const [gap, dig] = [await boxOf(page.locator('.gap')), await boxOf(card(page, 'Dig'))];
    return gap.y < dig.y;
  };
  await eventually(isGapFirst, true);
  await touch('touchEnd');
  await eventually(() => columnsNow(nora, project), { TODO: 'Sow Dig Weed' });
});

scene.test('a finger that moves over a card scrolls, and moves no card', async (act) => {
  const { nora, project } = await garden(act);
  const page = await act.open(nora, board(project), phone);
  const touch = await fingerOn(page);
  const from = await middleOf(card(page, 'Dig'));
  await touch('touchStart', from);
  await touch('touchMove', { x: from.x - 60, y: from.y });
  await touch('touchEnd');
  assert.deepEqual(await columnsNow(nora, project), { TODO: 'Dig Weed Sow' });
});

for (const [size, device] of Object.entries({
  '390 x 844': phone,
  '320 x 640': smallPhone,
})) {
  scene.test(`nothing is wider than the page, on ${size}`, async (act) => {
    const nora = await act.person(`${longWord.slice(0, 60)} Nilsen`);
    const project = await makeProject(nora, longWord, {
      description: longWord.repeat(3),
    });
    const tag = await makeTag(nora, project, longWord.slice(0, 50));
    const task = await makeTask(nora, project, longWord.repeat(3), {
      assigneeId: nora.id,
      dueDate: '2026-11-02',
      priority: 'URGENT',
      tagIds: [tag.id],
      description: longWord.repeat(4),
      checklist: [{ text: longWord }],
    });
    await makeTask(nora, project, longWord, { parentId: task.id });
    await say(nora, task, longWord.repeat(3));
    const page = await act.open(nora, undefined, device);
    for (const [address, isShown] of [
      ['/projects', () => page.getByRole('heading', { name: 'Active' })],
      ['/projects/mine', () => page.getByRole('button', { name: /^Overdue/ })],
      [list(project), () => page.getByRole('checkbox').first()],
      [`${board(project)}/tasks/${task.id}`, () => dialog(page).getByRole('article')],
      [`${board(project)}/project/${project.id}/tags`, () => dialog(page).getByLabel(/^Name of/)],
      [board(project), () => page.locator('[data-card]').first()],
    ]) {
      await page.goto(address);
      await isShown().waitFor();
      await expectNoSidewaysScroll(page, address);
    }
  });
}
