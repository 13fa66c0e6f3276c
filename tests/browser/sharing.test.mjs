// Two people share a calendar, each in a browser of their own, and see what the other does at once.

import assert from 'node:assert/strict';
import {
  dialog,
  drag,
  entry,
  expectNoDialog,
  middleOf,
  november,
  openEntry,
  openForEditing,
  placeOfDay,
  save,
  undoButton,
} from './support/calendar.mjs';
import { allDay, newEmail, password, Person, timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectFocusKept, fillAccount } from './support/ways.mjs';

const scene = makeScene();

async function two(act) {
  return [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
}

// Both look at the same month of a calendar that Nora shares with Ben.
async function sharing(act, role = 'writer') {
  const [nora, ben] = await two(act);
  const family = await nora.makeCalendar('Family');
  const member = await nora.share(family, ben, role);
  const start = await nora.makeEntry(family, allDay('Holiday', '2026-11-10'));
  const [hers, his] = await Promise.all([act.open(nora, november), act.open(ben, november)]);
  await Promise.all([hers, his].map((page) => entry(page, 'Holiday').waitFor()));
  return { nora, ben, family, member, hers, his, start };
}

// A page that fetches the months around the one it shows may ask while the calendar goes.
const gone = (calendar) => ({ url: new RegExp(`/calendars/${calendar.id}/entries`), status: 404 });

scene.test('a calendar is shared in its dialog, and is there at once', async (act) => {
  const [nora, ben] = await two(act);
  const family = await nora.makeCalendar('Family');
  await nora.makeEntry(family, allDay('Holiday', '2026-11-10'));
  const [hers, his] = [await act.open(nora, november), await act.open(ben, november)];
  await his.getByRole('heading', { name: 'Your first calendar' }).waitFor();

  // Nobody has to point at a calendar to see what can be done with it.
  for (const name of ['Share Family', 'Edit Family', 'Options for Family']) {
    const opacity = (button) => getComputedStyle(button).opacity;
    assert.equal(await hers.getByRole('button', { name }).evaluate(opacity), '1', name);
  }
  await hers.getByRole('button', { name: 'Share Family' }).click();
  const shown = dialog(hers, 'Family');
  await shown.getByLabel('Invite by e-mail').fill(ben.email);
  await shown.getByLabel('Role', { exact: true }).selectOption('Editor');
  await shown.getByRole('button', { name: 'Invite', exact: true }).click();
  await shown.getByText('Ben Berg has joined and can now see “Family”.').waitFor();
  await shown
    .getByRole('list', { name: 'People' })
    .getByText('Ben Berg', { exact: true })
    .waitFor();
  await entry(his, 'Holiday').waitFor();
  await his.getByRole('checkbox', { name: /^Family/ }).waitFor();
});

scene.test('what one of them creates, moves and deletes, the other sees', async (act) => {
  const { ben, hers, his } = await sharing(act);
  await his.getByRole('button', { name: 'New', exact: true }).click();
  await his.getByLabel('Title').fill('Football');
  await his.getByLabel('Day', { exact: true }).fill('2026-11-18');
  await save(his);
  await entry(hers, 'Football').waitFor();

  await drag(hers, await middleOf(entry(hers, 'Football')), await placeOfDay(hers, '2026-11-20'));
  await his.getByRole('button', { name: /^Football, Friday, 20 November/ }).waitFor();

  await openEntry(his, 'Football');
  await his.getByRole('button', { name: 'Delete' }).click();
  await entry(hers, 'Football').waitFor({ state: 'detached' });
  assert.ok(ben.id);
});

scene.test('a new role is felt at once', async (act) => {
  const { nora, family, member, his } = await sharing(act, 'reader');
  assert.equal(await his.getByRole('button', { name: 'New', exact: true }).count(), 0);
  await openEntry(his, 'Holiday');
  await his.getByText('You can view this calendar but not change it.').waitFor();
  await his.getByRole('button', { name: 'Close' }).last().click();

  const asWriter = await nora.setRole(family, member, 'writer');
  await his.getByRole('button', { name: 'New', exact: true }).waitFor();
  await openForEditing(his, 'Holiday');
  await his.getByLabel('Title').fill('Holidays');
  await nora.setRole(family, asWriter, 'reader');
  await his.getByText('You can view this calendar but not change it.').waitFor();
});

scene.test('whoever is removed does not see the calendar any more', async (act) => {
  const { nora, ben, family, hers, his } = await sharing(act);
  await hers.getByRole('button', { name: 'Options for Family' }).click();
  await hers.getByRole('menuitem', { name: /Share/ }).click();
  await hers.getByRole('button', { name: 'Remove Ben Berg' }).click();
  act.announce(his, gone(family));
  await hers.getByRole('button', { name: 'Remove', exact: true }).click();
  await his.getByRole('heading', { name: 'Your first calendar' }).waitFor();
  await hers.getByRole('button', { name: 'Remove Ben Berg' }).waitFor({ state: 'detached' });
  await expectFocusKept(hers);
  const { members } = await nora.get(`/api/v1/calendars/${family.id}/members`);
  assert.deepEqual(
    members.map(({ userId }) => userId),
    [nora.id],
  );
  assert.deepEqual((await ben.get('/api/v1/calendars')).calendars, []);
});

scene.test('a role is changed in the dialog', async (act) => {
  const { nora, ben, family, hers } = await sharing(act);
  await hers.goto(`${november}/calendars/${family.id}/people`);
  const roleOf = async () => {
    const { members } = await nora.get(`/api/v1/calendars/${family.id}/members`);
    return members.find(({ userId }) => userId === ben.id)?.role;
  };
  await hers.getByLabel('Role of Ben Berg').selectOption('Viewer');
  await eventually(roleOf, 'reader');
  await hers.getByLabel('Role of Ben Berg').selectOption('Owner');
  await eventually(roleOf, 'owner');
});

scene.test('somebody leaves a calendar', async (act) => {
  const { nora, family, his } = await sharing(act);
  await his.goto(`${november}/calendars/${family.id}`);
  await his.getByRole('button', { name: 'Leave calendar' }).click();
  act.announce(his, gone(family));
  await his.getByRole('button', { name: 'Leave', exact: true }).click();
  await his.getByRole('heading', { name: 'Your first calendar' }).waitFor();
  const { members } = await nora.get(`/api/v1/calendars/${family.id}/members`);
  assert.deepEqual(
    members.map(({ userId }) => userId),
    [nora.id],
  );
});

scene.test('who has no account is invited, and is in on signing up', async (act) => {
  const nora = await act.person('Nora Nilsen');
  const family = await nora.makeCalendar('Family');
  const page = await act.open(nora, `${november}/calendars/${family.id}/people`);
  const email = newEmail('cleo');
  await page.getByLabel('Invite by e-mail').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('list', { name: 'Invited' }).getByText(email).waitFor();
  const { secret } = await act.administrator.call('POST', '/api/v1/invitations', { email });
  const cleo = new Person(act.norn);
  const body = { name: 'Cleo', email, password, invitation: secret };
  cleo.is(await cleo.call('POST', '/api/v1/accounts', body));
  await page.getByRole('list', { name: 'People' }).getByText('Cleo', { exact: true }).waitFor();
  assert.deepEqual(
    (await cleo.get('/api/v1/calendars')).calendars.map(({ name }) => name),
    ['Family'],
  );
});

scene.test('an administrator makes the link for somebody new where they share', async (act) => {
  const { administrator } = act;
  const choir = await administrator.makeCalendar('Choir');
  const page = await act.open(administrator, `${november}/calendars/${choir.id}/people`);
  const email = newEmail('dan');
  await page.getByLabel('Invite by e-mail').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('button', { name: `Create link for ${email}` }).click();
  const link = await page.getByRole('group', { name: `Link for ${email}` }).getByRole('code');
  const { pathname, hash } = new URL(await link.textContent());
  const his = await act.open(undefined, pathname + hash);
  await fillAccount(his, { name: 'Dan', email, password });
  await his.getByRole('button', { name: 'Join' }).click();
  await his.getByRole('link', { name: 'Calendar', exact: true }).click();
  await his.getByRole('checkbox', { name: /^Choir/ }).waitFor();
});

scene.test('the name and the colour of a calendar change for both', async (act) => {
  const { family, hers, his } = await sharing(act);
  await hers.goto(`${november}/calendars/${family.id}`);
  await dialog(hers, 'Family').getByLabel('Name').fill('The Bergs');
  await hers.getByRole('radio', { name: 'Green' }).check();
  await save(hers);
  await expectNoDialog(hers);
  await his.getByRole('checkbox', { name: /^The Bergs/ }).waitFor();
});

scene.test('a calendar is deleted with everything in it, for both', async (act) => {
  const { nora, family, hers, his } = await sharing(act);
  await hers.goto(`${november}/calendars/${family.id}`);
  await hers.getByRole('button', { name: 'Delete calendar' }).click();
  [hers, his].forEach((page) => act.announce(page, gone(family)));
  await hers.getByRole('button', { name: 'Delete it' }).click();
  await hers.getByRole('heading', { name: 'Your first calendar' }).waitFor();
  await his.getByRole('heading', { name: 'Your first calendar' }).waitFor();
  assert.deepEqual((await nora.get('/api/v1/calendars')).calendars, []);
  await undoButton(hers).click();
  await Promise.all([hers, his].map((page) => entry(page, 'Holiday').waitFor()));
  assert.deepEqual((await nora.get('/api/v1/calendars')).calendars, [family]);
});

scene.test('a calendar is hidden and shown, and stays so', async (act) => {
  const nora = await act.person();
  const [home, work] = [await nora.makeCalendar('Home'), await nora.makeCalendar('Work')];
  await nora.makeEntry(home, timed('Dinner', '2026-11-17', '18:00', '19:00'));
  await nora.makeEntry(work, timed('Standup', '2026-11-17', '09:00', '09:15'));
  const page = await act.open(nora, november);
  await entry(page, 'Dinner').waitFor();
  await page.getByRole('checkbox', { name: 'Work' }).uncheck();
  await entry(page, 'Standup').waitFor({ state: 'detached' });
  await page.reload();
  await entry(page, 'Dinner').waitFor();
  assert.equal(await entry(page, 'Standup').count(), 0);
  await page.getByRole('checkbox', { name: 'Work' }).check();
  await entry(page, 'Standup').waitFor();
});

scene.test('the tabs of a browser share one stream', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const first = await act.open(nora);
  const context = first.context();
  let streams = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/events') streams += 1;
  });
  const pages = [first, await context.newPage(), await context.newPage()];
  for (const page of pages) {
    await page.goto(november);
    await page.getByRole('checkbox', { name: 'Home' }).waitFor();
  }
  await nora.makeEntry(home, allDay('Holiday', '2026-11-10'));
  for (const page of pages) await entry(page, 'Holiday').waitFor();
  assert.equal(streams, 1);
  // When the tab that listens is closed, another one goes on.
  await first.close();
  await nora.makeEntry(home, allDay('Fair', '2026-11-12'));
  for (const page of pages.slice(1)) await entry(page, 'Fair').waitFor();
  assert.equal(streams, 2);
});

// As somebody has who was invited, signed up, and proved the address after that.
async function putInvitation(act, nora, calendar, email) {
  const item = {
    entityType: 'CALENDAR_INVITATION',
    calendarId: calendar.id,
    email,
    role: 'writer',
    invitedBy: nora.id,
    createdAt: '2026-11-04T09:00:00Z',
  };
  for (const [PK, SK] of [
    [`CALINVITE#${email}`, `CAL#${calendar.id}`],
    [`CAL#${calendar.id}`, `CALINVITE#${email}`],
  ]) {
    await act.norn.putItem('norn', { PK, SK, ...item });
  }
}

scene.test('an invitation that is still open is a card, to join or to decline', async (act) => {
  const nora = await act.person('Nora Nilsen');
  const [family, choir] = [await nora.makeCalendar('Family'), await nora.makeCalendar('Choir')];
  const email = newEmail('ina');
  const { secret } = await act.administrator.call('POST', '/api/v1/invitations', { email });
  const ina = new Person(act.norn);
  const account = { email, name: 'Ina Invited', password, invitation: secret };
  ina.is(await ina.call('POST', '/api/v1/accounts', account));
  await putInvitation(act, nora, family, email);
  await putInvitation(act, nora, choir, email);

  const page = await act.open(ina, '/calendar');
  const card = page.getByRole('article', { name: 'Invitation to Family' });
  await card.getByText('Nora Nilsen invites you to Family as an editor.').waitFor();
  await card.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('checkbox', { name: /^Family/ }).waitFor();
  const other = page.getByRole('article', { name: 'Invitation to Choir' });
  await other.getByRole('button', { name: 'Decline', exact: true }).click();
  await other.waitFor({ state: 'detached' });
  const { calendars } = await ina.get('/api/v1/calendars');
  assert.deepEqual(
    calendars.map(({ name, role }) => [name, role]),
    [['Family', 'writer']],
  );
  assert.deepEqual((await ina.get('/api/v1/calendar-invitations')).invitations, []);
});
