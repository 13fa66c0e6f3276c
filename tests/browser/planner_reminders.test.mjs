// Reminders: the server's clock is the real one, so events are made that remind now.

import assert from 'node:assert/strict';
import {
  bell,
  editor,
  plan,
  plannerWeek,
  planning,
  prefer,
  preferencesOf,
} from './support/planner.mjs';
import { dialog } from './support/calendar.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
// The server looks every few seconds at what is due.
const pushed = { timeout: 30_000 };

// "2026-11-17T09:00:00" in UTC, so many minutes from now.
const fromNow = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19);

// It reminds ten minutes before it starts: that was a moment ago.
function due(person, title, more = {}) {
  return plan(person, {
    title,
    start: fromNow(9),
    end: fromNow(39),
    startTzid: 'UTC',
    reminderMinutes: [10],
    ...more,
  });
}

// It reminds in a moment.
function dueSoon(person, title) {
  return due(person, title, { start: fromNow(10.05), end: fromNow(39) });
}

async function remindersOf(person) {
  return (await person.get('/api/v1/reminders')).reminders;
}

// The line at the top of every page.
const told = (page, text) =>
  page.getByRole('region', { name: 'Reminders that are due' }).getByText(text);

const panelOf = (page) => page.getByRole('dialog', { name: 'Reminders' });

scene.test('what is due is in the bell, leads to its event, and is dismissed', async (act) => {
  const nora = await planning(act);
  await due(nora, 'Take the pill', { location: 'Kitchen' });
  const { id } = await due(nora, 'Call home');
  const page = await act.open(nora, plannerWeek);
  await page.getByRole('button', { name: 'Reminders, 2 due' }).click();
  const panel = panelOf(page);
  await panel.getByText('Kitchen').waitFor();
  await panel.getByRole('button', { name: /^Call home/ }).click();
  await editor(page);
  await page.waitForURL(new RegExp(`/events/${id}$`));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reminders, 2 due' }).click();
  await panel.getByRole('button', { name: 'Dismiss Take the pill' }).click();
  await page.getByRole('button', { name: 'Reminders, 1 due' }).waitFor();
  await eventually(
    async () => (await remindersOf(nora)).map(({ item }) => item.title),
    ['Call home'],
  );
  await page.reload();
  await page.getByRole('button', { name: 'Reminders, 1 due' }).waitFor();
});

scene.test('all that is due is dismissed at once', async (act) => {
  const nora = await planning(act);
  for (const title of ['One', 'Two', 'Three']) await due(nora, title);
  const page = await act.open(nora, plannerWeek);
  await page.getByRole('button', { name: 'Reminders, 3 due' }).click();
  await panelOf(page).getByRole('button', { name: 'Dismiss all' }).click();
  await panelOf(page).getByText('Nothing is due.').waitFor();
  await eventually(() => remindersOf(nora), []);
});

scene.test('one that becomes due is told on every page, until it is dismissed', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, '/settings/profile');
  await page.getByRole('button', { name: 'Reminders', exact: true }).waitFor();
  const { id } = await dueSoon(nora, 'Take the pill');
  await told(page, /^Take the pill: /).waitFor(pushed);
  await page.getByRole('button', { name: 'Reminders, 1 due' }).waitFor();
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await told(page, /^Take the pill: /).waitFor();
  await page.reload();
  await told(page, /^Take the pill: /).waitFor();
  const region = page.getByRole('region', { name: 'Reminders that are due' });
  await region.getByRole('button', { name: 'Show', exact: true }).click();
  await page.waitForURL(new RegExp(`/events/${id}$`));
  await editor(page);
  await page.keyboard.press('Escape');
  // On another device it is there, too, and gone when it was dismissed and somebody looks again.
  const other = await act.open(nora, '/bookings');
  await told(other, /^Take the pill: /).waitFor();
  await region.getByRole('button', { name: 'Dismiss Take the pill' }).click();
  await told(page, /^Take the pill: /).waitFor({ state: 'detached' });
  await eventually(() => remindersOf(nora), []);
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await told(other, /^Take the pill: /).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Reminders', exact: true }).waitFor();
});

scene.test('one that is put off comes back later', async (act) => {
  const nora = await planning(act);
  await due(nora, 'Take the pill');
  const page = await act.open(nora, plannerWeek);
  await bell(page).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Remind again in 10 min' }).click();
  await panel.getByText('Nothing is due.').waitFor();
  await panel.getByText(/reminds at/).waitFor();
  await page.getByRole('button', { name: 'Reminders', exact: true }).waitFor();
  const [{ snoozedUntil }] = await remindersOf(nora);
  const minutes = (Date.parse(snoozedUntil) - Date.now()) / 60_000;
  assert.ok(minutes > 8 && minutes <= 10.1, `${minutes} minutes`);
});

scene.test('what is dismissed in one tab is gone in the other', async (act) => {
  const nora = await planning(act);
  await due(nora, 'Take the pill');
  const page = await act.open(nora, plannerWeek);
  const other = await page.context().newPage();
  await other.goto(plannerWeek);
  await other.getByRole('button', { name: 'Reminders, 1 due' }).waitFor();
  await page.getByRole('button', { name: 'Reminders, 1 due' }).click();
  await panelOf(page).getByRole('button', { name: 'Dismiss Take the pill' }).click();
  await other.getByRole('button', { name: 'Reminders', exact: true }).waitFor();
});

scene.test(
  'events of a shared calendar remind its members, until they turn it off',
  async (act) => {
    const nora = await planning(act);
    const family = await nora.makeCalendar('Family');
    await nora.call('POST', `/api/v1/calendars/${family.id}/events`, {
      ...{
        title: 'Choir',
        start: fromNow(9),
        end: fromNow(39),
        startTzid: 'UTC',
      },
      reminderMinutes: [10],
    });
    const page = await act.open(nora, plannerWeek);
    await page.getByRole('button', { name: 'Reminders, 1 due' }).click();
    await panelOf(page)
      .getByRole('button', { name: /^Choir/ })
      .waitFor();
    await page.goto(`/calendar/month/2026-11-04/calendars/${family.id}`);
    const choice = dialog(page, 'Family').getByLabel('Reminders of its events');
    assert.equal(await choice.inputValue(), 'suggested');
    await choice.selectOption('Off');
    await dialog(page, 'Family').getByText('Saved.').waitFor();
    await eventually(() => remindersOf(nora), []);
    await choice.selectOption('As suggested');
    await eventually(async () => (await remindersOf(nora)).length, 1);
  },
);

scene.test('a task reminds when its kind is turned on', async (act) => {
  const nora = await planning(act);
  await nora.call('POST', '/api/v1/planner/tasks', {
    ...{ title: 'Call the plumber', due: fromNow(-1), dueTzid: 'UTC' },
  });
  const page = await act.open(nora, plannerWeek);
  await page.getByRole('button', { name: 'Reminders', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Preferences' }).click();
  const preferences = dialog(page, 'Preferences');
  await preferences.getByLabel('Tasks that are due').selectOption('At start');
  await eventually(async () => (await remindersOf(nora)).length, 1);
  await page.goto(plannerWeek);
  await page.getByRole('button', { name: 'Reminders, 1 due' }).click();
  await panelOf(page)
    .getByRole('button', { name: /^Due: Call the plumber/ })
    .click();
  await dialog(page, 'Task').waitFor();
});

scene.test('what one is invited to reminds if that is on, and is answered', async (act) => {
  const [nora, ben] = [await planning(act, 'Nora Nilsen'), await planning(act, 'Ben Berg')];
  const dinner = await due(nora, 'Dinner');
  await nora.call('POST', `/api/v1/planner/events/${dinner.id}/guests`, { email: ben.email });
  const page = await act.open(ben, plannerWeek);
  await page.getByRole('button', { name: 'Reminders', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Preferences' }).click();
  const preferences = dialog(page, 'Preferences');
  const invitations = preferences.getByLabel('Invitations, and events of projects');
  await invitations.selectOption({ value: '15' });
  await eventually(async () => (await remindersOf(ben)).length, 1);
  await page.goto(plannerWeek);
  await page.getByRole('button', { name: 'Reminders, 1 due' }).click();
  await panelOf(page)
    .getByRole('button', { name: /^Dinner/ })
    .click();
  const invitation = dialog(page, 'Invitation');
  await invitation.getByText('Nora Nilsen invites you').waitFor();
  await invitation.getByRole('button', { name: 'No', exact: true }).click();
  await eventually(() => remindersOf(ben), []);
});

// Runs in the page: the browser's notifications, but for the window that they would open.
function pretendNotifications(answer) {
  window.asked = 0;
  window.notified = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      window.asked += 1;
      return (this.permission = answer);
    }
    constructor(title, { body }) {
      window.notified.push(`${title}: ${body}`);
    }
    close() {}
  };
}

async function withNotifications(act, answer) {
  const nora = await planning(act);
  await due(nora, 'Take the pill');
  const page = await act.open(nora);
  await page.addInitScript(pretendNotifications, answer);
  await page.goto(plannerWeek);
  await page.getByRole('button', { name: 'Reminders, 1 due' }).waitFor();
  return { nora, page };
}

scene.test('notifications are on once the browser allows them', async (act) => {
  const { nora, page } = await withNotifications(act, 'granted');
  assert.equal((await preferencesOf(nora)).enableBrowserNotifications, true);
  await told(page, /^Take the pill: /).waitFor();
  assert.deepEqual(await page.evaluate(() => [window.asked, window.notified]), [0, []]);
  await page.getByRole('button', { name: 'Allow notifications' }).click();
  await told(page, /^Take the pill: /).waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => window.asked), 1);
  await dueSoon(nora, 'Second');
  await page.getByRole('button', { name: 'Reminders, 2 due' }).waitFor(pushed);
  await eventually(
    async () => (await page.evaluate(() => window.notified)).map((text) => text.split(':')[0]),
    ['Second'],
  );
});

scene.test('a browser that says no leaves them off, and what to do is said', async (act) => {
  const { nora, page } = await withNotifications(act, 'denied');
  await prefer(nora, { enableBrowserNotifications: false });
  await page.getByRole('link', { name: 'Preferences' }).click();
  const preferences = dialog(page, 'Preferences');
  const notify = preferences.getByRole('switch', {
    name: 'Show a browser notification',
  });
  await eventually(() => notify.isChecked(), false);
  await notify.click();
  await preferences.getByText('This browser does not let Norn show notifications.').waitFor();
  assert.equal(await notify.isChecked(), false);
  assert.equal((await preferencesOf(nora)).enableBrowserNotifications, false);
});

scene.test('nobody is asked unless they want it', async (act) => {
  const { page } = await withNotifications(act, 'granted');
  await told(page, /^Take the pill: /).waitFor();
  assert.deepEqual(await page.evaluate(() => [window.asked, window.notified]), [0, []]);
  await page.getByRole('link', { name: 'Preferences' }).click();
  await dialog(page, 'Preferences').getByRole('button', { name: 'Ask now' }).click();
  assert.equal(await page.evaluate(() => window.asked), 1);
});
