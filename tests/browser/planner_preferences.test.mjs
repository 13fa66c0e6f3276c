// What a person prefers is saved at once, and is what the planner does from then on.

import assert from 'node:assert/strict';
import { dialog, drag, expectNoDialog, placeOfTime } from './support/calendar.mjs';
import {
  editor,
  occurrence,
  pickZone,
  plan,
  plannerWeek,
  planning,
  prefer,
  preferencesOf,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectPath } from './support/ways.mjs';

const scene = makeScene();
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

async function openPreferences(act, address = plannerWeek) {
  const nora = await planning(act);
  await plan(nora, standup);
  const page = await act.open(nora, address);
  await page.getByRole('link', { name: 'Preferences' }).click();
  const shown = dialog(page, 'Preferences');
  await shown.getByText('Changes are saved automatically.').waitFor();
  return { nora, page, shown };
}

async function choose(shown, group, name) {
  await shown.getByRole('group', { name: group }).getByText(name, { exact: true }).click();
  await shown.getByText('Saved.', { exact: true }).waitFor();
}

scene.test('weeks start on another day', async (act) => {
  const { nora, page, shown } = await openPreferences(act);
  await choose(shown, 'First day of the week', 'Sunday');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  await expectPath(page, plannerWeek);
  await heading(page, '15 – 21 November 2026');
  assert.equal((await preferencesOf(nora)).weekStart, 0);
  const columns = await page
    .locator('.cal-lane[data-date]')
    .evaluateAll((lanes) => lanes.map((lane) => lane.dataset.date));
  assert.deepEqual([columns[0], columns.at(-1)], ['2026-11-15', '2026-11-21']);
});

scene.test('a new event takes as long as is preferred', async (act) => {
  const { nora, page, shown } = await openPreferences(act);
  await choose(shown, 'Length of new events', '45 min');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  const { x, y } = await placeOfTime(page, '2026-11-18', '10:00');
  await page.mouse.click(x, y);
  const made = await editor(page, 'New event');
  assert.equal(await made.getByLabel('Start time').inputValue(), '10:00');
  assert.equal(await made.getByLabel('End time').inputValue(), '10:45');
  assert.equal((await preferencesOf(nora)).defaultEventDuration, 45);
});

scene.test('what is dragged snaps to the steps that are preferred', async (act) => {
  const { page, shown } = await openPreferences(act);
  await choose(shown, 'Time steps in day and week', '60 min');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  const from = await placeOfTime(page, '2026-11-18', '10:00');
  const to = await placeOfTime(page, '2026-11-18', '12:15');
  await drag(page, from, to);
  const made = await editor(page, 'New event');
  assert.equal(await made.getByLabel('Start time').inputValue(), '10:00');
  assert.equal(await made.getByLabel('End time').inputValue(), '13:00');
});

scene.test('another zone moves what is shown, and no event', async (act) => {
  const { nora, page, shown } = await openPreferences(act);
  await pickZone(shown, 'Tokyo');
  await shown.getByText('Saved.', { exact: true }).waitFor();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  const moved = occurrence(page, 'Standup', 'Tuesday, 17 November, 17:00 to 18:00');
  await moved.waitFor();
  assert.match(await moved.textContent(), /9:00 in Berlin/);
  await page.getByText('Time zone: Tokyo', { exact: true }).waitFor();
  assert.equal((await preferencesOf(nora)).defaultTzid, 'Asia/Tokyo');
  await moved.click();
  const made = await editor(page);
  assert.equal(await made.getByLabel('Start time').inputValue(), '09:00');
  await made.getByText('9:00 in Berlin is 17:00 for you').waitFor();
});

scene.test('reminders that are usual come with a new event', async (act) => {
  const { nora, page, shown } = await openPreferences(act);
  await shown.getByRole('button', { name: '15 min before' }).click();
  await eventually(async () => (await preferencesOf(nora)).defaultReminderMinutes, [15]);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expectNoDialog(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const made = await editor(page, 'New event');
  const chip = made.getByRole('button', { name: '15 min before' });
  assert.equal(await chip.getAttribute('aria-pressed'), 'true');
});

scene.test('what is preferred elsewhere is heard without loading', async (act) => {
  const nora = await planning(act);
  const page = await act.open(nora, plannerWeek);
  await heading(page, '16 – 22 November 2026');
  await prefer(nora, { weekStart: 0, defaultTzid: 'Asia/Tokyo' });
  await heading(page, '15 – 21 November 2026');
  await page.getByText('Time zone: Tokyo', { exact: true }).waitFor();
});
