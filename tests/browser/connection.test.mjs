// Without a network, without a server, and back again: it is said, and nothing is lost.

import assert from 'node:assert/strict';
import {
  drag,
  entry,
  expectNoDialog,
  message,
  middleOf,
  november,
  openForEditing,
  placeOfDay,
  save,
  untilDraggable,
} from './support/calendar.mjs';
import { allDay, timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const unreachable = { url: /./, status: undefined };
const banner = (page) => page.getByRole('status').filter({ hasText: 'Norn cannot be reached.' });

async function withDentist(act) {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const dentist = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(nora, november);
  act.announce(page, unreachable);
  await entry(page, 'Dentist').waitFor();
  return { nora, home, dentist, page };
}

scene.test(
  'being offline is said, and what happened meanwhile is there afterwards',
  async (act) => {
    const { nora, home, page } = await withDentist(act);
    await page.context().setOffline(true);
    await banner(page).waitFor();
    await entry(page, 'Dentist').waitFor();
    await banner(page).getByRole('button', { name: 'Retry' }).click();
    await banner(page).getByRole('button', { name: 'Retry' }).waitFor();
    await nora.makeEntry(home, allDay('Holiday', '2026-11-19'));
    await page.context().setOffline(false);
    await banner(page).waitFor({ state: 'detached' });
    await entry(page, 'Holiday').waitFor();
  },
);

scene.test('nothing is lost in an open dialog', async (act) => {
  const { nora, dentist, page } = await withDentist(act);
  await openForEditing(page, 'Dentist');
  await page.getByLabel('Title').fill('Dentist with Ada');
  await page.context().setOffline(true);
  await banner(page).waitFor();
  await save(page);
  const failed = page.getByRole('alert').filter({ hasText: 'Your changes are still here.' });
  await failed.waitFor();
  assert.equal(await page.getByLabel('Title').inputValue(), 'Dentist with Ada');
  await page.context().setOffline(false);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expectNoDialog(page);
  await entry(page, 'Dentist with Ada').waitFor();
  assert.equal((await nora.entry(dentist.id)).title, 'Dentist with Ada');
});

scene.test('a new entry that was sent twice is made once', async (act) => {
  const { nora, home, page } = await withDentist(act);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabel('Title').fill('Dinner');
  // The request arrives, and its answer is lost.
  await page.route('**/api/v1/calendars/*/entries', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await save(page);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectNoDialog(page);
  await entry(page, 'Dinner').waitFor();
  const all = await nora.entries(home, '2026-11-01', '2026-11-30');
  assert.deepEqual(all.map(({ title }) => title).sort(), ['Dentist', 'Dinner']);
});

scene.test('what could not be moved is back where it was, and can be tried again', async (act) => {
  const { nora, dentist, page } = await withDentist(act);
  await untilDraggable(page);
  await page.context().setOffline(true);
  await banner(page).waitFor();
  await drag(page, await middleOf(entry(page, 'Dentist')), await placeOfDay(page, '2026-11-26'));
  await message(page, /Nothing was saved/).waitFor();
  await page.getByRole('button', { name: /^Dentist, Tuesday, 17 November/ }).waitFor();
  await page.context().setOffline(false);
  await banner(page).waitFor({ state: 'detached' });
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByRole('button', { name: 'Retry' }).click();
  await eventually(async () => (await nora.entry(dentist.id)).date, '2026-11-26');
});

scene.test('a server that was started again is found again', async (act) => {
  const norn = await act.ownNorn();
  const { nora, home, page } = await withDentist(act);
  await norn.stop();
  await banner(page).waitFor();
  await norn.start();
  await banner(page).waitFor({ state: 'detached' });
  await nora.makeEntry(home, allDay('Holiday', '2026-11-19'));
  await entry(page, 'Holiday').waitFor();
});

scene.test('a page that cannot load its data says so, and tries again', async (act) => {
  const nora = await act.person();
  await nora.makeCalendar('Home');
  const page = await act.open(nora);
  act.announce(page, unreachable);
  const cut = (route) => route.abort('connectionrefused');
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  // Otherwise it would find by itself that the server is back.
  await page.route('**/healthz', cut);
  await page.route('**/api/v1/server', cut);
  await page.goto(november);
  await page.getByRole('heading', { name: 'Norn cannot be reached' }).waitFor();
  await page.unroute('**/api/v1/server');
  await page.route('**/api/v1/calendars', cut);
  await retry.click();
  await page.getByRole('heading', { name: 'Your calendars could not be loaded' }).waitFor();
  await page.unroute('**/api/v1/calendars');
  const home = page.getByRole('checkbox', { name: 'Home' });
  // It may have found by itself that it can be loaded now.
  await Promise.race([retry.click().catch(() => undefined), home.waitFor()]);
  await home.waitFor();
});

scene.test('a server that is busy is asked again', async (act) => {
  const { nora, dentist, page } = await withDentist(act);
  act.announce(page, { url: /\/api\/v1\/entries\//, status: 503 });
  let refusals = 0;
  await page.route('**/api/v1/entries/*', (route) => {
    if (route.request().method() !== 'PATCH' || refusals > 0) return route.fallback();
    refusals += 1;
    const body = JSON.stringify({ title: 'Busy', status: 503, detail: 'The server is busy.' });
    const headers = { 'Retry-After': '1' };
    return route.fulfill({ status: 503, contentType: 'application/problem+json', headers, body });
  });
  await openForEditing(page, 'Dentist');
  await page.getByLabel('Title').fill('Doctor');
  await save(page);
  await expectNoDialog(page);
  assert.equal(refusals, 1);
  assert.equal((await nora.entry(dentist.id)).title, 'Doctor');
});
