// How much the main thread does in each frame while a card is dragged across a board of 2,000 tasks, from a trace of the
// browser; and how much of the board is drawn.

import { signUp } from '../../tests/browser/support/people.mjs';
import { board, makeProject, makeTask } from '../../tests/browser/support/projects.mjs';
import { begins, ends, traced, workPerFrame } from './frame_work.mjs';

const statuses = ['TODO', 'IN_PROGRESS', 'REVIEW', 'DONE'];
const tasksInColumn = 500;
const together = 16;
const frameMs = 8;
const mostNodes = 5000;
// Mouse moves of one drag: over every column, and along its edge, where it is scrolled.
const stepsPerWay = 40;

// A person with a board, and the project that it is of.
export async function personWithBoard(norn, administrator) {
  const person = await signUp(norn, administrator, 'Bo Board');
  const project = await makeProject(person, 'Large');
  const tasks = statuses.flatMap((status) =>
    Array.from({ length: tasksInColumn }, (_, number) => [status, `${status} ${number}`]),
  );
  for (let begin = 0; begin < tasks.length; begin += together) {
    const some = tasks.slice(begin, begin + together);
    await Promise.all(
      some.map(([status, title]) => makeTask(person, project, title, { status, priority: 'HIGH' })),
    );
  }
  return { person, project };
}

async function drag(page) {
  const boxOf = (selector) => page.locator(selector).first().boundingBox();
  const from = await boxOf('[data-column="TODO"] [data-card]');
  const [first, last] = await Promise.all(
    ['TODO', 'DONE'].map((status) => boxOf(`[data-column="${status}"]`)),
  );
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 10, from.y + from.height / 2);
  await page.locator('.ghost').waitFor();
  await begins(page);
  const right = last.x + last.width / 2;
  const bottom = Math.min(last.y + last.height, page.viewportSize().height) - 20;
  await page.mouse.move(right, first.y + 100, { steps: stepsPerWay });
  await page.mouse.move(right, bottom, { steps: stepsPerWay });
  await page.mouse.move(first.x + first.width / 2, bottom, { steps: stepsPerWay });
  await ends(page);
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

export async function measureBoardDrag(browser, norn, made, figures, { runs, options }) {
  const { person, project } = made;
  const context = await browser.newContext({ baseURL: norn.url, ...options });
  await context.addCookies([{ name: 'norn', value: person.cookie, url: norn.url }]);
  try {
    const page = await context.newPage();
    for (let run = 0; run < runs; run++) {
      await page.goto(board(project));
      await page.locator('[data-card]').first().waitFor();
      await page.evaluate(
        () => new Promise((done) => requestIdleCallback(done, { timeout: 3000 })),
      );
      const events = await traced(browser, page, () => drag(page));
      for (const ms of workPerFrame(events, stepsPerWay)) {
        const name = 'dragging on a board of 2,000 tasks: main thread per frame';
        figures.add(name, ms, { limit: frameMs, digits: 1 });
      }
      const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
      figures.add('board of 2,000 tasks: nodes', nodes, { unit: '', limit: mostNodes });
    }
  } finally {
    await context.close();
  }
}
