// Projects as a person finds their way in them, and what is in them, over the REST API.

import { boxOf, dialog } from './calendar.mjs';

const api = '/api/v1';

export const board = (project) => `/projects/board/${project.id}`;
export const list = (project) => `/projects/list/${project.id}`;

export function makeProject(person, name = 'Garden', options = {}) {
  return person.call('POST', `${api}/projects`, {
    name,
    color: '#3D9152',
    ...options,
  });
}

export async function join(person, project, other, role = 'MEMBER') {
  const body = { email: other.email, role };
  return (await person.call('POST', `${api}/projects/${project.id}/members`, body)).member;
}

export function makeTask(person, project, title, options = {}) {
  return person.call('POST', `${api}/projects/${project.id}/tasks`, {
    title,
    ...options,
  });
}

export function makeTag(person, project, name, color = '#D64545') {
  return person.call('POST', `${api}/projects/${project.id}/tags`, {
    name,
    color,
  });
}

// As it is now; undefined when there is none.
export async function taskNow(person, { id }) {
  const reply = await person.ask('GET', `${api}/tasks/${id}`);
  return reply.status === 404 ? undefined : reply.json;
}

export async function changeTask(person, task, change) {
  const { etag } = await taskNow(person, task);
  return person.call('PATCH', `${api}/tasks/${task.id}`, change, {
    'If-Match': `"${etag}"`,
  });
}

export async function moveTask(person, task, move) {
  const { etag } = await taskNow(person, task);
  const path = `${api}/tasks/${task.id}/move`;
  return person.call('POST', path, move, { 'If-Match': `"${etag}"` });
}

export function say(person, task, text) {
  return person.call('POST', `${api}/tasks/${task.id}/comments`, { text });
}

export async function attachFile(person, task, name, bytes) {
  const { id } = await person.call('POST', `${api}/uploads`, { name, size: bytes.length });
  await person.call('PUT', `${api}/uploads/${id}/parts/1`, bytes);
  return person.call('POST', `${api}/tasks/${task.id}/attachments`, { uploadId: id });
}

// What the server has on the board: { TODO: 'Dig Weed', DONE: 'Sow' }.
export async function columnsNow(person, project) {
  const { tasks } = await person.get(`${api}/projects/${project.id}/tasks`);
  const columns = {};
  for (const { status, title, parentId } of tasks) {
    if (parentId === null) columns[status] = [columns[status], title].filter(Boolean).join(' ');
  }
  return columns;
}

// Nora and Ben have a garden with three tasks.
export async function garden(act) {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const project = await makeProject(nora);
  await join(nora, project, ben);
  const tasks = {};
  for (const title of ['Dig', 'Weed', 'Sow']) tasks[title] = await makeTask(nora, project, title);
  return { nora, ben, project, tasks };
}

// A card of the board. Its name begins with its title.
export function card(page, title) {
  return page.locator('[data-card]').filter({ hasText: title }).first();
}

export function column(page, status) {
  return page.locator(`[data-column="${status}"]`);
}

// The titles of the cards of a column that are drawn, from top to bottom.
export function titlesIn(page, status) {
  return column(page, status)
    .locator('[data-card]')
    .evaluateAll((cards) =>
      cards
        .map((each) => ({ top: each.getBoundingClientRect().top, card: each }))
        .sort((one, other) => one.top - other.top)
        .map((each) => each.card.querySelector('.title').textContent.trim()),
    );
}

// Takes a card by its middle and holds it over a place of a column: `row` counts from 0.
export async function holdCard(page, title, status, row = 0) {
  const from = await boxOf(card(page, title));
  const to = await boxOf(column(page, status));
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 8, start.y + 2);
  const y = to.y + (from.height + 8) * row + from.height / 2 + 4;
  await page.mouse.move(to.x + to.width / 2, y, { steps: 6 });
}

export async function openTask(page, title) {
  await card(page, title).click();
  const shown = dialog(page);
  await shown.getByRole('heading', { name: title, level: 3 }).waitFor();
  return shown;
}
