// Two at once, and none: what others change meanwhile is seen and chosen from, and being offline is
// said.

import assert from 'node:assert/strict';
import { dialog, expectNoDialog, message, save, untilDraggable } from './support/calendar.mjs';
import {
  agendaOf,
  answerScope,
  changePlanned,
  dragHour,
  editor,
  expectAgenda,
  occurrence,
  occurrenceId,
  plan,
  planned,
  plannerMonth,
  plannerWeek,
  planning,
  quickAdd,
  removePlanned,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const third = 'Tuesday, 17 November, 9:00';
const changedElsewhere = { url: /\/planner\/events\//, status: 409 };
const gone = { url: /\/planner\/(events|series)\//, status: 404 };
const unreachable = { url: /./, status: undefined };
const banner = (page) => page.getByRole('status').filter({ hasText: 'Norn cannot be reached.' });

async function withStandup(act, address = plannerWeek) {
  const nora = await planning(act);
  const series = await plan(nora, standup);
  const page = await act.open(nora, address);
  await occurrence(page, 'Standup', third).waitFor();
  return { nora, series, page, id: occurrenceId(series, '20261117') };
}

async function open(page, when = third) {
  await occurrence(page, 'Standup', when).click();
  return editor(page);
}

scene.test('both versions of a series are shown, and the choice is saved', async (act) => {
  const { nora, series, page } = await withStandup(act);
  act.announce(page, changedElsewhere);
  const shown = await open(page);
  await shown.getByLabel('Title', { exact: true }).fill('Standup of mine');
  await shown.getByLabel('Location').fill('My room');
  await changePlanned(nora, series.id, { location: 'Their room', description: 'Their words' });
  await save(page);
  await answerScope(page, 'all');
  const versions = dialog(page, 'Two versions of “Standup”');
  const row = (name) => versions.getByRole('group', { name: new RegExp(`^${name}`) });
  await row('Title').getByText('Changed only by you').waitFor();
  await row('Location').getByText('Changed in both places').waitFor();
  await row('Location').getByText('My room').waitFor();
  await row('Location').getByText('Their room').waitFor();
  await row('Description').getByText('Their words').waitFor();
  await row('Location')
    .getByRole('radio', { name: /Their room/ })
    .check();
  await versions.getByRole('button', { name: 'Save this choice' }).click();
  await expectNoDialog(page);
  await message(page, 'Saved “Standup of mine”').waitFor();
  await eventually(async () => {
    const { title, location, description } = await planned(nora, series.id);
    return [title, location, description];
  }, ['Standup of mine', 'Their room', 'Their words']);
  await occurrence(page, 'Standup of mine', third).waitFor();
});

scene.test('of one occurrence, all mine or all theirs is kept', async (act) => {
  for (const [button, expected] of [
    ['Use my version', ['Mine', 'My room']],
    ['Use the current version', ['Theirs', null]],
  ]) {
    const { nora, id, page } = await withStandup(act);
    act.announce(page, changedElsewhere);
    const shown = await open(page);
    await shown.getByLabel('Title', { exact: true }).fill('Mine');
    await shown.getByLabel('Location').fill('My room');
    await changePlanned(nora, id, { title: 'Theirs' }, 'this');
    await save(page);
    await answerScope(page, 'this');
    await dialog(page, 'Two versions of “Standup”').getByRole('button', { name: button }).click();
    await expectNoDialog(page);
    await eventually(async () => {
      const { title, location } = await planned(nora, id);
      return [title, location];
    }, expected);
    await occurrence(page, expected[0], third).waitFor();
  }
});

scene.test('what was deleted meanwhile can be saved as new', async (act) => {
  const { nora, series, page } = await withStandup(act);
  act.announce(page, gone);
  const shown = await open(page);
  await shown.getByLabel('Title', { exact: true }).fill('Still wanted');
  await removePlanned(nora, series.id);
  await save(page);
  await answerScope(page, 'all');
  await shown.getByText('This has been deleted in the meantime.').waitFor();
  await shown.getByRole('button', { name: 'Save as new' }).click();
  await expectNoDialog(page);
  await occurrence(page, 'Still wanted', third).waitFor();
});

scene.test('a drag of what was changed meanwhile is not saved over it', async (act) => {
  const { nora, series, page } = await withStandup(act);
  act.announce(page, changedElsewhere);
  await dragHour(page, ['2026-11-17', '09:00'], ['2026-11-19', '11:00'], 'Standup', third);
  await dialog(page, 'Change which ones?').waitFor();
  // What is dragged is the version before this one.
  await changePlanned(nora, series.id, { location: 'Room 4' });
  await answerScope(page, 'all');
  await message(page, /“Standup” was changed elsewhere in the meantime/).waitFor();
  await occurrence(
    page,
    'Standup',
    'Tuesday, 17 November, 9:00 to 10:00, repeats, Room 4',
  ).waitFor();
  const { startLocal, location } = await planned(nora, series.id);
  assert.deepEqual([startLocal, location], ['2026-11-03T09:00:00', 'Room 4']);
});

scene.test('a second browser sees every change without loading', async (act) => {
  const { nora, series, page } = await withStandup(act);
  const other = await act.open(nora, plannerMonth);
  await occurrence(other, 'Standup', third).waitFor();
  let loads = 0;
  other.on('load', () => loads++);
  await dragHour(page, ['2026-11-17', '09:00'], ['2026-11-19', '11:00'], 'Standup', third);
  await answerScope(page, 'this');
  await occurrence(other, 'Standup', 'Thursday, 19 November, 11:00').waitFor();
  await occurrence(other, 'Standup', third).waitFor({ state: 'detached' });
  await quickAdd(page).fill('Lunch 18.11. 13:00');
  await quickAdd(page).press('Enter');
  await occurrence(other, 'Lunch', 'Wednesday, 18 November, 13:00').waitFor();
  await changePlanned(nora, series.id, { title: 'Morning' });
  await occurrence(other, 'Morning', 'Tuesday, 24 November, 9:00').waitFor();
  await removePlanned(nora, series.id);
  for (const each of [page, other]) {
    await occurrence(each, 'Morning', 'Tuesday, 24 November').waitFor({ state: 'detached' });
  }
  assert.equal(loads, 0);
});

scene.test(
  'being offline is said, and what happened meanwhile is there afterwards',
  async (act) => {
    const { nora, page } = await withStandup(act);
    act.announce(page, unreachable);
    await page.context().setOffline(true);
    await banner(page).waitFor();
    await occurrence(page, 'Standup', third).waitFor();
    await plan(nora, { title: 'Lunch', start: '2026-11-18T13:00', end: '2026-11-18T14:00' });
    await page.context().setOffline(false);
    await banner(page).waitFor({ state: 'detached' });
    await occurrence(page, 'Lunch', 'Wednesday, 18 November, 13:00').waitFor();
  },
);

scene.test('nothing is lost when there is no connection', async (act) => {
  const { nora, page } = await withStandup(act);
  act.announce(page, unreachable);
  const before = await agendaOf(nora);
  const shown = await open(page);
  await shown.getByLabel('Title', { exact: true }).fill('Planning');
  await page.context().setOffline(true);
  await banner(page).waitFor();
  await save(page);
  await answerScope(page, 'this');
  const failed = shown.getByRole('alert').filter({ hasText: 'Your changes are still here.' });
  await failed.waitFor();
  assert.equal(await shown.getByLabel('Title', { exact: true }).inputValue(), 'Planning');
  await page.context().setOffline(false);
  await banner(page).waitFor({ state: 'detached' });
  assert.deepEqual(await agendaOf(nora), before);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await answerScope(page, 'this');
  await expectNoDialog(page);
  await expectAgenda(
    nora,
    before.map((line) => line.replace('2026-11-17T09:00 Standup', '2026-11-17T09:00 Planning')),
  );
});

scene.test('a drag without a connection goes back, and can be tried again', async (act) => {
  const { nora, page } = await withStandup(act);
  act.announce(page, unreachable);
  await untilDraggable(page);
  await page.context().setOffline(true);
  await banner(page).waitFor();
  await dragHour(page, ['2026-11-17', '09:00'], ['2026-11-19', '11:00'], 'Standup', third);
  await answerScope(page, 'this');
  await occurrence(page, 'Standup', third).waitFor();
  await page.context().setOffline(false);
  await banner(page).waitFor({ state: 'detached' });
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByRole('button', { name: 'Retry' }).click();
  await answerScope(page, 'this');
  await occurrence(page, 'Standup', 'Thursday, 19 November, 11:00').waitFor();
  await eventually(async () => (await agendaOf(nora))[2], '2026-11-19T11:00 Standup');
});
