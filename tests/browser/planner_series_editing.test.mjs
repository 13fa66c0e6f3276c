// Series are changed and deleted in their dialog: one, this and following, or all of it.

import assert from 'node:assert/strict';
import { dialog, expectNoDialog, message, save, undoButton } from './support/calendar.mjs';
import {
  agendaOf,
  answerScope,
  changePlanned,
  editor,
  expectAgenda,
  occurrence,
  occurrenceId,
  plan,
  planned,
  plannerWeek,
  planning,
  seriesOf,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const third = 'Tuesday, 17 November, 9:00';
const dates = ['2026-11-03', '2026-11-10', '2026-11-17', '2026-11-24', '2026-12-01', '2026-12-08'];
const titled = (title, from = 0, to = dates.length) =>
  dates.slice(from, to).map((date) => `${date}T09:00 ${title}`);
const all = titled('Standup');

async function withStandup(act, more = {}) {
  const nora = await planning(act);
  const series = await plan(nora, { ...standup, ...more });
  const page = await act.open(nora, plannerWeek);
  await occurrence(page, 'Standup', third).waitFor();
  return { nora, series, page, id: occurrenceId(series, '20261117') };
}

async function open(page, title = 'Standup', when = third) {
  await occurrence(page, title, when).click();
  return editor(page);
}

scene.test('a series is set to not repeat, and repeats again', async (act) => {
  const { nora, series, page } = await withStandup(act);
  await changePlanned(nora, occurrenceId(series, '20261124'), { title: 'Review' }, 'this');
  const before = await agendaOf(nora);
  const shown = await open(page);
  await shown.getByLabel('Repeats', { exact: true }).selectOption('Does not repeat');
  await shown.getByText('This one stays. All others go').waitFor();
  await save(page);
  await answerScope(page, 'all', 'Repeat no more?');
  await message(page, 'Saved “Standup”').waitFor();
  await expectNoDialog(page);
  await expectAgenda(nora, titled('Standup', 2, 3));
  assert.deepEqual(await seriesOf(nora), []);
  await occurrence(page, 'Standup', third).waitFor();
  await undoButton(page).click();
  await expectAgenda(nora, before);
  assert.equal((await seriesOf(nora)).length, 1);
});

for (const [scope, expected] of Object.entries({
  this: [...titled('Standup', 0, 2), ...titled('Planning', 2, 3), ...titled('Standup', 3)],
  following: [...titled('Standup', 0, 2), ...titled('Planning', 2)],
  all: titled('Planning'),
})) {
  scene.test(`the title is changed (${scope})`, async (act) => {
    const { nora, series, page } = await withStandup(act);
    const shown = await open(page);
    await shown.getByLabel('Title', { exact: true }).fill('Planning');
    await save(page);
    await answerScope(page, scope);
    await message(page, 'Saved “Planning”').waitFor();
    await expectNoDialog(page);
    await occurrence(page, 'Planning', third).waitFor();
    await expectAgenda(nora, expected);
    const count = { this: 1, following: 2, all: 1 }[scope];
    assert.equal((await seriesOf(nora)).length, count);
    const { hasExceptions } = await planned(nora, series.id);
    assert.equal(hasExceptions ?? false, scope === 'this');
  });
}

scene.test('whoever cancels the question is still in the dialog', async (act) => {
  const { nora, page } = await withStandup(act);
  const shown = await open(page);
  await shown.getByLabel('Title', { exact: true }).fill('Planning');
  await save(page);
  const question = dialog(page, 'Change which ones?');
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await shown.getByLabel('Title', { exact: true }).inputValue(), 'Planning');
  assert.deepEqual(await agendaOf(nora), all);
});

scene.test('a rule is changed for this and following, or for all, never for one', async (act) => {
  const { nora, series, page } = await withStandup(act);
  const shown = await open(page);
  await shown.getByLabel('Repeats').selectOption({ label: 'Custom…' });
  await shown.getByLabel('How many weeks apart').fill('2');
  await shown.getByText('Every 2 weeks on Tuesday', { exact: true }).waitFor();
  await save(page);
  const question = dialog(page, 'Change which ones?');
  await question.getByRole('button', { name: /^This and following/ }).waitFor();
  assert.equal(await question.getByRole('button', { name: /^Only this one/ }).count(), 0);
  await answerScope(page, 'following');
  await expectNoDialog(page);
  await expectAgenda(
    nora,
    ['2026-11-03', '2026-11-10', '2026-11-17', '2026-12-01'].map((date) => `${date}T09:00 Standup`),
  );
  assert.equal((await planned(nora, series.id)).rrule, 'FREQ=WEEKLY');
});

scene.test('one that was changed becomes as the series says', async (act) => {
  const { nora, series, id, page } = await withStandup(act);
  await changePlanned(
    nora,
    id,
    { title: 'Workshop', start: '2026-11-18T13:00', end: '2026-11-18T14:00' },
    'this',
  );
  const shown = await open(page, 'Workshop', 'Wednesday, 18 November, 13:00');
  await shown.getByText('Differs from the series').waitFor();
  await shown.getByRole('button', { name: 'Reset to the series' }).click();
  await shown.getByText('Differs from the series').waitFor({ state: 'detached' });
  assert.equal(await shown.getByLabel('Title', { exact: true }).inputValue(), 'Standup');
  assert.equal(await shown.getByLabel('Start time').inputValue(), '09:00');
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await occurrence(page, 'Standup', third).waitFor();
  await expectAgenda(nora, all);
  assert.equal((await planned(nora, series.id)).hasExceptions, false);
});

const remaining = {
  this: [...titled('Standup', 0, 2), ...titled('Standup', 3)],
  following: titled('Standup', 0, 2),
  all: [],
};

// The dates that were taken out of it, and its end.
const leftOfSeries = {
  this: [['20261117'], null],
  following: [[], '2026-11-17T07:59:59Z'],
  all: undefined,
};

for (const [scope, expected] of Object.entries(remaining)) {
  scene.test(`it is deleted in its dialog (${scope}), and comes back`, async (act) => {
    const { nora, series, page } = await withStandup(act);
    const shown = await open(page);
    await shown.getByRole('button', { name: 'Delete', exact: true }).click();
    await answerScope(page, scope, 'Delete which ones?');
    await message(page, 'Deleted “Standup”').waitFor();
    await expectNoDialog(page);
    await occurrence(page, 'Standup', third).waitFor({ state: 'detached' });
    await expectAgenda(nora, expected);
    const left = await planned(nora, series.id);
    assert.deepEqual(left && [left.exdate, left.rruleUntil], leftOfSeries[scope]);
    await undoButton(page).click();
    await message(page, 'Restored “Standup”').waitFor();
    await occurrence(page, 'Standup', third).waitFor();
    await expectAgenda(nora, all);
  });
}

scene.test('the key Delete asks, too, and Escape keeps everything', async (act) => {
  const { nora, page } = await withStandup(act);
  await occurrence(page, 'Standup', third).focus();
  await page.keyboard.press('Delete');
  await dialog(page, 'Delete which ones?').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  assert.deepEqual(await agendaOf(nora), all);
  await occurrence(page, 'Standup', third).focus();
  await page.keyboard.press('Delete');
  await answerScope(page, 'this', 'Delete which ones?');
  await occurrence(page, 'Standup', third).waitFor({ state: 'detached' });
  await expectAgenda(nora, remaining.this);
});

scene.test('what was changed before the series was deleted comes back with it', async (act) => {
  const { nora, id, page } = await withStandup(act);
  await changePlanned(nora, id, { title: 'Workshop', location: 'Room 4' }, 'this');
  const shown = await open(page, 'Workshop');
  await shown.getByRole('button', { name: 'Delete', exact: true }).click();
  await answerScope(page, 'all', 'Delete which ones?');
  await expectAgenda(nora, []);
  await undoButton(page).click();
  await occurrence(page, 'Workshop', third).waitFor();
  const expected = [
    ...titled('Standup', 0, 2),
    ...titled('Workshop', 2, 3),
    ...titled('Standup', 3),
  ];
  await expectAgenda(nora, expected);
});

scene.test('cancelled by its status, one is not shown any more', async (act) => {
  const { nora, id, page } = await withStandup(act);
  const shown = await open(page);
  await shown.getByRole('button', { name: 'Cancelled', exact: true }).click();
  await save(page);
  await answerScope(page, 'this');
  await occurrence(page, 'Standup', third).waitFor({ state: 'detached' });
  await expectAgenda(nora, remaining.this);
  assert.equal((await planned(nora, id)).status, 'CANCELLED');
});

scene.test('an event becomes a series', async (act) => {
  const nora = await planning(act);
  const { id } = await plan(nora, {
    title: 'Standup',
    start: '2026-11-17T09:00',
    end: '2026-11-17T10:00',
  });
  const page = await act.open(nora, plannerWeek);
  const shown = await open(page);
  await shown.getByLabel('Repeats').selectOption({ label: 'Every weekday (Monday to Friday)' });
  await shown.getByText('Every weekday', { exact: true }).waitFor();
  await save(page);
  await expectNoDialog(page);
  await occurrence(page, 'Standup', 'Friday, 20 November, 9:00').waitFor();
  await eventually(
    () => agendaOf(nora, '2026-11-16', '2026-11-23'),
    ['17', '18', '19', '20', '23'].map((day) => `2026-11-${day}T09:00 Standup`),
  );
  assert.equal(await planned(nora, id), undefined);
});
