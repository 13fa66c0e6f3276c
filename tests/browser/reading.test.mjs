// What is opened is read first: everything there is to know, and who made and changed it. A key or a
// button leads on to the form, those who may use it.

import assert from 'node:assert/strict';
import {
  addressOf,
  book,
  bookingDialog,
  household,
  rebook,
  stay,
  welcome,
} from './support/bookings.mjs';
import {
  dialog,
  entry,
  expectNoDialog,
  november,
  openEntry,
  openForEditing,
  save,
} from './support/calendar.mjs';
import { timed } from './support/people.mjs';
import {
  answerScope,
  changePlanned,
  occurrence,
  plan,
  planned,
  planning,
  plannerWeek,
  removePlanned,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectFocusKept } from './support/ways.mjs';

const scene = makeScene();
const editButton = (shown) => shown.getByRole('button', { name: 'Edit', exact: true });
const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

scene.test('an entry is read by all, and changed by those who may', async (act) => {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const eve = await act.person('Eve Elm');
  const home = await nora.makeCalendar('Home');
  await nora.share(home, ben, 'writer');
  await nora.share(home, eve, 'reader');
  const more = { location: 'Main Street', description: 'Bring the card' };
  const slot = timed('Dentist', '2026-11-17', '09:00', '09:30', more);
  const dentist = await nora.makeEntry(home, slot);

  const his = await act.open(ben, november);
  const shown = await openEntry(his, 'Dentist');
  for (const text of ['Tuesday, 17 November 2026, 9:00 – 9:30', 'Home', 'Main Street']) {
    await shown.getByText(text, { exact: true }).waitFor();
  }
  await shown.getByText('Bring the card').waitFor();
  await shown.getByText(/^Created by Nora Nilsen (on|today|yesterday)/).waitFor();
  assert.ok(await hasFocus(editButton(shown)));
  await his.keyboard.press('e');
  const title = dialog(his, 'Edit event').getByLabel('Title');
  await eventually(() => hasFocus(title), true);
  await title.fill('Doctor');
  await save(his);
  await entry(his, 'Doctor').waitFor();
  await expectNoDialog(his);
  await expectFocusKept(his);

  const hers = await act.open(eve, november);
  const read = await openEntry(hers, 'Doctor');
  await read.getByText(/^Created by Nora Nilsen .*, changed by Ben Berg/).waitFor();
  assert.equal(await editButton(read).count(), 0);
  await hers.keyboard.press('e');
  await read.getByText('You can view this calendar but not change it.').waitFor();

  // Who left is still named; who has no account any more is not.
  await nora.call('DELETE', `/api/v1/calendars/${home.id}/members/${ben.id}`);
  const owner = await act.open(nora, november);
  await openEntry(owner, 'Doctor');
  await owner.getByText(/^Created by you .*, changed by Ben Berg/).waitFor();
  await his.close();
  await ben.call('POST', '/api/v1/account/delete', { password: ben.password });
  const authors = () => nora.get(`/api/v1/entries/${dentist.id}/authors`);
  await eventually(async () => (await authors()).updatedBy, null);
  await owner.reload();
  await owner.getByText(/^Created by you .*, changed (on|today|yesterday)/).waitFor();
});

scene.test('keys lead on only where they are meant to', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  const page = await act.open(nora, november);
  const shown = await openEntry(page, 'Dentist');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await openForEditing(page, 'Dentist');
  await page.keyboard.press('End');
  await page.keyboard.type('e');
  assert.equal(await page.getByLabel('Title').inputValue(), 'Dentiste');
  await page.keyboard.press('Control+Enter');
  await entry(page, 'Dentiste').waitFor();
  assert.equal(await shown.count(), 0);
});

scene.test('an event of the planner, and one of a series', async (act) => {
  const nora = await planning(act);
  const series = await plan(nora, {
    ...standup,
    location: 'Room 4',
    description: 'Who did what',
    tags: ['work'],
    reminderMinutes: [15],
  });
  const page = await act.open(nora, plannerWeek);
  const third = occurrence(page, 'Standup', 'Tuesday, 17 November');
  await third.click();
  const shown = dialog(page, 'Event');
  for (const text of [
    'Tuesday, 17 November 2026, 9:00 – 10:00 in Berlin',
    'Every week on Tuesday',
    'Room 4',
    'Who did what',
    '#work',
    '15 minutes before',
  ]) {
    await shown.getByText(text, { exact: true }).waitFor();
  }
  await shown.getByText(/^Created (on|today|yesterday)/).waitFor();
  assert.ok(await hasFocus(editButton(shown)));
  await page.keyboard.press('Enter');
  const title = dialog(page, 'Edit event').getByLabel('Title', { exact: true });
  await eventually(() => hasFocus(title), true);
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await expectFocusKept(page);

  // It can be deleted from there.
  await third.click();
  await shown.getByRole('button', { name: 'Delete', exact: true }).click();
  await answerScope(page, 'all', 'Delete which ones?');
  await expectNoDialog(page);
  await eventually(() => planned(nora, series.id), undefined);
});

scene.test('an event of the planner that is being read is always as it is now', async (act) => {
  const nora = await planning(act);
  const made = await plan(nora, {
    title: 'Dentist',
    start: '2026-11-17T09:00',
    end: '2026-11-17T10:00',
  });
  const page = await act.open(nora, plannerWeek);
  await occurrence(page, 'Dentist', 'Tuesday, 17 November').click();
  const shown = dialog(page, 'Event');
  await shown.getByRole('heading', { name: 'Dentist' }).waitFor();
  await changePlanned(nora, made.id, { title: 'Dentist at last', location: 'Main Street 4' });
  await shown.getByRole('heading', { name: 'Dentist at last' }).waitFor();
  await shown.getByText('Main Street 4', { exact: true }).waitFor();
  await page.keyboard.press('e');
  const title = dialog(page, 'Edit event').getByLabel('Title', { exact: true });
  assert.equal(await title.inputValue(), 'Dentist at last');
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await occurrence(page, 'Dentist at last', 'Tuesday, 17 November').click();
  await editButton(shown).waitFor();
  act.announce(page, { url: /\/planner\/events\//, status: 404 });
  await removePlanned(nora, made.id);
  await shown.getByText('This event no longer exists.').waitFor();
  assert.equal(await editButton(shown).count(), 0);
});

scene.test(
  'an entry that is deleted while it is read is offered to those who may write',
  async (act) => {
    const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
    const home = await nora.makeCalendar('Home');
    await nora.share(home, ben, 'reader');
    const made = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:45'));
    const [hers, his] = [await act.open(nora, november), await act.open(ben, november)];
    for (const page of [hers, his]) {
      await openEntry(page, 'Dentist');
      act.announce(page, { url: /\/api\/v1\/entries\//, status: 404 });
    }
    await nora.removeEntry(made);
    for (const page of [hers, his]) {
      await page.getByText('Someone has deleted this in the meantime.').waitFor();
    }
    await hers.getByRole('button', { name: 'Save as new' }).waitFor();
    const answers = dialog(his).getByRole('group').getByRole('button');
    assert.deepEqual(await answers.allTextContents(), ['Close']);
  },
);

scene.test('a booking, for who comes, who administers, and who looks', async (act) => {
  const { nora, ben, place } = await household(act);
  const vera = await act.person('Vera Viewer');
  await welcome(nora, place, vera, 'viewer');
  const his = await book(ben, place, 7, 9, { note: 'With the dog' });
  await rebook(nora, place, his.id, { note: 'With two dogs' });

  const page = await act.open(ben, addressOf.month(place));
  await stay(page, 'Ben Berg', 7, 9).click();
  const shown = bookingDialog(page, 'Ben Berg');
  await shown.getByText('With two dogs').waitFor();
  await shown.getByText(/^Created by you .*, changed by Nora Nilsen/).waitFor();
  // What others do meanwhile is seen at once.
  await rebook(nora, place, his.id, { note: 'With three dogs' });
  await shown.getByText('With three dogs').waitFor();
  await page.keyboard.press('e');
  const change = bookingDialog(page, 'Edit booking');
  assert.equal(await change.getByLabel('Note').inputValue(), 'With three dogs');
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await expectFocusKept(page);

  const looking = await act.open(vera, addressOf.month(place));
  // Asked for while it is deleted.
  act.announce(looking, { url: /\/authors$/, status: 404 });
  await stay(looking, 'Ben Berg', 7, 9).click();
  const read = bookingDialog(looking, 'Ben Berg');
  await read.getByText(/^Created by Ben Berg .*, changed by Nora Nilsen/).waitFor();
  await read.getByText('You can view this place but not book it.').waitFor();
  assert.equal(await editButton(read).count(), 0);
  await ben.call('DELETE', `/api/v1/places/${place.id}/events/${his.id}`, undefined, {
    'If-Match': '"v3"',
  });
  await read.getByText('This has been cancelled in the meantime.').waitFor();
});
