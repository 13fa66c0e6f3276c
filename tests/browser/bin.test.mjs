// What is deleted is in the bin for 30 days: from there it is restored, also by somebody else, or deleted for good.

import assert from 'node:assert/strict';
import {
  dialog,
  entry,
  expectNoDialog,
  message,
  november,
  openEntry,
  undoButton,
} from './support/calendar.mjs';
import { phone } from './support/browser.mjs';
import { allDay, timed } from './support/people.mjs';
import {
  changePlanned,
  occurrenceId,
  plan,
  planned,
  plannerWeek,
  planning,
  removePlanned,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectFocusKept } from './support/ways.mjs';

const scene = makeScene();
const bin = (page) => dialog(page, 'Bin');
const restore = (page, title) => bin(page).getByRole('button', { name: `Restore “${title}”` });

scene.test('what one deletes, the other finds in the bin and restores', async (act) => {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const family = await nora.makeCalendar('Family');
  await nora.share(family, ben, 'writer');
  const dentist = await nora.makeEntry(family, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const [hers, his] = await Promise.all([act.open(nora, november), act.open(ben, november)]);
  await openEntry(hers, 'Dentist');
  await hers.getByRole('button', { name: 'Delete' }).click();
  await undoButton(hers).waitFor();
  await entry(his, 'Dentist').waitFor({ state: 'detached' });

  await his.getByRole('button', { name: 'Bin', exact: true }).click();
  await bin(his).getByText('Deleted by Nora Nilsen').waitFor();
  assert.equal(await bin(his).getByRole('button', { name: 'Empty' }).count(), 0, 'owners only');
  await restore(his, 'Dentist').click();
  await message(his, 'Restored “Dentist”').waitFor();
  await bin(his).getByText('The bin is empty.').waitFor();
  await his.keyboard.press('Escape');
  await expectNoDialog(his);
  await Promise.all([hers, his].map((page) => entry(page, 'Dentist').waitFor()));
  assert.deepEqual(await nora.entry(dentist.id), dentist);

  // Deleted once more, and undone where it was deleted.
  await openEntry(hers, 'Dentist');
  await hers.getByRole('button', { name: 'Delete' }).click();
  await entry(his, 'Dentist').waitFor({ state: 'detached' });
  await undoButton(hers).click();
  await Promise.all([hers, his].map((page) => entry(page, 'Dentist').waitFor()));
  assert.deepEqual(await ben.entry(dentist.id), dentist);
});

scene.test('the bin is emptied with the keyboard, and of a calendar at once', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  for (const title of ['One', 'Two', 'Three']) {
    await nora.removeEntry(await nora.makeEntry(home, allDay(title, '2026-11-17')));
  }
  const old = await nora.makeCalendar('Old garden');
  await nora.call('DELETE', `/api/v1/calendars/${old.id}`);
  const page = await act.open(nora, `${november}/bin`);
  await restore(page, 'Three').focus();
  await page.keyboard.press('Enter');
  await message(page, 'Restored “Three”').waitFor();
  await expectFocusKept(page);
  await bin(page).getByRole('button', { name: 'Permanently delete “Two”' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await restore(page, 'Two').waitFor();
  await bin(page).getByRole('button', { name: 'Permanently delete “Two”' }).press('Enter');
  await bin(page).getByRole('button', { name: 'Delete permanently', exact: true }).press('Enter');
  await restore(page, 'Two').waitFor({ state: 'detached' });
  await restore(page, 'Old garden').click();
  await page.getByRole('checkbox', { name: /^Old garden/ }).waitFor();
  await bin(page).getByRole('button', { name: 'Empty' }).click();
  await bin(page).getByRole('button', { name: 'Delete permanently', exact: true }).click();
  await bin(page).getByText('The bin is empty.').waitFor();
  const { things } = await nora.get(`/api/v1/calendars/${home.id}/bin`);
  assert.deepEqual(things, []);
});

scene.test('the planner has a bin, also on a phone', async (act) => {
  const nora = await planning(act);
  const series = await plan(nora, standup);
  const changed = occurrenceId(series, '20261117');
  await changePlanned(nora, changed, { title: 'Workshop' }, 'this');
  await removePlanned(nora, changed, 'all');
  const page = await act.open(nora, plannerWeek, phone);
  await page.goto(`${plannerWeek}/bin`);
  await bin(page)
    .getByText(/^Series · /)
    .waitFor();
  await restore(page, 'Standup').click();
  await message(page, 'Restored “Standup”').waitFor();
  assert.equal((await planned(nora, changed)).title, 'Workshop');
  await bin(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expectNoDialog(page);
  await eventually(async () => (await nora.get('/api/v1/planner/bin')).things.length, 0);
});
