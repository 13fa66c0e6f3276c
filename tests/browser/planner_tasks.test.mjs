// Tasks of the planner: written in the list, dragged to an hour, ticked and taken back, changed in their dialog, and the
// same on another page.

import assert from 'node:assert/strict';
import {
  box,
  dialog,
  drag,
  entry,
  expectNoDialog,
  middleOf,
  placeOfTime,
  save,
} from './support/calendar.mjs';
import { message, undoButton, untilDraggable } from './support/calendar.mjs';
import { phone } from './support/browser.mjs';
import { plannerWeek, planning } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll } from './support/ways.mjs';

const scene = makeScene();
const api = '/api/v1/planner/tasks';
const list = (page) => page.getByRole('region', { name: 'Tasks' });
const row = (page, title) => list(page).getByRole('link', { name: new RegExp(`^(! )?${title}`) });
const tickOf = (page, title) => list(page).getByRole('checkbox', { name: `Done: ${title}` });

async function tasksOf(person) {
  const { tasks } = await person.get(api);
  return tasks.map(({ title, planned, due, done }) => [title, planned, due, done]);
}

scene.test('a task is written, dragged to an hour, ticked, and both pages know', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  const other = await act.open(nora, plannerWeek);
  await list(page).getByRole('textbox', { name: 'New task' }).fill('Call the plumber');
  await page.keyboard.press('Enter');
  await row(page, 'Call the plumber').waitFor();
  await row(other, 'Call the plumber').waitFor();
  await untilDraggable(page);
  const to = await placeOfTime(page, '2026-11-18', '10:00');
  await drag(page, await middleOf(row(page, 'Call the plumber')), to);
  await message(page, /“Call the plumber”: Planned for/).waitFor();
  await eventually(() => tasksOf(nora), [['Call the plumber', '2026-11-18T10:00:00', null, false]]);
  await entry(other, 'Call the plumber').waitFor();
  await undoButton(page).click();
  await eventually(() => tasksOf(nora), [['Call the plumber', null, null, false]]);
  await tickOf(page, 'Call the plumber').click();
  await eventually(() => tasksOf(nora), [['Call the plumber', null, null, true]]);
  await list(other).getByRole('heading', { name: /^Done/ }).waitFor();
  await page.keyboard.press('Control+z');
  await eventually(() => tasksOf(nora), [['Call the plumber', null, null, false]]);
});

scene.test('a task is changed in its dialog, ticked in the grid, and deleted', async (act) => {
  const nora = await planning(act);
  await nora.call('POST', api, { title: 'Pay', due: '2026-11-20' });
  const page = await act.open(nora, plannerWeek);
  await row(page, 'Pay').click();
  const shown = dialog(page, 'Task');
  await shown.getByLabel('Title', { exact: true }).fill('Pay the rent');
  await shown.getByLabel('Planned for').fill('2026-11-19');
  await shown.getByLabel('At', { exact: true }).fill('09:00');
  await shown.getByLabel('Minutes').fill('45');
  await shown.getByLabel('Priority').selectOption('High');
  await save(page);
  await expectNoDialog(page);
  await eventually(
    () => tasksOf(nora),
    [['Pay the rent', '2026-11-19T09:00:00', '2026-11-20', false]],
  );
  const planned = page.getByRole('button', { name: /^Pay the rent, task planned for/ });
  await page.locator('.cal-entry').filter({ has: planned }).getByRole('checkbox').click();
  await eventually(async () => (await tasksOf(nora))[0][3], true);
  await row(page, 'Pay the rent').click();
  await dialog(page, 'Task').getByRole('button', { name: 'Delete' }).click();
  await expectNoDialog(page);
  await eventually(() => tasksOf(nora), []);
  await undoButton(page).click();
  await eventually(async () => (await tasksOf(nora)).length, 1);
  assert.equal(await box(page, 'Pay the rent').count(), 2);
});

scene.test('on a phone the list is in the drawer', async (act) => {
  const nora = await planning(act);
  await nora.call('POST', api, { title: 'Water the plants' });
  const page = await act.open(nora, plannerWeek, phone);
  await page.getByRole('button', { name: 'Month and tags' }).click();
  await tickOf(page, 'Water the plants').click();
  await eventually(async () => (await tasksOf(nora))[0][3], true);
  await expectNoSidewaysScroll(page);
});
