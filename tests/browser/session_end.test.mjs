// A session that ends while somebody writes takes nothing with it; a reload takes nothing either.

import assert from 'node:assert/strict';
import { dialog, entry, expectNoDialog, november, save } from './support/calendar.mjs';
import { newEmail, password } from './support/people.mjs';
import { editor, plannerWeek, planning } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectPath, fillAccount } from './support/ways.mjs';

const scene = makeScene();
const refused = { url: /\/api\/v1\//, status: 401 };

async function signInAgain(page, person) {
  const asked = dialog(page, 'Sign in again');
  await asked.getByLabel('Password', { exact: true }).fill(person.password);
  await asked.getByRole('button', { name: 'Sign in', exact: true }).click();
  await asked.waitFor({ state: 'detached' });
}

scene.test('what is written in the calendar is saved after signing in again', async (act) => {
  const nora = await act.person();
  await nora.makeCalendar('Home');
  const page = await act.open(nora, november);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabel('Title').fill('Dinner with everybody');
  act.announce(page, refused);
  // Another browser of hers ends all sessions; this one may hear of it before or after saving.
  await nora.call('DELETE', '/api/v1/sessions');
  await dialog(page, 'Sign in again').waitFor();
  await signInAgain(page, nora);
  assert.equal(await page.getByLabel('Title').inputValue(), 'Dinner with everybody');
  await save(page);
  await expectNoDialog(page);
  await entry(page, 'Dinner with everybody').waitFor();
});

scene.test('a save that was refused is sent again', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const shown = await editor(page, 'New event');
  await shown.getByLabel('Title', { exact: true }).fill('Dentist');
  act.announce(page, refused);
  // Her browser forgets the cookie, and nothing tells the page.
  await page.context().clearCookies();
  await save(page);
  await signInAgain(page, nora);
  await expectNoDialog(page);
  await entry(page, 'Dentist').waitFor();
});

scene.test(
  'a wrong password is said there, and live changes come again afterwards',
  async (act) => {
    const nora = await act.person();
    const home = await nora.makeCalendar('Home');
    const page = await act.open(nora, november);
    await page.locator('.cal').waitFor();
    act.announce(page, refused);
    await nora.call('DELETE', '/api/v1/sessions');
    const asked = dialog(page, 'Sign in again');
    await asked.getByLabel('Password', { exact: true }).fill('wrong password');
    await asked.getByRole('button', { name: 'Sign in', exact: true }).click();
    await asked.getByRole('alert').waitFor();
    await signInAgain(page, nora);
    await nora.call('POST', '/api/v1/session', { email: nora.email, password: nora.password });
    await nora.makeEntry(home, {
      title: 'News',
      date: '2026-11-17',
      color: '#16A34A',
      kind: { type: 'AllDay' },
    });
    await entry(page, 'News').waitFor();
  },
);

scene.test('signing out in one tab leaves nothing to be seen in another', async (act) => {
  const nora = await act.person();
  await nora.makeCalendar('Home');
  const page = await act.open(nora, november);
  const other = await page.context().newPage();
  await other.goto(november);
  await other.locator('.cal').waitFor();
  act.announce(page, refused);
  await page.getByRole('button', { name: `Account of ${nora.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expectPath(other, '/sign-in');
});

scene.test('joining survives a reload, but for the password', async (act) => {
  const email = newEmail('ben');
  const { secret } = await act.administrator.call('POST', '/api/v1/invitations', { email });
  const page = await act.open(undefined, `/join#${secret}`);
  await fillAccount(page, { name: 'Ben Berg', email, password });
  await page.reload();
  await page.getByRole('heading', { name: 'You are invited' }).waitFor();
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Ben Berg');
  assert.equal(await page.getByLabel('E-mail address').inputValue(), email);
  assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await expectPath(page, /^\/agenda/);
  await page.goto('/join');
  await page.getByRole('heading', { name: 'You already have an account' }).waitFor();
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  assert.ok(!kept.includes(secret) && !kept.includes(email), kept);
});

scene.test('who shares a calendar sees at once that somebody has joined', async (act) => {
  const nora = act.administrator;
  const home = await nora.makeCalendar('Shared home');
  const page = await act.open(nora, `${november}/calendars/${home.id}/people`);
  const email = newEmail('cleo');
  const shown = dialog(page);
  await shown.getByLabel('Invite by e-mail').fill(email);
  await shown.getByRole('button', { name: 'Invite', exact: true }).click();
  await shown.getByText(email).first().waitFor();
  const { secret } = await nora.call('POST', '/api/v1/invitations', { email });
  const joining = await act.open(undefined, `/join#${secret}`);
  await fillAccount(joining, { name: 'Cleo Claes', email, password });
  await joining.getByRole('button', { name: 'Join' }).click();
  await expectPath(joining, /^\/agenda/);
  await shown.getByText('Cleo Claes').waitFor();
  await eventually(() => shown.getByText(/has no account|when they sign up/).count(), 0);
});
