// Tasks: adding them in one line, the panel of one, lists of many, and one's own.

import assert from 'node:assert/strict';
import { boxOf, dialog, entry, expectNoDialog, message, undoButton } from './support/calendar.mjs';
import {
  board,
  card,
  changeTask,
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
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const lines = {
  'en-GB': ['Order seeds tomorrow @Ben !high #garden', 'Order seeds', 'garden'],
  'de-DE': ['Saatgut bestellen morgen @Ben !hoch #Garten', 'Saatgut bestellen', 'Garten'],
  'zh-CN': ['明天订购种子 @Ben !高 #花园', '订购种子', '花园'],
};

for (const [locale, [line, title, tag]] of Object.entries(lines)) {
  scene.test(`a line becomes a task, in ${locale}`, async (act) => {
    const { nora, ben, project } = await garden(act);
    const page = await act.open(nora, board(project), { locale });
    const input = page.locator('.quick-add input');
    await input.fill(line);
    // What was understood is said before it is saved.
    await page.locator('.quick-add .card').getByText('Ben Berg').waitFor();
    await input.press('Enter');
    await card(page, title).waitFor();
    assert.equal(await input.inputValue(), '');
    const { tasks } = await nora.get(`/api/v1/projects/${project.id}/tasks`);
    const { tags } = await nora.get(`/api/v1/projects/${project.id}/tags`);
    const made = tasks.find((task) => task.title === title);
    const { dueDate, priority, assigneeId, tagIds } = made;
    assert.deepEqual(
      { dueDate, priority, assigneeId },
      { dueDate: '2026-11-05T23:59:59Z', priority: 'HIGH', assigneeId: ben.id },
    );
    assert.deepEqual(
      tags.map(({ id, name }) => [id, name]),
      [[tagIds[0], tag]],
    );
  });
}

scene.test('a task is filled in, commented on, and tells what was done to it', async (act) => {
  const { nora, ben, project, tasks } = await garden(act);
  const page = await act.open(nora, board(project));
  const shown = await openTask(page, 'Dig');

  await shown.getByLabel('Assigned to').selectOption({ label: 'Ben Berg' });
  await shown.getByLabel('Priority').selectOption({ label: 'Urgent' });
  await shown.getByLabel('Due, day').fill('2026-11-20');
  await shown.getByLabel('Add tag').fill('outside');
  await shown.getByLabel('Add tag').press('Enter');
  await shown.getByLabel('Add a task to wait for').selectOption({ label: 'Weed' });
  await shown.getByRole('button', { name: 'Add a point' }).click();
  await shown.getByLabel('Add a point').fill('Find the spade');
  await shown.getByLabel('Add a point').press('Enter');
  await shown.getByRole('checkbox', { name: 'Find the spade' }).check();
  await shown.getByRole('button', { name: 'Add a sub-task' }).click();
  await shown.getByLabel('Add a sub-task').fill('Dig the corner');
  await shown.getByLabel('Add a sub-task').press('Enter');
  await shown.getByRole('link', { name: 'Dig the corner' }).waitFor();
  await shown.getByRole('button', { name: 'Add a link' }).click();
  await shown.getByLabel('Address').fill('javascript:alert(1)');
  await shown.getByRole('button', { name: 'Add', exact: true }).last().click();
  await shown.getByText(/begins with https/).waitFor();
  await shown.getByLabel('Address').fill('https://example.org/plan');
  await shown.getByLabel('Address').press('Enter');
  await shown.getByRole('link', { name: 'example.org/plan' }).waitFor();

  await shown.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await shown.getByLabel('Description').fill('**Deep**, please.');
  await shown.getByRole('button', { name: 'Save', exact: true }).click();
  await shown.locator('strong', { hasText: 'Deep' }).waitFor();

  // The name of somebody is offered once it begins.
  await shown.getByLabel('New comment').fill('Can you, @be');
  await shown.getByRole('listbox').getByText('Ben Berg').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('do it?');
  await page.keyboard.press('Control+Enter');
  await shown.getByRole('article', { name: 'Comment by Nora Nilsen' }).waitFor();
  const { comments } = await nora.get(`/api/v1/tasks/${tasks.Dig.id}/comments`);
  assert.deepEqual(
    comments.map(({ text, mentions }) => [text, mentions]),
    [['Can you, @Ben Berg do it?', [ben.id]]],
  );

  await eventually(
    async () => {
      const { assigneeId, priority, dueDate, blockedBy, checklist, description } = await taskNow(
        nora,
        tasks.Dig,
      );
      return {
        assigneeId,
        priority,
        dueDate,
        blockedBy,
        done: checklist[0]?.done,
        description,
      };
    },
    {
      assigneeId: ben.id,
      priority: 'URGENT',
      dueDate: '2026-11-20T23:59:59Z',
      blockedBy: [tasks.Weed.id],
      done: true,
      description: '**Deep**, please.',
    },
  );
  await shown.getByRole('button', { name: 'Activity' }).click();
  await shown.getByText('Priority: Medium → Urgent').waitFor();
  await shown.getByText('Nora Nilsen created this task').waitFor();

  // What Ben says is there at once.
  await say(ben, tasks.Dig, 'Yes!');
  await shown.getByRole('article', { name: 'Comment by Ben Berg' }).getByText('Yes!').waitFor();
});

scene.test('two people write the same text, and the second one chooses', async (act) => {
  const { nora, ben, project, tasks } = await garden(act);
  const page = await act.open(nora, board(project));
  act.announce(page, {
    url: new RegExp(`/tasks/${tasks.Dig.id}$`),
    status: 412,
  });
  const shown = await openTask(page, 'Dig');
  await shown.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await shown.getByLabel('Title').fill('Dig here');
  await changeTask(ben, tasks.Dig, { title: 'Dig there' });
  await shown.getByText(/Someone else has just changed this task/).waitFor();
  await shown.getByRole('button', { name: 'Save', exact: true }).click();
  const versions = dialog(page, 'Two versions of “Dig”');
  await versions.getByRole('button', { name: 'Use my version' }).click();
  await versions.waitFor({ state: 'detached' });
  assert.equal((await taskNow(nora, tasks.Dig)).title, 'Dig here');
});

scene.test('a task repeats, and comes back when it is done', async (act) => {
  const { nora, project, tasks } = await garden(act);
  await changeTask(nora, tasks.Dig, { dueDate: '2026-11-04' });
  const page = await act.open(nora, board(project));
  const shown = await openTask(page, 'Dig');
  await shown.getByRole('button', { name: 'Repeats Never' }).click();
  const asked = dialog(page, 'Repeats');
  await asked.getByRole('combobox').selectOption('FREQ=DAILY');
  await asked.getByRole('button', { name: 'Save', exact: true }).click();
  await shown.getByRole('button', { name: 'Repeats Every day' }).waitFor();
  await shown.getByLabel('Status').selectOption({ label: 'Done' });
  await message(page, /^Done. “Dig” is due again/).waitFor();
  const { status, dueDate } = await taskNow(nora, tasks.Dig);
  assert.equal(status, 'TODO');
  assert.ok(dueDate > '2026-11-04T23:59:59Z');
});

scene.test('many tasks of a list are changed together, undone, and deleted', async (act) => {
  const { nora, project } = await garden(act);
  const tag = await makeTag(nora, project, 'outside');
  await makeTask(nora, project, 'Paint', {
    priority: 'HIGH',
    tagIds: [tag.id],
  });
  const page = await act.open(nora, list(project));
  await page.getByRole('checkbox', { name: 'Select Dig' }).check();
  await page.getByRole('checkbox', { name: 'Select Sow' }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('group', { name: 'Selected tasks' });
  await bar.getByText('3 selected').waitFor();
  await bar.getByLabel('Status').selectOption({ label: 'Done' });
  await message(page, 'Changed 3 tasks').waitFor();
  assert.deepEqual(await columnsNow(nora, project), {
    TODO: 'Paint',
    DONE: 'Dig Weed Sow',
  });
  await undoButton(page).click();
  await eventually(async () => Object.keys(await columnsNow(nora, project)), ['TODO']);

  // Filters are in the address, so that a link can be sent.
  await page.getByLabel('Filter by words').fill('pai');
  await page.getByRole('link', { name: /^Paint/ }).waitFor();
  assert.equal(await page.getByRole('link', { name: /^Dig/ }).count(), 0);
  assert.match(page.url(), /\?q=pai$/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Group by').selectOption({ label: 'By priority' });
  await page.getByRole('button', { name: /^High/ }).waitFor();

  await bar.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Delete 3 tasks?').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await message(page, 'Deleted 3 tasks').waitFor();
  assert.deepEqual(await columnsNow(nora, project), { TODO: 'Paint' });
});

scene.test('my tasks are those of all projects, by when they are due', async (act) => {
  const { nora, ben, project } = await garden(act);
  const attic = await makeProject(ben, 'Attic');
  await ben.call('POST', `/api/v1/projects/${attic.id}/members`, {
    email: nora.email,
    role: 'MEMBER',
  });
  const mine = { assigneeId: nora.id };
  await makeTask(nora, project, 'Late', { ...mine, dueDate: '2026-11-02' });
  await makeTask(ben, attic, 'Soon', { ...mine, dueDate: '2026-11-06' });
  await makeTask(ben, attic, 'Some day', mine);
  const page = await act.open(nora, '/projects/mine');
  for (const [group, title] of [
    ['Overdue', 'Late'],
    ['This week', 'Soon'],
    ['No date', 'Some day'],
  ]) {
    await page.getByRole('button', { name: new RegExp(`^${group}`) }).waitFor();
    await page.getByRole('link', { name: new RegExp(`^${title}`) }).waitFor();
  }
  // A task of another project opens above them, and goes when it is somebody else's.
  await page.getByRole('link', { name: /^Soon/ }).click();
  const shown = dialog(page);
  await shown.getByLabel('Assigned to').selectOption({ label: 'Ben Berg' });
  await shown.getByRole('button', { name: 'Close' }).last().click();
  await expectNoDialog(page);
  await page.getByRole('link', { name: /^Soon/ }).waitFor({ state: 'detached' });
});

scene.test('a link to a task leads to it, and a task that is gone is said', async (act) => {
  const { nora, ben, project, tasks } = await garden(act);
  const page = await act.open(nora, `/projects/tasks/${tasks.Dig.id}`);
  const shown = dialog(page);
  await shown.getByRole('heading', { name: 'Dig', level: 3 }).waitFor();
  assert.match(page.url(), new RegExp(`/projects/board/${project.id}/tasks/`));
  const { etag } = await taskNow(ben, tasks.Dig);
  // The page may be asking for what belongs to the task while it goes.
  act.announce(page, {
    url: new RegExp(`/tasks/${tasks.Dig.id}/(attachments|comments)$`),
    status: 404,
  });
  await ben.call('DELETE', `/api/v1/tasks/${tasks.Dig.id}`, undefined, {
    'If-Match': `"${etag}"`,
  });
  await shown.getByText(/This task was deleted/).waitFor();
});

scene.test('tasks and events of a project are in a calendar, and are moved in it', async (act) => {
  const { nora, ben, project, tasks } = await garden(act);
  await changeTask(nora, tasks.Dig, { dueDate: '2026-11-10' });
  const page = await act.open(nora, `/projects/calendar/${project.id}`);
  const dig = entry(page, 'Dig');
  await dig.waitFor();
  // On another day, by dragging.
  const day = (date) => page.locator(`[data-date="${date}"]`).first();
  const [from, to] = [await boxOf(dig), await boxOf(day('2026-11-12'))];
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await eventually(async () => (await taskNow(nora, tasks.Dig)).dueDate, '2026-11-12T23:59:59Z');

  await page.getByRole('button', { name: 'New event' }).click();
  const shown = dialog(page, 'New event');
  await shown.getByLabel('Title').fill('Fair');
  await shown.getByLabel('From', { exact: true }).fill('2026-11-20');
  await shown.getByLabel('From', { exact: true }).blur();
  await shown.getByRole('button', { name: 'Save', exact: true }).click();
  await entry(page, 'Fair').waitFor();
  const path = `/api/v1/projects/${project.id}/events`;
  const { events } = await nora.get(path);
  assert.deepEqual(
    events.map(({ title, startDate, allDay }) => [title, startDate, allDay]),
    [['Fair', '2026-11-20T00:00:00Z', true]],
  );
  // What somebody else adds is there at once.
  const body = {
    title: 'Market',
    startDate: '2026-11-21',
    endDate: '2026-11-21',
    allDay: true,
  };
  await ben.call('POST', path, body);
  await entry(page, 'Market').click();
  await dialog(page, 'Event').getByRole('button', { name: 'Delete…' }).click();
  await dialog(page, 'Event').getByRole('button', { name: 'Delete', exact: true }).click();
  await entry(page, 'Market').waitFor({ state: 'detached' });
});

scene.test('a timeline shows when tasks are done, and what waits for what', async (act) => {
  const { nora, project, tasks } = await garden(act);
  await changeTask(nora, tasks.Dig, {
    plannedStart: '2026-11-05',
    plannedEnd: '2026-11-07',
  });
  await changeTask(nora, tasks.Sow, {
    dueDate: '2026-11-12',
    blockedBy: [tasks.Dig.id],
  });
  const page = await act.open(nora, `/projects/timeline/${project.id}`);
  const bar = (title) => page.getByRole('link', { name: new RegExp(`^${title}, `) });
  const [dig, sow] = [await boxOf(bar('Dig')), await boxOf(bar('Sow'))];
  // Three days and one, a week apart, one below the other.
  const day = (dig.width + 4) / 3;
  assert.deepEqual(
    [Math.round((sow.width + 4) / day), Math.round((sow.x - dig.x) / day), sow.y > dig.y],
    [1, 7, true],
  );
  await eventually(() => page.locator('.timeline path').count(), 1);
  await bar('Dig').click();
  await dialog(page).getByRole('heading', { name: 'Dig', level: 3 }).waitFor();
});

scene.test('bars of a timeline are moved and made longer, and that is undone', async (act) => {
  const { nora, project, tasks } = await garden(act);
  await changeTask(nora, tasks.Dig, { plannedStart: '2026-11-05', plannedEnd: '2026-11-07' });
  await changeTask(nora, tasks.Sow, { dueDate: '2026-11-12', blockedBy: [tasks.Dig.id] });
  const fair = await nora.call('POST', `/api/v1/projects/${project.id}/events`, {
    ...{ title: 'Fair', allDay: true, startDate: '2026-11-09', endDate: '2026-11-09' },
  });
  const page = await act.open(nora, `/projects/timeline/${project.id}`);
  const bar = (title) => page.getByRole('link', { name: new RegExp(`^${title}, `) });
  const planned = async () => {
    const { plannedStart, plannedEnd } = await taskNow(nora, tasks.Dig);
    return [plannedStart.slice(0, 10), plannedEnd.slice(0, 10)].join(' ');
  };
  const fairDays = async () => {
    const { startDate, endDate } = await nora.get(`/api/v1/project-events/${fair.id}`);
    return [startDate.slice(0, 10), endDate.slice(0, 10)].join(' ');
  };
  const day = ((await boxOf(bar('Dig'))).width + 4) / 3;
  const drag = async (title, part, days) => {
    const { x, y, width, height } = await boxOf(bar(title));
    const from = { x: part === 'end' ? x + width - 2 : x + width / 2, y: y + height / 2 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + days * day, from.y, { steps: 5 });
  };

  // While it is held, the line to what waits for it follows. Escape puts it back.
  const path = page.locator('.timeline path');
  const line = await path.getAttribute('d');
  await drag('Dig', 'whole', 2);
  await eventually(async () => (await path.getAttribute('d')) !== line, true);
  await page.keyboard.press('Escape');
  await eventually(() => path.getAttribute('d'), line);
  await page.mouse.up();

  await drag('Dig', 'whole', 2);
  await page.mouse.up();
  await message(page, 'Dig: 7 Nov – 9 Nov 2026').waitFor();
  assert.equal(await planned(), '2026-11-07 2026-11-09');
  await drag('Dig', 'end', 1);
  await page.mouse.up();
  await message(page, 'Dig: 7 Nov – 10 Nov 2026').waitFor();
  assert.equal(await planned(), '2026-11-07 2026-11-10');
  await page.keyboard.press('Control+z');
  await eventually(planned, '2026-11-07 2026-11-09');

  // Keys that follow one another are one change, of which those are told who do not see it.
  await bar('Fair').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight']) {
    await page.keyboard.press(key);
  }
  await page.getByRole('status').getByText('Fair: 6 Nov – 7 Nov 2026').waitFor();
  await eventually(fairDays, '2026-11-06 2026-11-07');
  // It has got another row, and still has the focus.
  await page.keyboard.press('Control+z');
  await eventually(fairDays, '2026-11-09 2026-11-09');
  await eventually(() => bar('Fair').evaluate((each) => each === document.activeElement), true);
});
