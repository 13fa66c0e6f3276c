// Every view and every dialog of the planner, as somebody meets them. Each state leads a page there.

import { dialog } from './calendar.mjs';
import { allMarkdown } from './hostile.mjs';
import {
  bell,
  changePlanned,
  occurrenceId,
  plan,
  planning,
  prefer,
  quickAdd,
  standup,
} from './planner.mjs';
import { actStates } from './planner_act_states.mjs';

const day = '2026-11-17';
const at = (view, rest = '') => `/planner/${view}/${day}${rest}`;
const fromNow = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19);

// Somebody with events of all kinds, two of which remind just now, and somebody with nothing.
export async function makePlannerWorld(act) {
  const nora = await planning(act);
  const series = await plan(nora, {
    ...standup,
    location: 'Room 4',
    description: allMarkdown,
    tags: ['work'],
    reminderMinutes: [0, 15],
    links: [{ target: 'evt_somewhere', title: 'The plan' }],
  });
  const changed = occurrenceId(series, '20261124');
  await changePlanned(nora, changed, { title: 'Workshop', color: '#E11D48' }, 'this');
  for (const [index, color] of ['#FDE047', '#111827', '#22C55E', '#FFFFFF'].entries()) {
    const hour = String(10 + index).padStart(2, '0');
    const times = { start: `2026-11-18T${hour}:00`, end: `2026-11-18T${hour}:45` };
    await plan(nora, { title: `Lesson ${color}`, color, tags: ['school'], ...times });
    const days = { isAllDay: true, startDate: '2026-11-19', endDate: '2026-11-20' };
    await plan(nora, { title: `Day ${color}`, color, ...days });
  }
  await plan(nora, {
    title: 'Call',
    status: 'TENTATIVE',
    start: '2026-11-17T08:00',
    end: '2026-11-17T09:00',
    startTzid: 'America/New_York',
  });
  await plan(nora, {
    title: 'Trip',
    isAllDay: true,
    startDate: '2026-11-20',
    endDate: '2026-11-24',
  });
  for (const title of ['Take the pill', 'Leave for the station']) {
    const times = { start: fromNow(9), end: fromNow(39), startTzid: 'UTC' };
    await plan(nora, { title, location: 'Main Street', reminderMinutes: [10], ...times });
  }
  const tasks = '/api/v1/planner/tasks';
  await nora.call('POST', tasks, { title: 'Water the plants', priority: 'HIGH' });
  await nora.call('POST', tasks, { title: 'Pay the rent', due: '2026-11-02' });
  await nora.call('POST', tasks, { title: 'Call the plumber', planned: '2026-11-17T15:00' });
  await nora.call('POST', tasks, { title: 'Sweep', planned: '2026-11-18', done: true });
  const fresh = await planning(act, 'Finn Fresh');
  const elsewhere = await planning(act, 'Ella Elsewhere');
  await prefer(elsewhere, { defaultTzid: 'Asia/Tokyo' });
  return { nora, fresh, elsewhere, series, changed, third: occurrenceId(series, '20261117') };
}

const views = ['day', 'week', 'month', 'year', 'list'].map((view) => ({
  name: `the ${view} of the planner`,
  who: 'nora',
  async go(page) {
    await page.goto(at(view));
    await quickAdd(page).waitFor();
    // On a phone, the days of a month have no buttons but themselves.
    const found =
      view === 'year'
        ? page.getByRole('button', { name: /17 November.*event/ }).first()
        : page.getByText(/^Standup, Tuesday, 17 November, 9:00/).first();
    await found.waitFor({ state: 'attached' });
  },
}));

const parts = [
  {
    name: 'an empty planner',
    who: 'fresh',
    async go(page) {
      await page.goto(at('week'));
      await page.getByRole('heading', { name: 'Plan your first event' }).waitFor();
    },
  },
  {
    name: 'an empty list',
    who: 'fresh',
    async go(page) {
      await page.goto(at('list'));
      await page.getByRole('heading', { name: 'Plan your first event' }).waitFor();
    },
  },
  {
    name: 'an offer of another time zone',
    who: 'elsewhere',
    async go(page) {
      await page.goto(at('week'));
      await page.getByRole('region', { name: 'Time zone' }).waitFor();
    },
  },
  {
    name: 'no such page of the planner',
    who: 'nora',
    async go(page) {
      await page.goto('/planner/decade/2026-11-17');
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    },
  },
  {
    name: 'quick add, with what it understood',
    who: 'nora',
    async go(page) {
      await page.goto(at('week'));
      await quickAdd(page).fill('Lunch tomorrow 13:00 at Luigi’s #work every week');
      await page.locator('.preview').waitFor();
    },
  },
  {
    name: 'quick add without a title',
    who: 'nora',
    async go(page) {
      await page.goto(at('week'));
      await quickAdd(page).fill('tomorrow 13:00');
      await page.getByText('What is it?').waitFor();
    },
  },
  {
    name: 'a task of the planner',
    who: 'nora',
    async go(page) {
      await page.goto(at('day'));
      await page.getByRole('button', { name: /^Call the plumber, task planned for/ }).click();
      await dialog(page, 'Task').getByLabel('Title', { exact: true }).waitFor();
    },
  },
  {
    name: 'the bell with reminders',
    who: 'nora',
    async go(page) {
      await page.goto(at('week'));
      await bell(page).click();
      const panel = page.getByRole('dialog', { name: 'Reminders' });
      await panel.getByRole('button', { name: 'Dismiss Take the pill' }).waitFor();
      await panel.getByText('Loading…').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'the bell without reminders',
    who: 'fresh',
    async go(page) {
      await page.goto(at('week'));
      await bell(page).click();
      await page.getByText('No reminders.').waitFor();
    },
  },
];

const dialogs = [
  ['a new event', at('week', '/new?start=2026-11-17T10:00'), 'New event'],
  ['a new day', at('month', '/new?start=2026-11-17&allDay=true'), 'New event'],
  ['one of a series', ({ third }) => at('week', `/events/${third}`), 'Event'],
  ['one that was changed', ({ changed }) => at('list', `/events/${changed}`), 'Event'],
  ['a series', ({ series }) => at('day', `/events/${series.id}`), 'Series'],
  ['preferences', at('week', '/preferences'), 'Preferences'],
  ['importing', at('week', '/import'), 'Import events'],
  ['sharing', at('week', '/share'), 'Calendar link and export'],
  ['the keys of the planner', at('week', '/keys'), 'Keyboard shortcuts'],
  ['an empty search of the planner', at('week', '/search'), 'Search'],
].map(([name, address, title]) => ({
  name,
  who: 'nora',
  async go(page, world) {
    await page.goto(typeof address === 'string' ? address : address(world));
    await dialog(page, title).waitFor();
    await page.getByText('Loading…').waitFor({ state: 'detached' });
  },
}));

const onDesks = [
  {
    name: 'the planner filtered by a tag',
    who: 'nora',
    async go(page) {
      await page.goto(at('week'));
      await page.getByRole('checkbox', { name: 'school' }).check();
      await page.getByRole('button', { name: 'Remove the filter school' }).waitFor();
    },
  },
];

const onPhones = [
  {
    name: 'the drawer of the planner',
    who: 'nora',
    async go(page) {
      await page.goto(at('list'));
      await page.getByRole('button', { name: 'Month and tags' }).click();
      await dialog(page, 'Month and tags').waitFor();
    },
  },
];

const everywhere = [...parts, ...views, ...dialogs, ...actStates];
export const plannerStates = [...everywhere, ...onDesks];
export const plannerPhoneStates = [...everywhere, ...onPhones];
