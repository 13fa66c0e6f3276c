// Creating, moving and resizing entries with the mouse; the server says what became of it.

import assert from 'node:assert/strict';
import {
  box,
  dialog,
  drag,
  edgeOf,
  entry,
  expectNoDialog,
  message,
  middleOf,
  november,
  placeOfDay,
  placeOfTime,
  save,
  week,
} from './support/calendar.mjs';
import { allDay, multiDay, task, timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();

async function withCalendar({ person }) {
  const nora = await person();
  return { nora, home: await nora.makeCalendar('Home') };
}

async function only(person, calendar) {
  const found = await person.entries(calendar, '2026-10-01', '2026-12-31');
  assert.equal(found.length, 1);
  return found[0];
}

scene.test('in the month, days are marked for a new entry', async (act) => {
  const { nora, home } = await withCalendar(act);
  const page = await act.open(nora, november);
  await drag(page, await placeOfDay(page, '2026-11-17'), await placeOfDay(page, '2026-11-19'));
  await dialog(page, 'New event').waitFor();
  await page.getByLabel('Title').fill('Trip');
  await save(page);
  await entry(page, 'Trip').waitFor();
  const { kind } = await only(nora, home);
  assert.deepEqual(kind, { type: 'MultiDay', start: '2026-11-17', end: '2026-11-19' });
});

scene.test('in the month, a click on a day makes an entry of that day', async (act) => {
  const { nora, home } = await withCalendar(act);
  const page = await act.open(nora, november);
  const { x, y } = await placeOfDay(page, '2026-11-24');
  await page.mouse.click(x, y);
  await dialog(page, 'New event').waitFor();
  await page.getByLabel('Title').fill('Holiday');
  await page.keyboard.press('Enter');
  await entry(page, 'Holiday').waitFor();
  const made = await only(nora, home);
  assert.deepEqual([made.date, made.kind.type], ['2026-11-24', 'AllDay']);
});

scene.test('in the month, an entry is dragged to another day', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(nora, november);
  await drag(page, await middleOf(entry(page, 'Dentist')), await placeOfDay(page, '2026-11-26'));
  await message(page, /^Moved “Dentist” to Thursday, 26 November/).waitFor();
  const { date, kind } = await nora.entry(made.id);
  assert.equal(date, '2026-11-26');
  assert.deepEqual(kind, { type: 'Timed', start: '09:00:00', end: '09:30:00' });
  await expectNoDialog(page);
});

scene.test('in the month, several days move together and are made longer', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, multiDay('Trip', '2026-11-17', '2026-11-18'));
  const page = await act.open(nora, november);
  const kindIs = (start, end) =>
    eventually(async () => (await nora.entry(made.id)).kind, { type: 'MultiDay', start, end });

  const { x, y } = await middleOf(entry(page, 'Trip'));
  const first = await placeOfDay(page, '2026-11-17');
  const target = await placeOfDay(page, '2026-11-24');
  await drag(page, { x: first.x, y }, target);
  await kindIs('2026-11-24', '2026-11-25');
  assert.ok(x > first.x);

  await box(page, 'Trip').hover();
  await drag(page, await edgeOf(box(page, 'Trip'), 'right'), await placeOfDay(page, '2026-11-27'));
  await kindIs('2026-11-24', '2026-11-27');
});

scene.test('in the month, a day is made several, and several a day', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, allDay('Fair', '2026-11-17'));
  const page = await act.open(nora, november);
  await box(page, 'Fair').hover();
  await drag(page, await edgeOf(box(page, 'Fair'), 'right'), await placeOfDay(page, '2026-11-18'));
  await eventually(async () => (await nora.entry(made.id)).kind, {
    type: 'MultiDay',
    start: '2026-11-17',
    end: '2026-11-18',
  });
  await message(page, /“Fair”/).waitFor();
  await box(page, 'Fair').hover();
  await drag(page, await edgeOf(box(page, 'Fair'), 'right'), await placeOfDay(page, '2026-11-17'));
  await eventually(async () => (await nora.entry(made.id)).kind.type, 'AllDay');
});

scene.test('in the week, a time is marked for a new entry', async (act) => {
  const { nora, home } = await withCalendar(act);
  const page = await act.open(nora, week);
  const from = await placeOfTime(page, '2026-11-18', '10:00');
  const to = await placeOfTime(page, '2026-11-18', '11:15');
  await drag(page, from, to);
  await dialog(page, 'New event').waitFor();
  await page.getByLabel('Title').fill('Standup');
  await save(page);
  await entry(page, 'Standup').waitFor();
  const made = await only(nora, home);
  assert.equal(made.date, '2026-11-18');
  assert.deepEqual(made.kind, { type: 'Timed', start: '10:00:00', end: '11:30:00' });
});

scene.test('in the week, an entry is dragged to another day and time', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '10:00'));
  const page = await act.open(nora, week);
  // Taken half an hour after its beginning, away from the edges that would make it longer.
  const { x } = await middleOf(entry(page, 'Dentist'));
  const { y } = await placeOfTime(page, '2026-11-17', '09:30');
  const target = await placeOfTime(page, '2026-11-19', '14:00');
  // A little higher: the middle of the half hour that it was taken at decides.
  await drag(page, { x, y }, { x: target.x, y: target.y - 3 });
  await eventually(async () => {
    const { date, kind } = await nora.entry(made.id);
    return [date, kind.start, kind.end];
  }, ['2026-11-19', '13:30:00', '14:30:00']);
  await message(page, /^Moved “Dentist” to Thursday, 19 November/).waitFor();
});

scene.test('in the week, an entry is made longer', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '10:00'));
  const page = await act.open(nora, week);
  await box(page, 'Dentist').hover();
  const { x } = await middleOf(entry(page, 'Dentist'));
  const end = await placeOfTime(page, '2026-11-17', '11:15');
  await drag(page, await edgeOf(box(page, 'Dentist'), 'bottom'), { x, y: end.y });
  await eventually(async () => (await nora.entry(made.id)).kind.end, '11:30:00');
  await message(page, '“Dentist” now ends at 11:30').waitFor();
});

scene.test('what somebody may only read cannot be dragged', async (act) => {
  const { nora, home } = await withCalendar(act);
  const ben = await act.person('Ben Berg');
  await nora.share(home, ben, 'reader');
  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(ben, november);
  await drag(page, await middleOf(entry(page, 'Dentist')), await placeOfDay(page, '2026-11-26'));
  await drag(page, await placeOfDay(page, '2026-11-19'), await placeOfDay(page, '2026-11-20'));
  await page.keyboard.press('PageDown');
  await page.getByRole('heading', { level: 1, name: 'December 2026' }).waitFor();
  await page.keyboard.press('PageUp');
  await entry(page, 'Dentist').waitFor();
  assert.equal((await nora.entry(made.id)).date, '2026-11-17');
  await expectNoDialog(page);
});

scene.test('a task is dragged to another day and stays what it is', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, task('Call', '2026-11-17', true));
  const page = await act.open(nora, november);
  await drag(page, await middleOf(entry(page, 'Call')), await placeOfDay(page, '2026-11-20'));
  await eventually(async () => {
    const { date, kind } = await nora.entry(made.id);
    return [date, kind];
  }, ['2026-11-20', { type: 'Task', completed: true }]);
});

scene.test('what others do meanwhile does not interrupt a drag', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(nora, november);
  const from = await middleOf(entry(page, 'Dentist'));
  const to = await placeOfDay(page, '2026-11-26');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 30, { steps: 4 });
  // The small month shows it at once.
  await nora.makeEntry(home, allDay('Holiday', '2026-11-12'));
  await page.getByRole('button', { name: /12 November.*has entries/ }).waitFor();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await eventually(async () => (await nora.entry(made.id)).date, '2026-11-26');
  await entry(page, 'Holiday').waitFor();
});

scene.test('what others do just before it is let go does not lose what is dragged', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(nora, november);
  const from = await middleOf(entry(page, 'Dentist'));
  const to = await placeOfDay(page, '2026-11-26');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await nora.makeEntry(home, allDay('Holiday', '2026-11-12'));
  await page.getByRole('button', { name: /12 November.*has entries/ }).waitFor();
  await page.mouse.up();
  await eventually(async () => (await nora.entry(made.id)).date, '2026-11-26');
  await entry(page, 'Holiday').waitFor();
});

// The calendar is drawn before that has come with which it is dragged. Gives back the page and what lets it come.
async function openWithoutDragging(act, person) {
  const page = await act.open(person);
  let letCome;
  const held = new Promise((resolve) => (letCome = resolve));
  await page.route('**/assets/fullcalendar_interaction-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(november);
  return { page, letCome };
}

scene.test('what is dragged before that is loaded moves when it is', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const { page, letCome } = await openWithoutDragging(act, nora);
  await drag(page, await middleOf(entry(page, 'Dentist')), await placeOfDay(page, '2026-11-26'));
  letCome();
  await message(page, /^Moved “Dentist” to Thursday, 26 November/).waitFor();
  await eventually(async () => (await nora.entry(made.id)).date, '2026-11-26');
  await expectNoDialog(page);
  // Once only: what comes afterwards is as always.
  await drag(page, await middleOf(entry(page, 'Dentist')), await placeOfDay(page, '2026-11-19'));
  await eventually(async () => (await nora.entry(made.id)).date, '2026-11-19');
});

scene.test('a drag goes on when that is loaded meanwhile', async (act) => {
  const { nora, home } = await withCalendar(act);
  const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const { page, letCome } = await openWithoutDragging(act, nora);
  const from = await middleOf(entry(page, 'Dentist'));
  const to = await placeOfDay(page, '2026-11-26');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 30, { steps: 4 });
  letCome();
  await page.locator('.cal-dragging').first().waitFor({ state: 'attached' });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await eventually(async () => (await nora.entry(made.id)).date, '2026-11-26');
});

scene.test('a click on a day before that is loaded is answered when it is', async (act) => {
  const { nora } = await withCalendar(act);
  const { page, letCome } = await openWithoutDragging(act, nora);
  const { x, y } = await placeOfDay(page, '2026-11-24');
  await page.mouse.click(x, y);
  letCome();
  await dialog(page, 'New event').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
});
