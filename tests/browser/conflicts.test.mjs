// Two people change the same entry: both versions are shown, and each choice does what it says.

import assert from 'node:assert/strict';
import {
  dialog,
  drag,
  entry,
  expectNoDialog,
  message,
  middleOf,
  november,
  openEntry,
  openForEditing,
  placeOfDay,
  pressEdit,
  save,
} from './support/calendar.mjs';
import { timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectFocusKept } from './support/ways.mjs';

const scene = makeScene();
const tooLate = { url: /\/api\/v1\/entries\//, status: 412 };
const gone = { url: /\/api\/v1\/entries\//, status: 404 };

// Nora has the entry open and has written another title and place. Ben changes the title and the
// day meanwhile, and Nora saves.
async function collide(act, theirs = { title: 'Doctor', date: '2026-11-20' }) {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const home = await nora.makeCalendar('Home');
  await nora.share(home, ben, 'writer');
  const dentist = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(nora, november);
  act.announce(page, tooLate, gone);
  await openForEditing(page, 'Dentist');
  await page.getByLabel('Title').fill('Dentist with Ada');
  await page.getByLabel('Location').fill('Main Street');
  if (theirs) await ben.changeEntry(dentist, theirs);
  return { page, nora, ben, home, dentist };
}

async function resolver(page) {
  const shown = dialog(page, 'Two versions of “Dentist”');
  await shown.waitFor();
  return shown;
}

function field(shown, name) {
  return shown.getByRole('group', { name: new RegExp(`^${name}`) });
}

async function stateOf(person, id) {
  const { title, date, location } = await person.entry(id);
  return { title, date, location };
}

scene.test('both versions are shown, field by field', async (act) => {
  const { page } = await collide(act);
  await save(page);
  const shown = await resolver(page);
  for (const [name, texts] of [
    ['Title', ['Dentist with Ada', 'Doctor']],
    ['When', ['Tuesday, 17 November 2026, 9:00 – 9:30', 'Friday, 20 November 2026, 9:00 – 9:30']],
    ['Location', ['Main Street', 'Empty']],
  ]) {
    const [mine, theirs] = texts;
    await field(shown, name)
      .getByRole('radio', { name: `Your version ${mine}` })
      .waitFor();
    await field(shown, name)
      .getByRole('radio', { name: `Current version ${theirs}` })
      .waitFor();
  }
});

const whole = {
  'Use my version': { title: 'Dentist with Ada', date: '2026-11-17', location: 'Main Street' },
  'Use the current version': { title: 'Doctor', date: '2026-11-20', location: null },
  // What only one of them changed is taken from them, and the title is mine.
  'Save this choice': { title: 'Dentist with Ada', date: '2026-11-20', location: 'Main Street' },
};

for (const [choice, expected] of Object.entries(whole)) {
  scene.test(`“${choice}” does so`, async (act) => {
    const { page, nora, dentist } = await collide(act);
    await save(page);
    const shown = await resolver(page);
    await shown.getByRole('button', { name: choice }).click();
    await expectNoDialog(page);
    await expectFocusKept(page);
    assert.deepEqual(await stateOf(nora, dentist.id), expected);
    await entry(page, expected.title).waitFor();
  });
}

scene.test('each field can be chosen', async (act) => {
  const { page, nora, dentist } = await collide(act);
  await save(page);
  const shown = await resolver(page);
  await field(shown, 'Title')
    .getByRole('radio', { name: /^Current version/ })
    .check();
  await field(shown, 'When')
    .getByRole('radio', { name: /^Your version/ })
    .check();
  await shown.getByRole('button', { name: 'Save this choice' }).click();
  await expectNoDialog(page);
  assert.deepEqual(await stateOf(nora, dentist.id), {
    title: 'Doctor',
    date: '2026-11-17',
    location: 'Main Street',
  });
});

scene.test('deciding nothing changes nothing, and loses nothing', async (act) => {
  const { page, nora, dentist } = await collide(act);
  await save(page);
  await resolver(page);
  await page.keyboard.press('Escape');
  await dialog(page, 'Edit event').waitFor();
  assert.equal(await page.getByLabel('Title').inputValue(), 'Dentist with Ada');
  assert.equal((await nora.entry(dentist.id)).title, 'Doctor');
});

scene.test('a change is told while one writes, before it is a conflict', async (act) => {
  const { page } = await collide(act);
  await page.getByText('Ben Berg has just changed this.').waitFor();
  await page.getByRole('button', { name: 'Show that version' }).click();
  await (
    await resolver(page)
  )
    .getByText('Ben Berg changed this while you were editing it.')
    .waitFor();
  assert.equal(await page.getByLabel('Title').inputValue(), 'Dentist with Ada');
});

scene.test('where nothing was written, their version is taken over', async (act) => {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const home = await nora.makeCalendar('Home');
  await nora.share(home, ben, 'writer');
  const dentist = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(nora, november);
  const shown = await openEntry(page, 'Dentist');
  const changed = await ben.changeEntry(dentist, { title: 'Doctor' });
  await page.getByText('Ben Berg has just changed this.').waitFor();
  await shown.getByRole('heading', { name: 'Doctor' }).waitFor();
  await pressEdit(page);
  assert.equal(await page.getByLabel('Title').inputValue(), 'Doctor');
  await ben.changeEntry(changed, { title: 'Surgeon' });
  await page.waitForFunction(
    () => document.querySelector('[aria-label=Title]')?.value === 'Surgeon',
  );
});

scene.test('what was deleted meanwhile can be kept as new', async (act) => {
  const { page, nora, ben, home, dentist } = await collide(act, null);
  await ben.removeEntry(dentist);
  await page.getByText('Someone has deleted this in the meantime.').waitFor();
  await page.getByRole('button', { name: 'Save as new' }).click();
  await expectNoDialog(page);
  const [kept, ...others] = await nora.entries(home, '2026-11-01', '2026-11-30');
  assert.deepEqual([kept.title, kept.location, others], ['Dentist with Ada', 'Main Street', []]);
  assert.notEqual(kept.id, dentist.id);
  await entry(page, 'Dentist with Ada').waitFor();
});

scene.test('what was deleted meanwhile can be let go', async (act) => {
  const { page, nora, ben, home, dentist } = await collide(act, null);
  await ben.removeEntry(dentist);
  await page.getByText('Someone has deleted this in the meantime.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expectNoDialog(page);
  await expectFocusKept(page);
  assert.deepEqual(await nora.entries(home, '2026-11-01', '2026-11-30'), []);
});

// The stream is not heard, so that the page knows only the old state.
async function deaf(act, person) {
  const page = await act.open(person);
  await page.route('**/api/v1/events*', (route) => route.abort('aborted'));
  await page.goto(november);
  await entry(page, 'Dentist').waitFor();
  return page;
}

scene.test('dragging what somebody else has moved is a conflict, too', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const dentist = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await deaf(act, nora);
  act.announce(page, tooLate);
  await nora.changeEntry(dentist, { date: '2026-11-24' });
  await drag(page, await middleOf(entry(page, 'Dentist')), await placeOfDay(page, '2026-11-19'));
  const shown = await resolver(page);
  await field(shown, 'When')
    .getByRole('radio', { name: /^Current version.*24 November/ })
    .waitFor();
  await shown.getByRole('button', { name: 'Use my version' }).click();
  await expectNoDialog(page);
  assert.equal((await nora.entry(dentist.id)).date, '2026-11-19');
});

scene.test('deleting what somebody else has changed asks once more', async (act) => {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const home = await nora.makeCalendar('Home');
  await nora.share(home, ben, 'writer');
  const dentist = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await deaf(act, nora);
  act.announce(page, tooLate);
  await openEntry(page, 'Dentist');
  await ben.changeEntry(dentist, { title: 'Doctor' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await message(page, /^Someone else has changed .*, so it was not deleted\.$/).waitFor();
  assert.equal((await nora.entry(dentist.id)).title, 'Doctor');
  await page.getByRole('button', { name: 'Delete anyway' }).click();
  await eventually(() => nora.entry(dentist.id), undefined);
});

scene.test('what one did in another window is one’s own', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const dentist = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(nora, november);
  act.announce(page, tooLate);
  await openEntry(page, 'Dentist');
  const moved = await nora.changeEntry(dentist, { date: '2026-11-18' });
  await page.getByText('You have just changed this in another window.').waitFor();
  await pressEdit(page);
  await page.getByLabel('Title').fill('Dentist with Ada');
  await nora.changeEntry(moved, { title: 'Doctor' });
  await page.getByText('You have just changed this in another window.').waitFor();
  await save(page);
  await (await resolver(page)).getByText(/^You changed this in another window or/).waitFor();
});

scene.test('what one changed in another window oneself is not deleted unseen', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const dentist = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await deaf(act, nora);
  act.announce(page, tooLate);
  await openEntry(page, 'Dentist');
  await nora.changeEntry(dentist, { title: 'Doctor' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await message(page, /^You have changed .* in another window, so it was not deleted/).waitFor();
});
