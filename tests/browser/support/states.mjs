// Every page and every dialog, as somebody meets them. Each state leads a page there.

import { dialog, pressEdit, save } from './calendar.mjs';
import { subscribe } from './feeds.mjs';
import { allMarkdown } from './hostile.mjs';
import { allDay, multiDay, password, task, timed } from './people.mjs';
import { makeProject, makeTask } from './projects.mjs';

const day = '2026-11-17';
const at = (view, rest = '') => `/calendar/${view}/${day}${rest}`;
const heading = (page, name) => page.getByRole('heading', { name }).first().waitFor();

// Somebody with calendars of all roles, entries of all kinds, and a token.
export async function makeWorld({ person, administrator }) {
  const [nora, ben] = [await person('Nora Nilsen'), await person('Ben Berg')];
  const home = await nora.makeCalendar('Home', {
    description: 'Where we live',
  });
  const club = await ben.makeCalendar('Club', { color: '#D97706' });
  await nora.share(home, ben, 'writer');
  await nora.call('POST', `/api/v1/calendars/${home.id}/members`, {
    email: 'cleo@example.com',
    role: 'reader',
  });
  await ben.share(club, nora, 'reader');
  const dentist = await nora.makeEntry(
    home,
    timed('Dentist', day, '09:00', '09:45', {
      location: 'Main Street',
      description: 'Bring the card',
    }),
  );
  for (const color of ['#FDE047', '#111827', '#E11D48', '#22C55E', '#FFFFFF']) {
    await nora.makeEntry(home, timed(`Lesson ${color}`, '2026-11-18', '10:00', '11:00', { color }));
    await nora.makeEntry(home, allDay(`Day ${color}`, '2026-11-19', { color }));
  }
  await nora.removeEntry(await nora.makeEntry(home, allDay('Old lesson', '2026-11-19')));
  const call = await nora.makeEntry(home, task('Call', day));
  await nora.makeEntry(home, task('Shop', day, true));
  await nora.makeEntry(home, multiDay('Trip', '2026-11-20', '2026-11-24'));
  const match = await ben.makeEntry(
    club,
    timed('Match', day, '18:00', '19:30', { description: allMarkdown }),
  );
  await nora.call('POST', '/api/v1/tokens', {
    name: 'Display',
    scopes: ['calendars:read'],
  });
  await administrator.call('POST', '/api/v1/invitations', {
    email: 'dora@example.com',
  });
  const { secret } = await administrator.call('POST', '/api/v1/invitations', {});
  const project = await makeProject(nora, 'House');
  const fence = await makeTask(nora, project, 'Paint the fence', { assigneeId: nora.id });
  const party = await ben.call('POST', '/api/v1/planner/events', {
    ...{ title: 'Party', start: '2026-11-21T18:00', end: '2026-11-21T22:00', location: 'Garden' },
    ...{ startTzid: 'Europe/Berlin', rrule: 'FREQ=YEARLY', description: allMarkdown },
  });
  await ben.call('POST', `/api/v1/planner/events/${party.id}/guests`, { email: nora.email });
  // Which fails at once, because its address is in a private network.
  await subscribe(nora, 'http://127.0.0.1:9/holidays.ics', { name: 'Holidays' });
  const events = `/api/v1/calendars/${home.id}/events`;
  const choir = await nora.call('POST', events, {
    ...{ title: 'Choir', start: '2026-11-23T18:00', end: '2026-11-23T20:00', startTzid: null },
    ...{ rrule: 'FREQ=WEEKLY', reminderMinutes: [15] },
  });
  for (const guest of [{ email: 'zoe@example.com' }, { userId: nora.id }]) {
    await nora.call('POST', `${events}/${choir.id}/guests`, guest);
  }
  const fresh = await person('Finn Fresh');
  return {
    nora,
    ben,
    fresh,
    administrator,
    home,
    dentist,
    call,
    match,
    secret,
    fence,
    party,
    choir,
  };
}

const views = ['month', 'week', 'day', 'list', 'year'].map((view) => ({
  name: `the ${view}`,
  who: 'nora',
  async go(page) {
    await page.goto(at(view));
    const found = view === 'year' ? page.locator(`[data-date="${day}"]`) : page.getByText('Call');
    await found.filter({ visible: true }).first().waitFor();
  },
}));

const settings = [
  'profile',
  'security',
  'sessions',
  'tokens',
  'appearance',
  'usage',
  'attention',
  'people',
].map((name) => ({
  name: `settings: ${name}`,
  who: 'administrator',
  async go(page) {
    await page.goto(`/settings/${name}`);
    await page.locator('#settings-title').waitFor();
    if (name === 'sessions') await page.getByText('This device', { exact: true }).waitFor();
    if (name === 'usage') await page.getByRole('meter').first().waitFor();
    if (name === 'people') await page.getByText('Nora Nilsen').first().waitFor();
  },
}));

const before = [
  {
    name: 'signing in',
    go: (page) => page.goto('/sign-in').then(() => heading(page, 'Sign in')),
  },
  {
    name: 'signing in, with errors',
    async go(page) {
      await page.goto('/sign-in?error=The%20provider%20said%20no.');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'signing up',
    go: (page) => page.goto('/sign-up').then(() => heading(page, 'An invitation')),
  },
  {
    name: 'half an invitation',
    go: (page) => page.goto('/join').then(() => heading(page, 'This link')),
  },
  {
    name: 'an invitation, with errors',
    async go(page, { secret }) {
      await page.goto(`/join#${secret}`);
      await page.getByText('Ada Admin invites you').waitFor();
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'half a link for a new password',
    go: (page) => page.goto('/reset').then(() => heading(page, 'This link')),
  },
  {
    name: 'a link for a new password, with errors',
    async go(page) {
      await page.goto('/reset#none');
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'a set-up that is done',
    go: (page) => page.goto('/setup').then(() => heading(page, 'Norn is already set up')),
  },
  {
    name: 'no such page',
    go: (page) => page.goto('/nowhere').then(() => heading(page, 'Page not found')),
  },
];

const agendaAt = (view, rest = '') => `/agenda/${view}/${day}${rest}`;
const ofAgenda = [
  ...['month', 'week', 'list'].map((view) => ({
    name: `the ${view} of the agenda`,
    who: 'nora',
    async go(page) {
      await page.goto(agendaAt(view));
      await page.locator('.cal-entry').first().waitFor();
    },
  })),
  {
    name: 'a column per person',
    who: 'nora',
    async go(page) {
      await page.goto(agendaAt('week'));
      await page.getByText('Dentist').filter({ visible: true }).first().waitFor();
      await page.keyboard.press('p');
      await page.getByRole('columnheader', { name: 'Ben Berg' }).waitFor();
    },
    leave: (page) => page.keyboard.press('p'),
  },
  {
    name: 'a line typed in the agenda',
    who: 'nora',
    async go(page) {
      await page.goto(agendaAt('week'));
      await page.getByRole('textbox', { name: 'Add something in one line' }).fill('Dig #house');
      await page.getByText('Goes to', { exact: true }).waitFor();
    },
  },
  {
    name: 'a time for a task',
    who: 'nora',
    async go(page, { fence }) {
      await page.goto(agendaAt('week', `/plan/projects/${fence.id}`));
      await dialog(page, /^When will you do/).waitFor();
    },
  },
  {
    name: 'an invitation',
    who: 'nora',
    async go(page, { ben, party }) {
      await page.goto(agendaAt('week', `/invitation/${ben.id}/${party.id}`));
      await dialog(page, 'Invitation').getByText('Ben Berg invites you').waitFor();
    },
  },
  {
    name: 'invitations beside the agenda',
    who: 'nora',
    async go(page) {
      await page.goto(agendaAt('week'));
      const menu = page.getByRole('button', { name: 'Month, tasks and filter' });
      const coming = page.getByRole('group', { name: 'Are you coming to “Party”?' });
      await menu.or(coming).filter({ visible: true }).first().waitFor();
      if (await menu.isVisible()) await menu.click();
      await coming.waitFor();
    },
  },
  {
    name: 'the link of the agenda',
    who: 'nora',
    async go(page) {
      await page.goto(agendaAt('list', '/feed'));
      await dialog(page, 'Calendar link').getByText('Create a secret link').waitFor();
    },
  },
  {
    name: 'the agenda on a wall',
    who: 'nora',
    go: (page) => page.goto('/agenda?display=wall').then(() => heading(page, /November/)),
  },
  {
    name: 'an agenda with nothing in it',
    who: 'fresh',
    go: (page) => page.goto('/agenda').then(() => heading(page, 'Everything you have')),
  },
];

const parts = [
  {
    name: 'the first calendar',
    who: 'fresh',
    go: (page) => page.goto('/calendar').then(() => heading(page, 'Your first calendar')),
  },
  {
    name: 'no such place',
    who: 'nora',
    go: (page) =>
      page.goto('/calendar/decade/2026-11-15').then(() => heading(page, 'Page not found')),
  },
  {
    name: 'the menu of the account',
    who: 'nora',
    async go(page) {
      await page.goto(at('month'));
      await page.getByRole('button', { name: 'Account of Nora Nilsen' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'the secret of a second factor',
    who: 'fresh',
    async go(page) {
      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Set up…' }).click();
      await page.getByLabel('Your password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Continue' }).click();
      const box = page.getByRole('group', {
        name: 'Secret for your authenticator app',
      });
      await box.waitFor();
      await page.getByRole('textbox', { name: 'Code' }).waitFor();
    },
  },
];

const dialogs = [
  ['a new entry', 'nora', at('month', '/new?date=2026-11-17&start=10:00'), 'New event'],
  ['a new task', 'nora', at('month', '/new?date=2026-11-17&task=1'), 'New task'],
  ['an entry', 'nora', ({ dentist }) => at('week', `/entries/${dentist.id}`), 'Event'],
  ['a task', 'nora', ({ call }) => at('list', `/entries/${call.id}`), 'Task'],
  ['an entry to read', 'nora', ({ match }) => at('day', `/entries/${match.id}`), 'Event'],
  [
    'an event with guests',
    'nora',
    ({ home, choir }) => at('week', `/events/${home.id}/${choir.id}`),
    'Series',
  ],
  ['a new calendar', 'nora', at('month', '/calendars/new'), 'New calendar'],
  ['a calendar', 'nora', ({ home }) => at('month', `/calendars/${home.id}`), 'Home'],
  [
    'people of a calendar',
    'nora',
    ({ home }) => at('month', `/calendars/${home.id}/people`),
    'Home',
  ],
  ['people, to read', 'ben', ({ home }) => at('month', `/calendars/${home.id}/people`), 'Home'],
  [
    'the link of a calendar',
    'nora',
    ({ home }) => at('month', `/calendars/${home.id}/feed`),
    'Home',
  ],
  ['the link of several calendars', 'nora', at('month', '/feed'), 'Calendars in other programs'],
  ['calendars of others', 'nora', at('month', '/subscriptions'), 'Calendars of others'],
  ['an empty bin', 'fresh', at('month', '/bin'), 'Bin'],
  ['the keys', 'nora', at('month', '/keys'), 'Keyboard shortcuts'],
  ['an empty search', 'nora', at('month', '/search'), 'Search'],
].map(([name, who, address, title]) => ({
  name,
  who,
  async go(page, world) {
    await page.goto(typeof address === 'string' ? address : address(world));
    await dialog(page, title).waitFor();
    if (/people/.test(name)) await page.getByText('Ben Berg').first().waitFor();
    if (!/guests/.test(name)) return;
    for (const label of ['Remind me', 'Member of the calendar']) {
      await page.getByLabel(label).waitFor();
    }
    await page.getByText('Are you coming?').waitFor();
  },
}));

const acts = [
  {
    name: 'calendars of others beside the calendar, with a menu',
    who: 'nora',
    async go(page) {
      await page.goto(at('month'));
      const menu = page.getByRole('button', { name: 'Calendars and month' });
      const options = page.getByRole('button', { name: 'Options for Holidays' });
      await menu.or(options).filter({ visible: true }).first().waitFor();
      if (await menu.isVisible()) await menu.click();
      await page.getByText('Its address is in a private network.').waitFor();
      await options.click();
      await page.getByRole('menuitem', { name: 'Show only this' }).waitFor();
    },
  },
  {
    name: 'the bin, with a question',
    who: 'nora',
    async go(page) {
      await page.goto(at('month', '/bin'));
      await page.getByRole('button', { name: 'Permanently delete “Old lesson”' }).click();
      await page.getByRole('button', { name: 'Keep it' }).waitFor();
    },
  },
  {
    name: 'a search with results',
    who: 'nora',
    async go(page) {
      await page.goto(at('month', '/search?q=main%20dent'));
      await page.getByRole('option', { name: /Dentist/ }).waitFor();
      await page.locator('.results.stale').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'an entry without a title',
    who: 'nora',
    async go(page) {
      await page.goto(at('month', '/new'));
      await save(page);
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'a time that is looked for',
    who: 'nora',
    async go(page, { dentist }) {
      await page.goto(at('month', `/entries/${dentist.id}`));
      await pressEdit(page);
      await page.getByText('Find a time', { exact: true }).click();
      await page.getByRole('checkbox', { name: 'Ben Berg' }).waitFor();
    },
  },
  {
    name: 'a question whether to discard',
    who: 'nora',
    async go(page, { dentist }) {
      await page.goto(at('month', `/entries/${dentist.id}`));
      await pressEdit(page);
      await page.getByLabel('Title').fill('Doctor');
      await page.keyboard.press('Escape');
      await page.getByText('Discard changes?').waitFor();
    },
  },
  {
    name: 'a question whether to delete a calendar',
    who: 'nora',
    async go(page, { home }) {
      await page.goto(at('month', `/calendars/${home.id}`));
      await page.getByRole('button', { name: 'Delete calendar' }).click();
      await page.getByRole('button', { name: 'Keep it' }).waitFor();
    },
  },
  {
    name: 'two versions',
    who: 'nora',
    async go(page, { ben, dentist }) {
      await page.goto(at('week', `/entries/${dentist.id}`));
      await pressEdit(page);
      await page.getByLabel('Title').fill('Dentist with Ada');
      const now = await ben.entry(dentist.id);
      await ben.changeEntry(now, {
        location: `Room ${now.etag.slice(0, 6)}`,
        color: '#16A34A',
      });
      await page.getByRole('button', { name: 'Show that version' }).click();
      await dialog(page, /^Two versions/).waitFor();
    },
  },
  {
    name: 'an entry that is not here',
    who: 'nora',
    async go(page) {
      await page.goto('/calendar/entries/00000000-0000-4000-8000-000000000000');
      await dialog(page, 'Entry not found').waitFor();
    },
  },
  {
    name: 'a message',
    who: 'nora',
    async go(page) {
      await page.goto(at('list'));
      const box = page.getByRole('checkbox', { name: 'Done: Call' });
      await box.waitFor();
      const isDone = await box.isChecked();
      await box.click();
      if (isDone) await box.click();
      await page.getByRole('button', { name: 'Undo' }).first().waitFor();
    },
  },
  {
    name: 'a new token',
    who: 'nora',
    async go(page) {
      await page.goto('/settings/tokens');
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByLabel('What it is for').waitFor();
    },
  },
  ...[
    ['tokens', 'Remove Display', 'nora', /^Remove/],
    ['profile', 'Delete account…', 'nora', 'Delete your account?'],
    ['sessions', 'Sign out everywhere…', 'nora', 'Sign out everywhere?'],
    ['people', 'Usage of Ben Berg', 'administrator', 'Usage of Ben Berg'],
    ['people', 'Delete the account of Ben Berg', 'administrator', /^Delete the account/],
  ].map(([section, button, who, title]) => ({
    name: `settings: ${button}`,
    who,
    async go(page) {
      await page.goto(`/settings/${section}`);
      await page.getByRole('button', { name: button }).first().click();
      await dialog(page, title).waitFor();
    },
  })),
  {
    name: 'no connection',
    who: 'nora',
    async go(page) {
      await page.goto(at('month'));
      await page.getByText('Call').filter({ visible: true }).first().waitFor();
      await page.context().setOffline(true);
      await page.getByText('Norn cannot be reached.').first().waitFor();
    },
    leave: (page) => page.context().setOffline(false),
  },
];

const onPhones = [
  {
    name: 'the drawer',
    who: 'nora',
    async go(page) {
      await page.goto(at('list'));
      await page.getByRole('button', { name: 'Calendars and month' }).click();
      await dialog(page, 'Calendars').getByText('Its address is in a private network.').waitFor();
    },
  },
];

export const states = [
  ...before,
  ...parts,
  ...views,
  ...ofAgenda,
  ...settings,
  ...dialogs,
  ...acts,
];
export const phoneStates = [...states, ...onPhones];
