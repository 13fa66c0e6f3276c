// One of a series is dragged or made longer: which ones are meant is asked, and the server has it so.

import assert from 'node:assert/strict';
import {
  dialog,
  drag,
  edgeOf,
  expectNoDialog,
  message,
  middleOf,
  placeOfDay,
  placeOfTime,
  undoButton,
} from './support/calendar.mjs';
import {
  agendaOf,
  answerScope,
  changePlanned,
  dragHour,
  expectAgenda,
  occurrence,
  occurrenceBox,
  occurrenceId,
  occurrences,
  plan,
  planned,
  plannerMonth,
  plannerWeek,
  planning,
  seriesOf,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const from = ['2026-11-17', '09:00'];
const to = ['2026-11-19', '11:00'];
const before = 'Tuesday, 17 November, 9:00';
const after = 'Thursday, 19 November, 11:00 to 12:00';
const usual = ['03', '10', '17', '24'].map((day) => `2026-11-${day}T09:00 Standup`);
const unmoved = [...usual, '2026-12-01T09:00 Standup', '2026-12-08T09:00 Standup'];

async function withStandup(act, address = plannerWeek) {
  const nora = await planning(act);
  const series = await plan(nora, standup);
  const page = await act.open(nora, address);
  await occurrence(page, 'Standup', before).waitFor();
  assert.deepEqual((await agendaOf(nora)).slice(0, 6), unmoved);
  return { nora, series, page };
}

scene.test('only this one is moved', async (act) => {
  const { nora, series, page } = await withStandup(act);
  await dragHour(page, from, to, 'Standup', before);
  await answerScope(page, 'this');
  await message(page, /^Moved “Standup” to Thursday, 19 November/).waitFor();
  await occurrence(page, 'Standup', after).waitFor();
  await expectAgenda(
    nora,
    unmoved.map((line) => line.replace('2026-11-17T09:00', '2026-11-19T11:00')),
  );
  const moved = await planned(nora, occurrenceId(series, '20261117'));
  assert.equal(moved.isException, true);
  assert.equal(moved.recurrenceId, '2026-11-17T08:00:00Z');
  assert.deepEqual(
    [moved.startUtc, moved.endUtc],
    ['2026-11-19T10:00:00Z', '2026-11-19T11:00:00Z'],
  );
  const now = await planned(nora, series.id);
  assert.deepEqual([now.startLocal, now.hasExceptions], ['2026-11-03T09:00:00', true]);
});

scene.test('this and following are moved', async (act) => {
  const { nora, series, page } = await withStandup(act);
  await dragHour(page, from, to, 'Standup', before);
  await answerScope(page, 'following');
  await occurrence(page, 'Standup', after).waitFor();
  await expectAgenda(nora, [
    ...usual.slice(0, 2),
    '2026-11-19T11:00 Standup',
    '2026-11-26T11:00 Standup',
    '2026-12-03T11:00 Standup',
    '2026-12-10T11:00 Standup',
  ]);
  const all = await seriesOf(nora);
  assert.equal(all.length, 2);
  const old = all.find(({ id }) => id === series.id);
  assert.equal(old.rruleUntil, '2026-11-17T07:59:59Z');
  const next = all.find(({ id }) => id !== series.id);
  assert.deepEqual([next.startLocal, next.rruleUntil ?? null], ['2026-11-19T11:00:00', null]);
});

scene.test('the whole series is moved', async (act) => {
  const { nora, series, page } = await withStandup(act);
  await dragHour(page, from, to, 'Standup', before);
  await answerScope(page, 'all');
  await occurrence(page, 'Standup', after).waitFor();
  const moved = ['11-05', '11-12', '11-19', '11-26', '12-03', '12-10'];
  await expectAgenda(
    nora,
    moved.map((day) => `2026-${day}T11:00 Standup`),
  );
  const all = await seriesOf(nora);
  assert.deepEqual(
    all.map(({ id, startLocal, hasExceptions }) => [id, startLocal, hasExceptions ?? false]),
    [[series.id, '2026-11-05T11:00:00', false]],
  );
});

for (const scope of ['this', 'following', 'all']) {
  scene.test(`a move (${scope}) is undone`, async (act) => {
    const { nora, page } = await withStandup(act);
    await dragHour(page, from, to, 'Standup', before);
    await answerScope(page, scope);
    await occurrence(page, 'Standup', after).waitFor();
    await undoButton(page).click();
    await occurrence(page, 'Standup', before).waitFor();
    await message(page, 'Moved “Standup” back').waitFor();
    await expectAgenda(nora, unmoved);
  });
}

scene.test('whoever wants none of it finds everything as it was', async (act) => {
  const { nora, series, page } = await withStandup(act);
  const end = {
    button: (question) => question.getByRole('button', { name: 'Cancel', exact: true }).click(),
    key: () => page.keyboard.press('Escape'),
  };
  for (const cancel of Object.values(end)) {
    await dragHour(page, from, to, 'Standup', before);
    const question = dialog(page, 'Change which ones?');
    await question.getByText('“Standup” repeats.').waitFor();
    await occurrence(page, 'Standup', after).waitFor({ state: 'attached' });
    await cancel(question);
    await expectNoDialog(page);
    await occurrence(page, 'Standup', before).waitFor();
    await occurrence(page, 'Standup', after).waitFor({ state: 'detached' });
  }
  assert.deepEqual(await agendaOf(nora), unmoved);
  assert.equal((await planned(nora, series.id)).version, series.version);
});

scene.test('in the month, one is dragged to another day and keeps its time', async (act) => {
  const { nora, page } = await withStandup(act, plannerMonth);
  await drag(
    page,
    await middleOf(occurrence(page, 'Standup', before)),
    await placeOfDay(page, '2026-11-20'),
  );
  await answerScope(page, 'this');
  await message(page, /^Moved “Standup” to Friday, 20 November/).waitFor();
  await expectAgenda(
    nora,
    unmoved.map((line) => line.replace('2026-11-17', '2026-11-20')),
  );
});

for (const [scope, durations] of [
  ['this', [60, 60, 150, 60, 60]],
  ['following', [60, 60, 150, 150, 150]],
  ['all', [150, 150, 150, 150, 150]],
]) {
  scene.test(`one is made longer (${scope})`, async (act) => {
    const { nora, page } = await withStandup(act);
    await occurrenceBox(page, 'Standup', before).hover();
    const { x } = await middleOf(occurrence(page, 'Standup', before));
    const end = await placeOfTime(page, '2026-11-17', '11:15');
    const edge = await edgeOf(occurrenceBox(page, 'Standup', before), 'bottom');
    await drag(page, edge, { x, y: end.y });
    await answerScope(page, scope);
    await message(page, '“Standup” now ends at 11:30').waitFor();
    await eventually(async () => {
      const found = await occurrences(nora, '2026-11-01', '2026-12-06');
      return found.map(
        ({ startUtc, endUtc }) => (Date.parse(endUtc) - Date.parse(startUtc)) / 60_000,
      );
    }, durations);
  });
}

scene.test('what was moved before moves once more, alone', async (act) => {
  const { nora, series, page } = await withStandup(act);
  const id = occurrenceId(series, '20261117');
  await changePlanned(nora, id, { start: '2026-11-18T10:00', end: '2026-11-18T11:00' }, 'this');
  const moved = 'Wednesday, 18 November, 10:00';
  await occurrence(page, 'Standup', moved).waitFor();
  await dragHour(page, ['2026-11-18', '10:00'], to, 'Standup', moved);
  await answerScope(page, 'this');
  await occurrence(page, 'Standup', after).waitFor();
  await eventually(async () => (await planned(nora, id)).startLocal, '2026-11-19T11:00:00');
  await undoButton(page).click();
  await occurrence(page, 'Standup', moved).waitFor();
  await eventually(async () => (await planned(nora, id)).startLocal, '2026-11-18T10:00:00');
});

scene.test('an event that does not repeat moves without a question', async (act) => {
  const nora = await planning(act);
  const event = {
    ...standup,
    start: '2026-11-17T09:00',
    end: '2026-11-17T10:00',
    rrule: undefined,
  };
  const { id } = await plan(nora, event);
  const page = await act.open(nora, plannerWeek);
  await dragHour(page, from, to, 'Standup', before);
  await message(page, /^Moved “Standup” to Thursday, 19 November, 11:00/).waitFor();
  await expectNoDialog(page);
  assert.equal((await planned(nora, id)).startLocal, '2026-11-19T11:00:00');
});

scene.test('what is in another zone keeps it when it is dragged', async (act) => {
  const nora = await planning(act);
  const { id } = await plan(nora, {
    title: 'Call',
    start: '2026-11-17T04:00',
    end: '2026-11-17T05:00',
    startTzid: 'America/New_York',
  });
  const page = await act.open(nora, plannerWeek);
  await dragHour(page, ['2026-11-17', '10:00'], to, 'Call', 'Tuesday, 17 November, 10:00');
  await occurrence(page, 'Call', after).waitFor();
  await eventually(async () => {
    const { startTzid, startLocal } = await planned(nora, id);
    return [startTzid, startLocal];
  }, ['America/New_York', '2026-11-19T05:00:00']);
});
