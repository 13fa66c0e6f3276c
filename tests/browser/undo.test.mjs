// What was deleted, moved or ticked is undone with the button of its message, or with Ctrl+Z.

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
  placeOfDay,
  pressEdit,
  undoButton,
} from './support/calendar.mjs';
import { task, timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectFocusKept } from './support/ways.mjs';

const scene = makeScene();
const ways = {
  'with the button': (page) => undoButton(page).first().click(),
  'with Ctrl+Z': (page) => page.keyboard.press('Control+z'),
};

async function withDentist({ person, open }) {
  const nora = await person();
  const home = await nora.makeCalendar('Home');
  const body = timed('Dentist', '2026-11-17', '09:00', '09:30', {
    location: 'Main Street',
    description: 'Bring the card',
    color: '#16A34A',
  });
  const dentist = await nora.makeEntry(home, body);
  return { nora, home, dentist, page: await open(nora, november) };
}

const known = ({ title, date, kind, location, description, color }) => {
  return { title, date, kind, location, description, color };
};

for (const [way, undo] of Object.entries(ways)) {
  scene.test(`a deleted entry comes back ${way}`, async (act) => {
    const { nora, home, dentist, page } = await withDentist(act);
    await openEntry(page, 'Dentist');
    await page.getByRole('button', { name: 'Delete' }).click();
    await message(page, 'Deleted “Dentist”').waitFor();
    await entry(page, 'Dentist').waitFor({ state: 'detached' });
    await expectFocusKept(page);
    await eventually(() => nora.entry(dentist.id), undefined);
    await undo(page);
    await entry(page, 'Dentist').waitFor();
    const [back] = await nora.entries(home, '2026-11-01', '2026-11-30');
    assert.deepEqual(back, dentist, 'with its id');
  });

  scene.test(`a moved entry goes back ${way}`, async (act) => {
    const { nora, dentist, page } = await withDentist(act);
    await drag(page, await middleOf(entry(page, 'Dentist')), await placeOfDay(page, '2026-11-26'));
    await message(page, /^Moved “Dentist”/).waitFor();
    assert.equal((await nora.entry(dentist.id)).date, '2026-11-26');
    await undo(page);
    await message(page, /^Moved “Dentist” back/).waitFor();
    assert.deepEqual(known(await nora.entry(dentist.id)), known(dentist));
  });
}

scene.test('undoing a move keeps what somebody else has changed meanwhile', async (act) => {
  const { nora, dentist, page } = await withDentist(act);
  await drag(page, await middleOf(entry(page, 'Dentist')), await placeOfDay(page, '2026-11-26'));
  await message(page, /^Moved “Dentist”/).waitFor();
  await nora.changeEntry(await nora.entry(dentist.id), { title: 'Doctor' });
  await entry(page, 'Doctor').waitFor();
  await undoButton(page).first().click();
  await eventually(
    async () => {
      const { title, date } = await nora.entry(dentist.id);
      return { title, date };
    },
    { title: 'Doctor', date: '2026-11-17' },
  );
});

scene.test('a task is ticked, and the tick is undone', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const call = await nora.makeEntry(home, task('Call grandmother', '2026-11-17'));
  const page = await act.open(nora, november);
  const isCompleted = async () => (await nora.entry(call.id)).kind.completed;
  const box = page.getByRole('checkbox', { name: 'Done: Call grandmother' });
  await box.click();
  await message(page, 'Completed “Call grandmother”').waitFor();
  assert.equal(await isCompleted(), true);
  await expectNoDialog(page);
  await undoButton(page).click();
  await eventually(isCompleted, false);
  await page.getByRole('checkbox', { name: 'Done: Call grandmother', checked: false }).waitFor();
  await box.press('Space');
  await eventually(isCompleted, true);
  await entry(page, 'Call grandmother').click();
  await dialog(page, 'Task').getByText('Done', { exact: true }).waitFor();
  await pressEdit(page);
  assert.equal(await page.getByRole('checkbox', { name: 'Done', exact: true }).isChecked(), true);
});
