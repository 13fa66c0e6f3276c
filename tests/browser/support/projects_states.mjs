// Every view and every dialog of the projects, as somebody meets them. Each state leads a page there.

import { dialog, message } from './calendar.mjs';
import { allMarkdown } from './hostile.mjs';
import {
  attachFile,
  board,
  card,
  join,
  list,
  makeProject,
  makeTag,
  makeTask,
  say,
} from './projects.mjs';

const missing = '00000000-0000-4000-8000-000000000000';
const heading = (page, name) => page.getByRole('heading', { name }).first().waitFor();

// Nora has projects of all kinds; the garden has tasks with everything that a task can have. Vera only looks, Finn has
// nothing.
export async function makeProjectsWorld(act) {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const [vera, finn] = [await act.person('Vera Viewer'), await act.person('Finn Fresh')];
  const project = await makeProject(nora, 'Garden', {
    description: allMarkdown,
  });
  await join(nora, project, ben);
  await join(nora, project, vera, 'VIEWER');
  const other = await makeProject(nora, 'Attic', { color: '#FDE047' });
  await makeProject(nora, 'Moving house', { template: true, color: '#111827' });
  for (const [name, status] of [
    ['Shed', 'ARCHIVED'],
    ['Fence', 'COMPLETED'],
  ]) {
    const { id, etag } = await makeProject(nora, name, { color: '#FFFFFF' });
    const match = { 'If-Match': `"${etag}"` };
    await nora.call('PATCH', `/api/v1/projects/${id}`, { status }, match);
  }
  const tags = [
    await makeTag(nora, project, 'outside', '#FDE047'),
    await makeTag(nora, project, 'heavy', '#111827'),
  ];
  const weed = await makeTask(nora, project, 'Weed', {
    status: 'DONE',
    priority: 'LOW',
  });
  const plain = await makeTask(nora, project, 'Sow', {
    dueDate: '2026-11-05T13:00:00Z',
  });
  const task = await makeTask(nora, project, 'Dig', {
    description: allMarkdown,
    priority: 'URGENT',
    status: 'IN_PROGRESS',
    assigneeId: nora.id,
    dueDate: '2026-11-02',
    plannedStart: '2026-11-03T08:00:00Z',
    plannedEnd: '2026-11-03T12:00:00Z',
    tagIds: tags.map(({ id }) => id),
    checklist: [{ text: 'Find the spade', done: true }, { text: 'Sharpen it' }],
    blockedBy: [plain.id, weed.id],
    repeat: { rule: 'FREQ=WEEKLY', from: 'DONE' },
  });
  await makeTask(nora, project, 'Dig the corner', {
    parentId: task.id,
    assigneeId: ben.id,
  });
  await makeTask(nora, other, 'Sweep', {
    assigneeId: nora.id,
    priority: 'HIGH',
  });
  await nora.call('POST', `/api/v1/tasks/${task.id}/attachments`, {
    name: 'Plan',
    url: 'https://example.org/plan',
  });
  const long = 'A plan of the garden with a rather long name.pdf';
  await attachFile(nora, task, long, Buffer.alloc(2000));
  await say(nora, task, 'Can you, @Ben Berg?');
  await say(ben, task, allMarkdown);
  const event = await nora.call('POST', `/api/v1/projects/${project.id}/events`, {
    ...{ title: 'Fair', description: allMarkdown, allDay: true },
    ...{ startDate: '2026-11-06', endDate: '2026-11-07' },
  });
  return { nora, ben, vera, finn, project, other, task, plain, event };
}

const views = [
  ['the board of nora', 'nora', ({ project }) => board(project), '[data-card]'],
  ['the board of vera', 'vera', ({ project }) => board(project), '[data-card]'],
  ['the list of nora', 'nora', ({ project }) => list(project), '.row-of-task'],
  ['the list by person', 'ben', ({ project }) => `${list(project)}?group=assignee`, '.row-of-task'],
  ['the list of vera', 'vera', ({ project }) => list(project), '.row-of-task'],
  ['a list without anything that fits', 'nora', ({ project }) => `${list(project)}?q=xyz`, '.none'],
  ['the calendar', 'nora', ({ project }) => `/projects/calendar/${project.id}`, '.cal-entry'],
  ['the timeline', 'nora', ({ project }) => `/projects/timeline/${project.id}`, '.bar'],
  ['my tasks', 'nora', () => '/projects/mine', '.row-of-task'],
  ['my tasks, none', 'finn', () => '/projects/mine', '.picture'],
  ['all projects', 'nora', () => '/projects/all', '.overview'],
  ['no projects', 'finn', () => '/projects/all', '.picture'],
].map(([name, who, address, shown]) => ({
  name,
  who,
  async go(page, world) {
    await page.goto(address(world));
    await page.locator(shown).first().waitFor();
  },
}));

const dialogs = [
  ['a new project', 'finn', () => '/projects/all/new', 'New project'],
  [
    'the settings of a project',
    'nora',
    ({ project }) => `/projects/all/project/${project.id}/settings`,
    'Garden',
  ],
  [
    'the settings, to read',
    'vera',
    ({ project }) => `/projects/all/project/${project.id}/settings`,
    'Garden',
  ],
  [
    'the people of a project',
    'nora',
    ({ project }) => `/projects/all/project/${project.id}/people`,
    'Garden',
  ],
  [
    'the tags of a project',
    'nora',
    ({ project }) => `${board(project)}/project/${project.id}/tags`,
    'Garden',
  ],
  [
    'a project to be copied',
    'nora',
    ({ project }) => `/projects/all/copy/${project.id}`,
    'Duplicate “Garden”',
  ],
  ['the keys of the projects', 'nora', ({ project }) => `${board(project)}/keys`, /./],
  [
    'a new event',
    'nora',
    ({ project }) => `/projects/calendar/${project.id}/events/new`,
    'New event',
  ],
  ['an event', 'nora', ({ project, event }) => `${board(project)}/events/${event.id}`, 'Event'],
  [
    'an event to read',
    'vera',
    ({ project, event }) => `${board(project)}/events/${event.id}`,
    'Event',
  ],
  ['a task', 'nora', ({ project, task }) => `${board(project)}/tasks/${task.id}`, 'Garden'],
  ['a task to read', 'vera', ({ project, task }) => `${board(project)}/tasks/${task.id}`, 'Garden'],
  [
    'a task with little',
    'ben',
    ({ project, plain }) => `${board(project)}/tasks/${plain.id}`,
    'Garden',
  ],
].map(([name, who, address, title]) => ({
  name,
  who,
  async go(page, world) {
    await page.goto(address(world));
    const shown = dialog(page, title);
    await shown.waitFor();
    await shown.getByText(/^Loading/).waitFor({ state: 'detached' });
  },
}));

const acts = [
  {
    name: 'a task with its text being written, a comment and its activity',
    who: 'nora',
    async go(page, { project, task }) {
      await page.goto(`${board(project)}/tasks/${task.id}`);
      const shown = dialog(page, 'Garden');
      await shown.getByRole('button', { name: 'Activity' }).click();
      await shown.getByText('Nora Nilsen created this task').waitFor();
      await shown.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await shown.getByLabel('Title').fill('');
      await shown.getByRole('button', { name: 'Save', exact: true }).click();
      await shown.getByText('Give the task a title.').waitFor();
      await shown.getByLabel('New comment').fill('@be');
      await shown.getByRole('listbox').getByText('Ben Berg').waitFor();
    },
    async leave(page) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
    },
  },
  {
    name: 'a member who may be limited, and become the owner',
    who: 'nora',
    async go(page, { project }) {
      await page.goto(`/projects/all/project/${project.id}/people`);
      await page.getByRole('button', { name: 'More for Ben Berg' }).click();
      await page.getByLabel('What Ben Berg may do').waitFor();
      await page.getByRole('button', { name: 'Hand over to Ben Berg…' }).click();
      await page.getByRole('button', { name: 'Hand over', exact: true }).waitFor();
    },
  },
  {
    name: 'how a task repeats',
    who: 'nora',
    async go(page, { project, task }) {
      await page.goto(`${board(project)}/tasks/${task.id}`);
      await page.getByRole('button', { name: /^Repeats/ }).click();
      await dialog(page, 'Repeats').getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'a task to be deleted',
    who: 'nora',
    async go(page, { project, task }) {
      await page.goto(`${board(project)}/tasks/${task.id}`);
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Keep it' }).waitFor();
    },
  },
  {
    name: 'tasks that are selected, to be deleted',
    who: 'nora',
    async go(page, { project }) {
      await page.goto(list(project));
      await page.getByRole('checkbox', { name: 'Select Sow' }).check();
      await page
        .getByRole('group', { name: 'Selected tasks' })
        .getByRole('button', { name: 'Delete', exact: true })
        .click();
      await page.getByText('Delete 1 task?').waitFor();
    },
  },
  {
    name: 'a card that is picked up',
    who: 'nora',
    async go(page, { project }) {
      await page.goto(board(project));
      await card(page, 'Sow').focus();
      await page.keyboard.press(' ');
      await page.keyboard.press('ArrowRight');
      await page.getByText(/^In progress, \d of \d$/).waitFor();
    },
  },
  {
    name: 'a line that was understood',
    who: 'ben',
    async go(page, { project }) {
      await page.goto(board(project));
      await page.getByRole('button', { name: 'New task' }).click();
      await page
        .getByLabel('Add a task in one line')
        .fill('Order seeds every friday @nora !high #outside #new');
      await page.locator('.quick-add .card').getByText('Nora Nilsen').waitFor();
    },
  },
  {
    name: 'the menu of a project, and a message',
    who: 'nora',
    async go(page) {
      await page.goto('/projects/all');
      await page.getByRole('button', { name: 'Actions for Attic' }).click();
      await page.getByRole('menuitem', { name: 'Mark as completed' }).click();
      await message(page, '“Attic”: Completed').waitFor();
      await page.getByRole('button', { name: 'Actions for Attic' }).click();
      await page.getByRole('menuitem', { name: 'Make active' }).waitFor();
    },
    async leave(page) {
      await page.getByRole('menuitem', { name: 'Make active' }).click();
      await message(page, '“Attic”: Active').waitFor();
    },
  },
  {
    name: 'a project that is not here',
    who: 'nora',
    async go(page) {
      await page.goto(`/projects/board/${missing}`);
      await heading(page, 'Project not found');
    },
  },
  {
    name: 'no such page of the projects',
    who: 'nora',
    async go(page) {
      await page.goto('/projects/decade');
      await heading(page, 'Page not found');
    },
  },
];

const onPhones = [
  {
    name: 'the drawer of the projects, and the filters',
    who: 'ben',
    async go(page, { project }) {
      await page.goto(board(project));
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('Priority').waitFor();
      await page.getByRole('button', { name: 'Projects and tasks' }).click();
      await dialog(page, 'Projects and tasks').getByText('My tasks').waitFor();
    },
  },
];

export const projectsStates = [...views, ...dialogs, ...acts];
export const projectsPhoneStates = [...projectsStates, ...onPhones];
