// The board of a project: cards are moved with the mouse and with the keyboard, others see it at once, and of two thousand
// tasks it draws what is in sight (bench/web measures how quick it is).

import assert from 'node:assert/strict';
import { message, undoButton } from './support/calendar.mjs';
import {
  board,
  card,
  changeTask,
  column,
  columnsNow,
  garden,
  holdCard,
  makeProject,
  makeTask,
  moveTask,
  titlesIn,
} from './support/projects.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectPath } from './support/ways.mjs';

const scene = makeScene();
const focusedTitle = (page) =>
  page.evaluate(() => document.activeElement.querySelector('.title')?.textContent.trim());

scene.test('a card is dragged to another column and back by Undo', async (act) => {
  const { nora, project } = await garden(act);
  const page = await act.open(nora, board(project));
  await holdCard(page, 'Weed', 'REVIEW');
  // It is shown where it would be, and nothing is said to the server yet.
  await column(page, 'REVIEW').locator('.gap').waitFor();
  assert.deepEqual(await columnsNow(nora, project), { TODO: 'Dig Weed Sow' });
  await page.mouse.up();
  await message(page, 'Moved “Weed” to Review').waitFor();
  await eventually(() => columnsNow(nora, project), {
    TODO: 'Dig Sow',
    REVIEW: 'Weed',
  });
  // The press that ends a drag opens nothing.
  await expectPath(page, board(project));
  await undoButton(page).click();
  await eventually(() => columnsNow(nora, project), { TODO: 'Dig Weed Sow' });
  await eventually(() => titlesIn(page, 'TODO'), ['Dig', 'Weed', 'Sow']);
});

scene.test('a card is dragged within its column, and Escape puts it back', async (act) => {
  const { nora, project } = await garden(act);
  const page = await act.open(nora, board(project));
  await holdCard(page, 'Sow', 'TODO', 0);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.deepEqual(await titlesIn(page, 'TODO'), ['Dig', 'Weed', 'Sow']);
  await holdCard(page, 'Sow', 'TODO', 0);
  await page.mouse.up();
  await eventually(() => columnsNow(nora, project), { TODO: 'Sow Dig Weed' });
});

scene.test('a card is moved with the keyboard alone', async (act) => {
  const { nora, project } = await garden(act);
  const page = await act.open(nora, board(project));
  await card(page, 'Dig').focus();
  await page.keyboard.press('ArrowDown');
  await eventually(() => focusedTitle(page), 'Weed');
  await page.keyboard.press(' ');
  await page.getByText('Picked up “Weed”. To do, 2 of 3').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('In progress, 1 of 1').waitFor();
  assert.deepEqual(await columnsNow(nora, project), { TODO: 'Dig Weed Sow' });
  await page.keyboard.press(' ');
  await eventually(() => columnsNow(nora, project), {
    TODO: 'Dig Sow',
    IN_PROGRESS: 'Weed',
  });
  await eventually(() => focusedTitle(page), 'Weed');

  // What was picked up and put back is where it was.
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await eventually(() => titlesIn(page, 'IN_PROGRESS'), ['Weed']);
  await page.keyboard.press('Enter');
  await expectPath(page, /\/tasks\/[0-9a-f-]+$/);
});

scene.test('what one person does on a board, the other sees', async (act) => {
  const { nora, ben, project, tasks } = await garden(act);
  const [hers, his] = [await act.open(nora, board(project)), await act.open(ben, board(project))];
  await card(his, 'Dig').waitFor();
  await holdCard(hers, 'Dig', 'DONE');
  await hers.mouse.up();
  await eventually(() => titlesIn(his, 'DONE'), ['Dig']);
  await changeTask(ben, tasks.Weed, { title: 'Weed the beds' });
  await card(hers, 'Weed the beds').waitFor();
  await makeTask(ben, project, 'Rake');
  await eventually(() => titlesIn(hers, 'TODO'), ['Weed the beds', 'Sow', 'Rake']);
});

scene.test('a card that somebody else moves meanwhile stays where they put it', async (act) => {
  const { nora, ben, project, tasks } = await garden(act);
  const page = await act.open(nora, board(project));
  act.announce(page, { url: /\/move$/, status: 412 });
  await card(page, 'Dig').waitFor();
  // Her page hears of nothing before she lets go.
  await page.route(/\/api\/v1\/tasks\/[^/]+\/move$/, async (route) => {
    await moveTask(ben, tasks.Dig, { status: 'REVIEW' });
    await route.continue();
  });
  await holdCard(page, 'Dig', 'DONE');
  await page.mouse.up();
  await message(page, /Someone else has just changed/).waitFor();
  await eventually(() => titlesIn(page, 'REVIEW'), ['Dig']);
  await eventually(() => columnsNow(nora, project), {
    TODO: 'Weed Sow',
    REVIEW: 'Dig',
  });
});

scene.test('a viewer looks, and moves nothing', async (act) => {
  const { nora, ben } = await garden(act);
  const project = await makeProject(nora, 'Attic');
  await nora.call('POST', `/api/v1/projects/${project.id}/members`, {
    email: ben.email,
    role: 'VIEWER',
  });
  await makeTask(nora, project, 'Sweep');
  const page = await act.open(ben, board(project));
  await holdCard(page, 'Sweep', 'DONE');
  await page.mouse.up();
  await card(page, 'Sweep').focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByLabel('Add a task in one line').count(), 0);
  assert.deepEqual(await columnsNow(nora, project), { TODO: 'Sweep' });
});

const many = 2000;

scene.test('a board of two thousand tasks draws what is in sight', async (act) => {
  const nora = await act.person();
  const project = await makeProject(nora, 'Large');
  for (let at = 0; at < many; at += 20) {
    const some = Array.from({ length: 20 }, (_, index) => at + index);
    await Promise.all(
      some.map((number) =>
        makeTask(nora, project, `Task ${number}`, {
          status: number % 2 ? 'TODO' : 'REVIEW',
        }),
      ),
    );
  }
  const page = await act.open(nora, board(project));
  await page.locator('[data-card]').first().waitFor();
  assert.ok((await page.locator('[data-card]').count()) < 100);
  // The last one is found by scrolling to it.
  await column(page, 'TODO').evaluate((list) => (list.scrollTop = list.scrollHeight));
  await eventually(async () => (await titlesIn(page, 'TODO')).length > 0, true);
  await column(page, 'TODO').evaluate((list) => (list.scrollTop = 0));
  await column(page, 'TODO').locator('[aria-posinset="1"] [data-card]').waitFor();
});
