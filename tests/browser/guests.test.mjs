// Guests of events: inviting, answering in the agenda, and finding a time for several people.

import assert from 'node:assert/strict';
import { day } from './support/bookings.mjs';
import { dialog, entry, save } from './support/calendar.mjs';
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
