// Guests of events: inviting, answering in the agenda, and finding a time for several people.

import assert from 'node:assert/strict';
import { day } from './support/bookings.mjs';
import {
  dialog,
  entry,
  expectNoDialog,
  openEntry,
  pressEdit,
  save,
  undoButton,
} from './support/calendar.mjs';
import { task, timed } from './support/people.mjs';
import { plan, planned, planning } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const at = (days, time) => `${day(days)}T${time}`;
const week = `/agenda/week/${day(0)}`;
const guestsOf = async (person, event) =>
  (await person.get(`/api/v1/planner/events/${event.id}/guests`)).guests;

function dinner(person, options = {}) {
  return plan(person, {
    ...{ title: 'Dinner', start: at(1, '18:00'), end: at(1, '20:00'), location: 'Kitchen' },
    ...{ startTzid: 'Europe/Berlin', ...options },
  });
}

scene.test('somebody is invited by address, and answers in the agenda', async (act) => {
  const [nora, ben] = [await planning(act, 'Nora Nilsen'), await planning(act, 'Ben Berg')];
  const event = await dinner(nora);
  const his = await act.open(ben, week);
  const hers = await act.open(nora, `/planner/week/${day(0)}/events/${event.id}`);
  const guests = dialog(hers, 'Event').getByRole('region', { name: 'Guests' });
  await guests.getByText('Nobody is invited.').waitFor();
  for (const address of [ben.email, 'zoe@example.org']) {
    await guests.getByLabel('E-mail address').fill(address);
    await guests.getByRole('button', { name: 'Invite', exact: true }).click();
    await guests.getByRole('listitem').filter({ hasText: address }).waitFor();
  }
  const [name, file] = ['zoe@example.org', 'as a file'];
  const link = guests.getByRole('link', { name: `Invitation for ${name} ${file}` });
  assert.match(await link.getAttribute('href'), /invitation\.ics$/);

  await entry(his, 'Dinner').click();
  const invitation = dialog(his, 'Invitation');
  await invitation.getByText('Nora Nilsen invites you').waitFor();
  await invitation.getByText('Kitchen').waitFor();
  await invitation.getByRole('button', { name: 'Yes', exact: true }).click();
  await eventually(async () => (await guestsOf(nora, event))[0].answer, 'yes');
  await guests
    .getByRole('listitem')
    .filter({ hasText: ben.email })
    .getByText('yes', { exact: true })
    .waitFor();

  await invitation.getByRole('button', { name: 'No', exact: true }).click();
  await eventually(async () => (await guestsOf(nora, event))[0].answer, 'no');
  await invitation.getByRole('button', { name: 'Close' }).last().click();
  await his.getByRole('button', { name: /^Dinner, .*You declined/ }).waitFor();
  await his.getByRole('checkbox', { name: 'What I declined' }).uncheck();
  await entry(his, 'Dinner').waitFor({ state: 'detached' });
  await eventually(async () => (await ben.get('/api/v1/agenda/preferences')).declinedHidden, true);

  // Who is not invited any more has nothing of it.
  await his.getByRole('checkbox', { name: 'What I declined' }).check();
  await entry(his, 'Dinner').waitFor();
  const remove = `Do not invite ${ben.email} any more`;
  await guests.getByRole('button', { name: remove }).click();
  await entry(his, 'Dinner').waitFor({ state: 'detached' });
});

// --- In a calendar

const calendarWeek = `/calendar/week/${day(0)}`;
const eventsOf = (calendar) => `/api/v1/calendars/${calendar.id}/events`;
const guestsIn = (shown) => shown.getByRole('region', { name: 'Guests' });
const inviteIn = (guests) => guests.getByRole('button', { name: 'Invite', exact: true }).click();
const row = (guests, text) => guests.getByRole('listitem').filter({ hasText: text });

// Nora and Ben share a calendar, with a dinner in it.
async function family(act, role = 'writer') {
  const [nora, ben] = [await planning(act, 'Nora Nilsen'), await planning(act, 'Ben Berg')];
  const home = await nora.makeCalendar('Family');
  await nora.share(home, ben, role);
  return { nora, ben, home };
}

function dinnerIn(person, calendar) {
  return person.call('POST', eventsOf(calendar), {
    ...{ title: 'Dinner', start: at(1, '18:00'), end: at(1, '20:00'), startTzid: null },
    reminderMinutes: [15],
  });
}

const simpleDinner = (person, calendar) =>
  person.makeEntry(calendar, timed('Dinner', day(1), '18:00', '20:00'));

scene.test('a member is chosen as a guest, and answers in the calendar', async (act) => {
  const { nora, ben, home } = await family(act);
  const event = await dinnerIn(nora, home);
  const hers = await act.open(nora, `/calendar/events/${home.id}/${event.id}`);
  const guests = guestsIn(dialog(hers, 'Event'));
  await guests.getByText('Nobody is invited.').waitFor();
  const members = guests.getByLabel('Member of the calendar');
  assert.deepEqual(await members.locator('option').allTextContents(), [
    'Choose a member',
    'Ben Berg',
  ]);
  await members.selectOption('Ben Berg');
  await inviteIn(guests);
  await row(guests, 'Ben Berg').getByText('no answer yet').waitFor();
  // All members are guests now; others are invited by address.
  assert.equal(await members.count(), 0);
  await guests.getByLabel('E-mail address').waitFor();
  assert.equal(await guests.getByText('Are you coming?').count(), 0);

  const his = await act.open(ben, calendarWeek);
  const read = guestsIn(await openEntry(his, 'Dinner'));
  const coming = read.getByRole('group', { name: 'Are you coming?' });
  await coming.getByRole('button', { name: 'Maybe' }).click();
  await row(guests, 'Ben Berg').getByText('maybe', { exact: true }).waitFor();
  await coming.getByRole('button', { name: 'Maybe', pressed: true }).waitFor();
  const { invitations } = await ben.get('/api/v1/planner/invitations');
  assert.deepEqual(
    invitations.map(({ answer }) => answer),
    ['maybe'],
  );
});

scene.test('inviting to an entry makes an event of it, in the agenda of the guest', async (act) => {
  const { nora, home } = await family(act);
  const zoe = await planning(act, 'Zoe Zander');
  const made = await simpleDinner(nora, home);
  const theirs = await act.open(zoe, week);
  const page = await act.open(nora, calendarWeek);
  const shown = await openEntry(page, 'Dinner');
  const guests = guestsIn(shown);
  await guests.getByLabel('E-mail address').fill(zoe.email);
  await inviteIn(guests);
  await row(guests, zoe.email).getByText('no answer yet').waitFor();
  const path = `${eventsOf(home)}/evt_${made.id}`;
  assert.equal((await nora.get(path)).title, 'Dinner');
  await entry(theirs, 'Dinner').click();
  await dialog(theirs, 'Invitation').getByText('Nora Nilsen invites you').waitFor();

  // The dialog goes on with the event. While there are guests, no entry could say all of it.
  await shown.getByLabel('Remind me').waitFor();
  assert.equal(await shown.getByRole('button', { name: 'Make it simple' }).count(), 0);
  await pressEdit(page);
  await dialog(page, 'Edit event').getByLabel('Location').fill('Kitchen');
  await save(page);
  await expectNoDialog(page);
  await dialog(theirs, 'Invitation').getByText('Kitchen').waitFor();
  assert.equal((await nora.get(path)).location, 'Kitchen');
  await dialog(theirs).getByRole('button', { name: 'Close' }).last().click();

  // Without guests it can be an entry again.
  const again = await openEntry(page, 'Dinner');
  await again.getByRole('button', { name: `Do not invite ${zoe.email} any more` }).click();
  await again.getByRole('button', { name: 'Make it simple' }).click();
  await expectNoDialog(page);
  assert.equal((await nora.entry(made.id)).location, 'Kitchen');
});

scene.test('undo withdraws the invitation, and the event is an entry again', async (act) => {
  const { nora, ben, home } = await family(act);
  const made = await simpleDinner(nora, home);
  const page = await act.open(nora, calendarWeek);
  const shown = await openEntry(page, 'Dinner');
  await guestsIn(shown).getByLabel('Member of the calendar').selectOption('Ben Berg');
  await inviteIn(guestsIn(shown));
  await row(guestsIn(shown), 'Ben Berg').waitFor();
  await shown.getByRole('button', { name: 'Close' }).last().click();
  await expectNoDialog(page);
  await undoButton(page).click();
  await eventually(async () => (await nora.entry(made.id))?.kind?.type, 'Timed');
  assert.deepEqual((await ben.get('/api/v1/planner/invitations')).invitations, []);
  await entry(page, 'Dinner').waitFor();
});

scene.test('when nobody could be invited, the address stays and is tried again', async (act) => {
  const { nora, home } = await family(act);
  const made = await simpleDinner(nora, home);
  const page = await act.open(nora, calendarWeek);
  act.announce(page, { url: /\/guests$/, status: 429 });
  await page.route(/\/guests$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status: 429, title: 'Too many', detail: 'Wait a little.' }),
        })
      : route.fallback(),
  );
  const shown = await openEntry(page, 'Dinner');
  const guests = guestsIn(shown);
  const address = guests.getByLabel('E-mail address');
  await address.fill('zoe@example.org');
  await inviteIn(guests);
  await guests.getByRole('alert').waitFor();
  assert.equal(await address.inputValue(), 'zoe@example.org');
  await guests.getByText('Nobody is invited.').waitFor();
  await shown.getByRole('button', { name: 'Make it simple' }).waitFor();
  await page.unroute(/\/guests$/);
  await inviteIn(guests);
  await row(guests, 'zoe@example.org').waitFor();
  assert.equal(await guests.getByRole('alert').count(), 0);
  const listed = await nora.get(`${eventsOf(home)}/evt_${made.id}/guests`);
  assert.deepEqual(
    listed.guests.map(({ email }) => email),
    ['zoe@example.org'],
  );
});

scene.test('tasks have no guests, and readers invite nobody', async (act) => {
  const { nora, ben, home } = await family(act, 'reader');
  await simpleDinner(nora, home);
  await nora.makeEntry(home, task('Shop', day(1)));
  const event = await nora.call('POST', eventsOf(home), {
    ...{ title: 'Choir', start: at(2, '18:00'), end: at(2, '20:00'), startTzid: null },
  });
  await nora.call('POST', `${eventsOf(home)}/${event.id}/guests`, { email: 'zoe@example.org' });
  const hers = await act.open(nora, calendarWeek);
  const read = await openEntry(hers, 'Shop');
  await read.getByText(/^Created by you/).waitFor();
  assert.equal(await guestsIn(read).count(), 0);
  const his = await act.open(ben, calendarWeek);
  const simple = await openEntry(his, 'Dinner');
  await simple.getByText('You can view this calendar but not change it.').waitFor();
  assert.equal(await guestsIn(simple).count(), 0);
  await simple.getByRole('button', { name: 'Close' }).last().click();
  const guests = guestsIn(await openEntry(his, 'Choir'));
  await row(guests, 'zoe@example.org').waitFor();
  assert.equal(await guests.getByLabel('E-mail address').count(), 0);
  assert.equal(await guests.getByRole('button').count(), 0);
});

scene.test('a time is found for what is in a calendar', async (act) => {
  const { nora, ben, home } = await family(act);
  await ben.call('PUT', '/api/v1/free-busy/preferences', { sharedWith: 'members' });
  await plan(ben, {
    ...{ title: 'Secret', start: at(1, '08:00'), end: at(1, '16:00') },
    startTzid: 'Europe/Berlin',
  });
  const made = await nora.makeEntry(home, timed('Talk', day(1), '09:00', '10:00'));
  const page = await act.open(nora, calendarWeek);
  await openEntry(page, 'Talk');
  await pressEdit(page);
  const form = dialog(page, 'Edit event');
  await form.getByText('Find a time', { exact: true }).click();
  await form.getByRole('checkbox', { name: 'Ben Berg' }).check();
  await form.getByRole('button', { name: 'Look for free times' }).click();
  const found = form.getByRole('button', { name: /16:00$/ });
  await found.first().click();
  await save(page);
  await expectNoDialog(page);
  // An entry can say that.
  assert.deepEqual((await nora.entry(made.id)).kind, {
    ...{ type: 'Timed', start: '16:00:00', end: '17:00:00' },
  });
});

scene.test('a reader who is invited has the event once, and answers beside it', async (act) => {
  const { nora, ben, home } = await family(act, 'reader');
  const event = await dinnerIn(nora, home);
  await nora.call('POST', `${eventsOf(home)}/${event.id}/guests`, { userId: ben.id });
  const page = await act.open(ben, week);
  await entry(page, 'Dinner').waitFor();
  assert.equal(await entry(page, 'Dinner').count(), 1);
  await page.getByRole('button', { name: 'Show only Family' }).click();
  await page.getByRole('button', { name: 'Show only Family', pressed: true }).waitFor();
  await entry(page, 'Dinner').waitFor();

  // The list is there wherever the person looks.
  await page.goto('/agenda/week/2026-11-04');
  const coming = page.getByRole('group', { name: 'Are you coming to “Dinner”?' });
  await coming.getByRole('button', { name: 'Yes' }).click();
  await coming.waitFor({ state: 'detached' });
  const answers = async () =>
    (await ben.get('/api/v1/planner/invitations')).invitations.map(({ answer }) => answer);
  await eventually(answers, ['yes']);
  await undoButton(page).click();
  await coming.waitFor();
  await eventually(answers, ['waiting']);
});

// --- In the planner

scene.test('a guest removes an invitation from the agenda', async (act) => {
  const [nora, ben] = [await planning(act, 'Nora Nilsen'), await planning(act, 'Ben Berg')];
  const event = await dinner(nora);
  await nora.call('POST', `/api/v1/planner/events/${event.id}/guests`, { email: ben.email });
  const page = await act.open(ben, week);
  await entry(page, 'Dinner').click();
  const invitation = dialog(page, 'Invitation');
  await invitation.getByRole('button', { name: 'Remove from my agenda' }).click();
  await invitation.getByRole('button', { name: 'Remove', exact: true }).click();
  await entry(page, 'Dinner').waitFor({ state: 'detached' });
  assert.deepEqual(await guestsOf(nora, event), []);
});

scene.test('a time is found in which others are free, if they let one see it', async (act) => {
  const [nora, ben] = [await planning(act, 'Nora Nilsen'), await planning(act, 'Ben Berg')];
  await nora.share(await nora.makeCalendar('Family'), ben, 'reader');
  await plan(ben, {
    ...{ title: 'Secret', start: at(1, '08:00'), end: at(1, '16:00') },
    startTzid: 'Europe/Berlin',
  });
  const event = await dinner(nora, { start: at(1, '09:00'), end: at(1, '10:00') });
  const settings = await act.open(ben, '/settings/profile');
  await settings.getByRole('radio', { name: /^Those who share a calendar/ }).check();
  await eventually(
    async () => (await ben.get('/api/v1/free-busy/preferences')).sharedWith,
    'members',
  );
  const page = await act.open(nora, `/planner/week/${day(0)}/events/${event.id}`);
  await dialog(page).getByRole('button', { name: 'Edit' }).click();
  const form = dialog(page, 'Edit event');
  await form.getByText('Find a time', { exact: true }).click();
  await form.getByRole('checkbox', { name: 'Ben Berg' }).check();
  await form.getByRole('button', { name: 'Look for free times' }).click();
  await form
    .getByRole('button', { name: /16:00$/ })
    .first()
    .click();
  await save(page);
  await eventually(
    async () => (await planned(nora, event.id)).startLocal.slice(0, 16),
    at(1, '16:00'),
  );
  assert.equal(await page.getByText('Secret').count(), 0);
});
