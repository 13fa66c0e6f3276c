// What repeats, reminds or lasts over midnight in a shared calendar: written, seen, moved and undone as everything else there.

import assert from 'node:assert/strict';
import { expectAccessible } from './support/axe.mjs';
import { phone } from './support/browser.mjs';
import {
  dialog,
  entry,
  expectNoDialog,
  message,
  openEntry,
  openForEditing,
  pressEdit,
  save,
  undoButton,
  untilDraggable,
  week,
} from './support/calendar.mjs';
import { timed } from './support/people.mjs';
import { answerScope, dragHour, occurrence, planned } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const month = '/calendar/month/2026-11-18';
const swimming = {
  title: 'Swimming',
  start: '2026-11-04T16:00',
  end: '2026-11-04T17:00',
  startTzid: null,
  rrule: 'FREQ=WEEKLY;BYDAY=WE',
};

// Nora and Ben share a calendar.
async function family(act, role = 'writer') {
  const [nora, ben] = [await act.person('Nora Nilsen'), await act.person('Ben Berg')];
  const home = await nora.makeCalendar('Family');
  await nora.share(home, ben, role);
  return { nora, ben, home };
}

const pathOf = ({ id }) => `/api/v1/calendars/${id}`;

function plan(person, calendar, event = swimming) {
  return person.call('POST', `${pathOf(calendar)}/events`, event);
}

// "2026-11-18T16:00 Swimming" of these weeks.
async function seenBy(person, calendar, from = '2026-11-01', to = '2026-12-05') {
  const path = `${pathOf(calendar)}/view?from=${from}&to=${to}&tzid=Europe/Berlin`;
  const { occurrences } = await person.get(path);
  return occurrences.map(({ start, title }) => `${start.slice(0, 16)} ${title}`);
}

const wednesdays = ['04', '11', '18', '25'].map((day) => `2026-11-${day}T16:00 Swimming`);
const usual = [...wednesdays, '2026-12-02T16:00 Swimming'];

scene.test('a lesson every Wednesday is written by one and seen live by another', async (act) => {
  const { nora, ben, home } = await family(act);
  const page = await act.open(nora, week);
  const his = await act.open(ben, week);
  await page.goto('/calendar/week/2026-11-18/new?date=2026-11-18&start=16:00&end=17:00');
  const shown = dialog(page, 'New event');
  await shown.getByLabel('Title').fill('Swimming');
  await shown.getByLabel('Repeats').selectOption({ label: 'Weekly on Wednesday' });
  await expectAccessible(page, 'the dialog of a new event');
  await save(page);
  await expectNoDialog(page);
  await message(page, /^Saved “Swimming”/).waitFor();
  for (const each of [page, his]) {
    await occurrence(each, 'Swimming', 'Wednesday, 18 November, 16:00 to 17:00').waitFor();
  }
  assert.deepEqual(await seenBy(ben, home), usual.slice(2));
  await undoButton(page).click();
  await entry(his, 'Swimming').waitFor({ state: 'detached' });
  assert.deepEqual(await seenBy(ben, home), []);
});

scene.test('one is dragged elsewhere, and that is undone', async (act) => {
  const { nora, home } = await family(act);
  await plan(nora, home);
  const page = await act.open(nora, week);
  await occurrence(page, 'Swimming', 'Wednesday, 18 November').waitFor();
  await untilDraggable(page);
  await dragHour(
    page,
    ['2026-11-18', '16:00'],
    ['2026-11-19', '14:00'],
    'Swimming',
    'Wednesday, 18 November',
  );
  await answerScope(page, 'this');
  await occurrence(page, 'Swimming', 'Thursday, 19 November, 14:00 to 15:00').waitFor();
  const moved = usual.map((line) => line.replace('2026-11-18T16:00', '2026-11-19T14:00'));
  assert.deepEqual(await seenBy(nora, home), moved);
  await undoButton(page).click();
  await occurrence(page, 'Swimming', 'Wednesday, 18 November').waitFor();
  assert.deepEqual(await seenBy(nora, home), usual);
});

scene.test('this and all following are changed', async (act) => {
  const { nora, ben, home } = await family(act);
  await plan(nora, home);
  const his = await act.open(ben, month);
  const page = await act.open(nora, week);
  await openEntry(page, 'Swimming');
  await expectAccessible(page, 'one of a series');
  await pressEdit(page);
  const shown = dialog(page, 'Edit event');
  await shown.getByLabel('Title').fill('Diving');
  await save(page);
  await answerScope(page, 'following');
  await expectNoDialog(page);
  await occurrence(his, 'Diving', 'Wednesday, 25 November').waitFor();
  const expected = usual.map((line, at) => (at < 2 ? line : line.replace('Swimming', 'Diving')));
  assert.deepEqual(await seenBy(ben, home), expected);
});

scene.test('what was simple repeats, and is simple again', async (act) => {
  const { nora, home } = await family(act);
  const made = await nora.makeEntry(home, timed('Swimming', '2026-11-18', '16:00', '17:00'));
  const page = await act.open(nora, month);
  const shown = await openForEditing(page, 'Swimming');
  await shown.getByLabel('Repeats').selectOption({ label: 'Weekly on Wednesday' });
  await save(page);
  await expectNoDialog(page);
  await occurrence(page, 'Swimming', 'Wednesday, 25 November').waitFor();
  assert.deepEqual(await seenBy(nora, home), usual.slice(2));
  // The address of the entry leads to the event.
  const other = await act.open(nora, `/calendar/entries/${made.id}`);
  // There it is asked for when it is the entry again.
  act.announce(other, { url: /\/events\/mst_/, status: 404 });
  await dialog(other, 'Series').waitFor();
  assert.match(other.url(), new RegExp(`/events/${home.id}/mst_${made.id}$`));
  await undoButton(page).click();
  await occurrence(page, 'Swimming', 'Wednesday, 25 November').waitFor({
    state: 'detached',
  });
  await occurrence(page, 'Swimming', 'Wednesday, 18 November').waitFor();
  assert.deepEqual(await seenBy(nora, home), []);
  const entries = await nora.entries(home, '2026-11-01', '2026-11-30');
  assert.deepEqual(
    entries.map(({ id, title, date }) => [id, title, date]),
    [[made.id, 'Swimming', '2026-11-18']],
  );
  const again = await act.open(nora, `/calendar/entries/${made.id}`);
  await dialog(again, 'Event').getByText('Swimming').waitFor();
  assert.match(again.url(), new RegExp(`/entries/${made.id}$`));
});

scene.test('that something repeats is not undone when somebody changed it since', async (act) => {
  const { nora, ben, home } = await family(act);
  const made = await nora.makeEntry(home, timed('Swimming', '2026-11-18', '16:00', '17:00'));
  const page = await act.open(nora, month);
  const shown = await openForEditing(page, 'Swimming');
  await shown.getByLabel('Repeats').selectOption({ label: 'Weekly on Wednesday' });
  await save(page);
  await expectNoDialog(page);
  const path = `${pathOf(home)}/events/mst_${made.id}`;
  const { etag } = await ben.get(path);
  await ben.call('PATCH', path, { title: 'Diving' }, { 'If-Match': `"${etag}"` });
  act.announce(page, { url: /\/entry$/, status: 409 });
  await undoButton(page).click();
  await message(page, /Could not undo/).waitFor();
  assert.deepEqual(
    await seenBy(nora, home),
    usual.slice(2).map((line) => line.replace('Swimming', 'Diving')),
  );
});

scene.test('a night and a reminder make an event, which can be made simple', async (act) => {
  const { nora, home } = await family(act);
  const made = await nora.makeEntry(home, timed('Party', '2026-11-18', '20:00', '23:00'));
  const page = await act.open(nora, month);
  const shown = await openForEditing(page, 'Party');
  await shown.getByLabel('To', { exact: true }).fill('02:00');
  await shown.getByText('Wednesday, 6 hours').waitFor();
  await shown.getByText('Reminders, tags and more').click();
  await shown.getByRole('button', { name: '15 min' }).click();
  await save(page);
  await expectNoDialog(page);
  assert.deepEqual(await seenBy(nora, home), ['2026-11-18T20:00 Party']);
  const id = `evt_${made.id}`;
  const event = await nora.get(`${pathOf(home)}/events/${id}`);
  assert.deepEqual([event.endLocal, event.reminderMinutes], ['2026-11-19T02:00:00', [15]]);
  await undoButton(page).click();
  await eventually(async () => (await nora.entry(made.id))?.kind, {
    ...{ type: 'Timed', start: '20:00:00', end: '23:00:00' },
  });
  await nora.call(
    'POST',
    `${pathOf(home)}/entries/${made.id}/event`,
    {},
    {
      'If-Match': `"${(await nora.entry(made.id)).etag}"`,
    },
  );
  await entry(page, 'Party').click();
  await dialog(page, 'Event').getByRole('button', { name: 'Make it simple' }).click();
  await expectNoDialog(page);
  await eventually(async () => (await nora.entry(made.id))?.title, 'Party');
});

scene.test('it goes to the planner and to another calendar by choosing it', async (act) => {
  const { nora, home } = await family(act);
  const club = await nora.makeCalendar('Club');
  const series = await plan(nora, home);
  const page = await act.open(nora, week);
  await openForEditing(page, 'Swimming');
  await dialog(page).getByLabel('Calendar', { exact: true }).selectOption({ label: 'Club' });
  await save(page);
  await expectNoDialog(page);
  assert.deepEqual(await seenBy(nora, club), usual);
  await openForEditing(page, 'Swimming');
  await dialog(page).getByLabel('Calendar', { exact: true }).selectOption({ label: 'My planner' });
  await save(page);
  await entry(page, 'Swimming').waitFor({ state: 'detached' });
  assert.equal((await planned(nora, series.id)).title, 'Swimming');
  await undoButton(page).click();
  await entry(page, 'Swimming').waitFor();
  assert.deepEqual(await seenBy(nora, club), usual);
});

scene.test('what repeats is found and opened, in the page and everywhere', async (act) => {
  const { nora, ben, home } = await family(act, 'reader');
  const series = await plan(nora, home, { ...swimming, title: 'Swimming for beginners' });
  await nora.makeEntry(home, timed('Swimming badge', '2026-11-19', '16:00', '17:00'));
  const hers = await nora.makeCalendar('Hers');
  await plan(nora, hers, { ...swimming, title: 'Swimming alone' });
  const page = await act.open(ben, week);
  await entry(page, 'Swimming badge').waitFor();
  await page.keyboard.press('/');
  const search = dialog(page, 'Search');
  await search.getByRole('combobox').fill('swim');
  const results = search.getByRole('option');
  await search.getByRole('option', { name: /Swimming for beginners.*repeats.*Family/ }).waitFor();
  assert.equal(await results.count(), 2);
  await expectAccessible(page, 'a search that found an event');
  await results.filter({ hasText: 'beginners' }).click();
  await dialog(page, 'Event').getByText('Swimming for beginners').first().waitFor();
  // The next one: on which day, the clock of the machine says.
  assert.match(page.url(), new RegExp(`/events/${home.id}/inst_`));
  await page.keyboard.press('Escape');
  await search.waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  // Ctrl+K leads to the series.
  await eventually(async () => (await ben.get('/api/v1/search?q=beginners')).hits.length, 1);
  await page.keyboard.press('Control+k');
  await dialog(page, 'Search').getByRole('combobox').fill('beginners');
  await dialog(page, 'Search')
    .getByRole('option', { name: /Swimming for beginners/ })
    .click();
  await dialog(page, 'Series').waitFor();
  assert.match(page.url(), new RegExp(`/events/${home.id}/${series.id}$`));
});

scene.test('who wrote and who changed an event is said', async (act) => {
  const { nora, ben, home } = await family(act);
  const series = await plan(nora, home);
  const address = `/calendar/events/${home.id}/${series.id}`;
  const page = await act.open(ben, address);
  await dialog(page, 'Series')
    .getByText(/^Created by Nora Nilsen/)
    .waitFor();
  await ben.call(
    'PATCH',
    `${pathOf(home)}/events/${series.id}`,
    { title: 'Diving' },
    { 'If-Match': `"${series.etag}"` },
  );
  const hers = await act.open(nora, address);
  await dialog(hers, 'Series')
    .getByText(/^Created by you.*changed by Ben Berg/)
    .waitFor();
});

scene.test('a reader reads, and changes nothing', async (act) => {
  const { nora, ben, home } = await family(act, 'reader');
  const series = await plan(nora, home);
  const page = await act.open(ben, `/calendar/events/${home.id}/${series.id}`);
  const shown = dialog(page, 'Series');
  await shown.getByText(/on Wednesday$/).waitFor();
  assert.equal(await shown.getByRole('button', { name: 'Edit', exact: true }).count(), 0);
  assert.equal(await shown.getByRole('button', { name: 'Delete' }).count(), 0);
  await page.keyboard.press('e');
  assert.equal(await shown.getByLabel('Title').count(), 0);
  await shown.getByRole('button', { name: 'Close' }).last().click();
  await expectNoDialog(page);
});

scene.test('a reader mutes one event for themselves', async (act) => {
  const { nora, ben, home } = await family(act, 'reader');
  const series = await plan(nora, home, { ...swimming, reminderMinutes: [15] });
  const other = await plan(nora, home, { ...swimming, title: 'Judo', reminderMinutes: [] });
  const owner = `calendar:${home.id}`;
  const overrides = async (person) => (await person.get('/api/v1/reminders/settings')).overrides;
  const page = await act.open(ben, week);
  const choice = (await openEntry(page, 'Swimming')).getByLabel('Remind me');
  const textsOf = (select) => select.locator('option').allTextContents();
  await choice.waitFor();
  assert.deepEqual((await textsOf(choice)).slice(0, 3), [
    'As suggested (15 minutes before)',
    'Off',
    'At the start',
  ]);
  assert.equal(await choice.inputValue(), 'suggested');
  await choice.selectOption('Off');
  await dialog(page, 'Event').getByText('Saved.').waitFor();
  // One of a series stands for all of it.
  assert.deepEqual(await overrides(ben), [{ owner, thingId: series.id, minutes: [] }]);
  assert.deepEqual(await overrides(nora), []);
  await choice.selectOption('1 hour before');
  await eventually(async () => (await overrides(ben))[0]?.minutes, [60]);
  await choice.selectOption({ index: 0 });
  await eventually(() => overrides(ben), []);

  // What is set for the calendar takes the place of what an event suggests.
  await ben.call('PUT', `/api/v1/reminders/overrides/${owner}`, { minutes: [1440] });
  await page.goto(`/calendar/events/${home.id}/${other.id}`);
  const there = dialog(page, 'Series').getByLabel('Remind me');
  await there.waitFor();
  assert.equal((await textsOf(there))[0], 'As you set for the calendar (1 day before)');

  // What could not be saved is not shown as chosen.
  act.announce(page, { url: /\/overrides\// });
  await page.route(/\/overrides\//, (route) => route.abort('connectionrefused'));
  await there.selectOption('Off');
  await dialog(page, 'Series').getByRole('alert').waitFor();
  assert.equal(await there.inputValue(), 'suggested');
});

scene.test('two versions are shown, and one is chosen', async (act) => {
  const { nora, ben, home } = await family(act);
  const single = {
    ...swimming,
    rrule: undefined,
    reminderMinutes: [10],
    start: '2026-11-18T16:00',
  };
  const made = await plan(nora, home, { ...single, end: '2026-11-18T17:00' });
  const page = await act.open(nora, week);
  act.announce(page, { url: /\/events\/evt_/, status: 409 });
  const shown = await openForEditing(page, 'Swimming');
  await shown.getByLabel('Title').fill('Diving');
  await ben.call(
    'PATCH',
    `${pathOf(home)}/events/${made.id}`,
    { title: 'Rowing' },
    {
      'If-Match': `"${made.etag}"`,
    },
  );
  await save(page);
  const asked = dialog(page, 'Two versions of “Swimming”');
  await asked.getByRole('button', { name: 'Use my version' }).click();
  await expectNoDialog(page);
  await eventually(
    async () => (await nora.get(`${pathOf(home)}/events/${made.id}`)).title,
    'Diving',
  );
});

scene.test('all of it fits a phone', async (act) => {
  const { nora, home } = await family(act);
  await plan(nora, home, {
    ...swimming,
    startTzid: 'America/New_York',
    reminderMinutes: [15],
  });
  const page = await act.open(nora, '/calendar/list/2026-11-16', phone);
  await entry(page, 'Swimming').first().click();
  await dialog(page, 'Event').getByText('16:00 in New York is 22:00 for you').waitFor();
  await expectAccessible(page, 'one of a series, on a phone');
  await pressEdit(page);
  const shown = dialog(page, 'Edit event');
  await shown.getByLabel('Title').waitFor();
  await expectAccessible(page, 'editing one of a series, on a phone');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= phone.viewport.width, `${width} pixels`);
});

scene.test('a line that repeats becomes an event of the calendar that it names', async (act) => {
  const { nora, ben, home } = await family(act);
  await nora.makeCalendar('Allotment');
  const page = await act.open(nora, week);
  const his = await act.open(ben, week);
  const line = page.getByRole('textbox', {
    name: 'Add an event in one line',
  });
  await line.fill('Swimming every Wed 16:00 #family');
  await page.getByText(/^Every .*Wednesday/).waitFor();
  assert.equal(
    await page.getByRole('combobox', { name: 'Calendar', exact: true }).inputValue(),
    home.id,
  );
  await expectAccessible(page, 'a line of quick add');
  await line.press('Enter');
  await message(page, 'Added “Swimming” to Family').waitFor();
  await entry(his, 'Swimming').waitFor();
  const [event] = (await nora.get(`${pathOf(home)}/search?q=swimming`)).results;
  assert.deepEqual([event.event.rrule, event.event.startTzid], ['FREQ=WEEKLY;BYDAY=WE', null]);
  await undoButton(page).click();
  await entry(his, 'Swimming').waitFor({ state: 'detached' });
});

scene.test('a calendar takes in a file, and gives one', async (act) => {
  const { nora, home } = await family(act);
  const page = await act.open(nora, week);
  await page.getByRole('button', { name: 'Options for Family' }).click();
  await page.getByRole('menuitem', { name: 'Import a file' }).click();
  const shown = dialog(page, 'Import events');
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', 'BEGIN:VEVENT'];
  lines.push('UID:judo@example.com', 'DTSTAMP:20261101T000000Z', 'DTSTART:20261118T170000');
  lines.push('DTEND:20261118T180000', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Judo', 'END:VEVENT');
  const buffer = Buffer.from([...lines, 'END:VCALENDAR', ''].join('\r\n'));
  await shown
    .locator('input[type=file]')
    .setInputFiles({ name: 'judo.ics', mimeType: 'text/calendar', buffer });
  await shown.getByText('Judo').waitFor();
  await shown.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await occurrence(page, 'Judo', 'Wednesday, 18 November, 17:00 to 18:00').waitFor();
  await page.getByRole('button', { name: 'Options for Family' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export the events' }).click();
  assert.equal((await download).suggestedFilename(), 'calendar.ics');
  assert.deepEqual((await seenBy(nora, home)).slice(0, 1), ['2026-11-18T17:00 Judo']);
});
