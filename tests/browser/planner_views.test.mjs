// The views show what there is at the right local times; tags and search find it; links lead to it.

import assert from 'node:assert/strict';
import { dialog, entry, expectNoDialog } from './support/calendar.mjs';
import {
  changePlanned,
  editor,
  occurrence,
  occurrenceId,
  plan,
  plannerWeek,
  planning,
  shownNames,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { addressOf, eventually, expectPath } from './support/ways.mjs';

const scene = makeScene();
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

// Every day at nine in New York, seen from Berlin, whose clocks go back a week earlier.
const call = {
  title: 'Call',
  start: '2026-10-19T09:00',
  end: '2026-10-19T10:00',
  startTzid: 'America/New_York',
  rrule: 'FREQ=DAILY',
};

// "Monday 26 14:00" of every one that is shown.
async function timesShown(page, title) {
  const names = await shownNames(page, title);
  return names
    .map((name) => /, (\w+), (\d+) \w+, (\d+:\d+) to /.exec(name).slice(1).join(' '))
    .sort((left, right) => Number(left.split(' ')[1]) - Number(right.split(' ')[1]));
}

scene.test('a series of New York is at other times while the clocks differ', async (act) => {
  const nora = await planning(act);
  await plan(nora, call);
  const page = await act.open(nora, '/planner/week/2026-10-28');
  await heading(page, '26 October – 1 November 2026');
  // Clocks in New York go back in the night to Sunday.
  const week = ['Monday 26', 'Tuesday 27', 'Wednesday 28', 'Thursday 29', 'Friday 30'];
  await eventually(
    async () => (await timesShown(page, 'Call')).filter((line) => !line.startsWith('Sunday')),
    [...week, 'Saturday 31'].map((day) => `${day} 14:00`),
  );
  await occurrence(page, 'Call', 'Sunday, 1 November, 15:00 to 16:00').waitFor();
  for (const [key, day] of [
    ['ArrowRight', 'Monday, 2 November'],
    ['ArrowRight', 'Monday, 9 November'],
  ]) {
    await page.keyboard.press(key);
    await occurrence(page, 'Call', `${day}, 15:00 to 16:00`).waitFor();
  }
  await page.goto('/planner/week/2026-10-21');
  await occurrence(page, 'Call', 'Sunday, 25 October, 14:00 to 15:00').waitFor();
  await occurrence(page, 'Call', 'Saturday, 24 October, 15:00 to 16:00').waitFor();
  for (const name of await shownNames(page, 'Call')) assert.match(name, /9:00 in New York/);
});

scene.test('the time there stands beside the time here, in every view', async (act) => {
  const nora = await planning(act);
  await plan(nora, {
    title: 'Call',
    start: '2026-11-17T15:00',
    end: '2026-11-17T16:00',
    startTzid: 'America/New_York',
  });
  await plan(nora, {
    ...standup,
    start: '2026-11-17T18:00',
    end: '2026-11-17T19:00',
    rrule: undefined,
  });
  const page = await act.open(nora, '/planner/day/2026-11-17');
  for (const view of ['day', 'week', 'month', 'list']) {
    await page.goto(`/planner/${view}/2026-11-17`);
    const box = page.locator('.cal-entry').filter({ has: entry(page, 'Call') });
    const there = box.locator('.cal-there');
    await there.waitFor();
    assert.equal(await there.textContent(), '15:00 in New York', view);
    assert.match(await box.textContent(), /21:00/);
    const { isWhole, width } = await there.evaluate((words) => {
      const inner = words.getBoundingClientRect();
      const outer = words.closest('.cal-entry').getBoundingClientRect();
      const isWhole = words.scrollWidth <= words.clientWidth && inner.bottom <= outer.bottom;
      return { isWhole, width: inner.width };
    });
    // In the narrow cells of a month the place may be cut off, the time is not.
    assert.ok(view === 'month' ? width > 40 : isWhole, `cut off in the ${view}`);
    // What is in the own zone has one time.
    const other = page.locator('.cal-entry').filter({ has: entry(page, 'Standup') });
    assert.equal(await other.locator('.cal-there').count(), 0);
  }
});

scene.test('its place in the week is where its name says that it is', async (act) => {
  const nora = await planning(act);
  await plan(nora, call);
  const page = await act.open(nora, '/planner/week/2026-10-28');
  for (const [when, hour] of [
    ['Saturday, 31 October', '14:00:00'],
    ['Sunday, 1 November', '15:00:00'],
  ]) {
    const shown = await occurrence(page, 'Call', when).boundingBox();
    const line = await page.locator(`.cal-slot[data-time="${hour}"]`).first().boundingBox();
    assert.ok(Math.abs(shown.y - line.y) < 6, `${when}: ${shown.y} is not at ${line.y}`);
  }
});

for (const [view, title, days] of [
  ['day', 'Tuesday, 17 November 2026', ['17']],
  ['week', '16 – 22 November 2026', ['17']],
  ['month', 'November 2026', ['3', '10', '17', '24']],
  ['list', 'November 2026', ['3', '10', '17', '24']],
]) {
  scene.test(`the ${view} shows a series on its days`, async (act) => {
    const nora = await planning(act);
    const series = await plan(nora, { ...standup, location: 'Room 4' });
    const page = await act.open(nora, `/planner/${view}/2026-11-17`);
    await heading(page, title);
    for (const day of days) {
      await occurrence(page, 'Standup', `Tuesday, ${day} November, 9:00 to 10:00`).waitFor();
    }
    const shown = (await shownNames(page, 'Standup')).filter((name) => / November,/.test(name));
    assert.equal(shown.length, days.length);
    assert.match(shown[0], /repeats, Room 4$/);
    await changePlanned(
      nora,
      occurrenceId(series, '20261117'),
      { start: '2026-11-17T11:15', end: '2026-11-17T11:45' },
      'this',
    );
    await occurrence(page, 'Standup', 'Tuesday, 17 November, 11:15 to 11:45').waitFor();
  });
}

scene.test('the year marks the days of a series, and leads to them', async (act) => {
  const nora = await planning(act);
  await plan(nora, standup);
  const page = await act.open(nora, '/planner/year/2026-11-17');
  await heading(page, '2026');
  const day = (name) => page.locator('main').getByRole('button', { name });
  await day(/17 November.*1 event/)
    .first()
    .waitFor();
  assert.equal(await day(/18 November.*event/).count(), 0);
  await day(/17 November.*1 event/)
    .first()
    .click();
  await expectPath(page, '/planner/day/2026-11-17');
  await occurrence(page, 'Standup', 'Tuesday, 17 November, 9:00').waitFor();
});

scene.test('whole days, floating times and nights are where they belong', async (act) => {
  const nora = await planning(act);
  await plan(nora, {
    title: 'Fair',
    isAllDay: true,
    startDate: '2026-11-17',
    endDate: '2026-11-20',
  });
  await plan(nora, {
    title: 'Breakfast',
    start: '2026-11-18T08:00',
    end: '2026-11-18T08:30',
    startTzid: null,
  });
  await plan(nora, { title: 'Night', start: '2026-11-18T23:00', end: '2026-11-19T02:00' });
  const page = await act.open(nora, '/planner/list/2026-11-16');
  await entry(page, 'Fair').first().waitFor();
  await occurrence(page, 'Fair', 'Tuesday, 17 November to Thursday, 19 November').first().waitFor();
  await occurrence(page, 'Breakfast', 'Wednesday, 18 November, 8:00 to 8:30').waitFor();
  await occurrence(page, 'Night', 'Wednesday, 18 November, 23:00 to Thursday, 19 November, 2:00')
    .first()
    .waitFor();
});

scene.test('tags that differ only in case are one', async (act) => {
  const nora = await planning(act);
  const on = (day, title, tags) =>
    plan(nora, { title, tags, start: `2026-11-${day}T09:00`, end: `2026-11-${day}T10:00` });
  const run = await on(17, 'Run', ['Sport', 'SPORT']);
  assert.deepEqual(run.tags, ['Sport']);
  await on(18, 'Swim', ['sport']);
  await on(19, 'Nap', []);
  const page = await act.open(nora, plannerWeek);
  const box = page.getByRole('region', { name: 'Tags' }).getByRole('checkbox');
  await box.check();
  await entry(page, 'Nap').waitFor({ state: 'detached' });
  await entry(page, 'Run').waitFor();
  await entry(page, 'Swim').waitFor();
  assert.equal(await box.count(), 1);
  await page.getByRole('button', { name: 'Show all' }).first().click();
  // What is typed gets the spelling that is there.
  await entry(page, 'Nap').click();
  const shown = await editor(page);
  const field = shown.getByRole('combobox', { name: 'Tags' });
  await field.fill('sPORT');
  await field.press('Enter');
  await shown.getByRole('button', { name: 'Remove tag Sport', exact: true }).waitFor();
});

scene.test('tags filter every view, and show all again', async (act) => {
  const nora = await planning(act);
  await plan(nora, { ...standup, tags: ['work', 'team'] });
  await plan(nora, {
    title: 'Run',
    start: '2026-11-17T07:45',
    end: '2026-11-17T08:15',
    tags: ['sport'],
  });
  await plan(nora, { title: 'Nap', start: '2026-11-18T14:00', end: '2026-11-18T15:00' });
  const page = await act.open(nora, plannerWeek);
  const tags = page.getByRole('region', { name: 'Tags' });
  await entry(page, 'Nap').waitFor();
  await tags.getByRole('checkbox', { name: 'sport' }).check();
  await entry(page, 'Standup').waitFor({ state: 'detached' });
  await entry(page, 'Nap').waitFor({ state: 'detached' });
  await entry(page, 'Run').waitFor();
  await tags.getByRole('checkbox', { name: 'team' }).check();
  await entry(page, 'Standup').waitFor();
  for (const [key, view] of [
    ['m', 'month'],
    ['l', 'list'],
  ]) {
    await page.keyboard.press(key);
    await expectPath(page, `/planner/${view}/2026-11-18`);
    await occurrence(page, 'Standup', 'Tuesday, 24 November').waitFor();
    assert.equal(await entry(page, 'Nap').count(), 0);
  }
  await page.goto(plannerWeek);
  await tags.getByRole('checkbox', { name: 'work' }).check();
  await page.getByRole('button', { name: 'Remove the filter work' }).click();
  await entry(page, 'Nap').waitFor();
  await entry(page, 'Run').waitFor();
  assert.equal(await tags.getByRole('checkbox', { name: 'work' }).isChecked(), false);
});

scene.test('words of a title are searched for, with the keyboard alone', async (act) => {
  const nora = await planning(act);
  await plan(nora, {
    title: 'Crème brûlée with Ada',
    start: '2026-12-10T18:00',
    end: '2026-12-10T19:00',
  });
  await plan(nora, { title: 'Dentist', start: '2026-11-19T09:00', end: '2026-11-19T09:30' });
  const page = await act.open(nora, plannerWeek);
  await entry(page, 'Dentist').waitFor();
  await page.keyboard.press('/');
  const search = dialog(page, 'Search');
  await search.getByText('What are you looking for?').waitFor();
  await page.keyboard.type('ada brul');
  await search.getByRole('option', { name: /Crème brûlée with Ada/ }).waitFor();
  assert.equal(await search.getByRole('option').count(), 1);
  await page.keyboard.press('Enter');
  await editor(page);
  assert.match(addressOf(page), /^\/planner\/week\/2026-12-10\/events\/evt_/);
  await page.goBack();
  await search.getByRole('option', { name: /Crème/ }).waitFor();
  await search.getByRole('combobox').fill('nothing like it');
  await search.getByText('No title contains all of these words.').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
});

scene.test('a link to one of a series leads to its day, wherever it comes from', async (act) => {
  const nora = await planning(act);
  const series = await plan(nora, standup);
  const id = occurrenceId(series, '20261124');
  const page = await act.open(nora, `/planner/events/${id}`);
  const shown = await editor(page);
  await expectPath(page, `/planner/week/2026-11-24/events/${id}`);
  assert.equal(await shown.getByLabel('Starts', { exact: true }).inputValue(), '2026-11-24');
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await heading(page, '23 – 29 November 2026');
  await occurrence(page, 'Standup', 'Tuesday, 24 November, 9:00').waitFor();
});

scene.test('links to what is not there, and addresses that are no page, say so', async (act) => {
  const nora = await planning(act);
  const ben = await planning(act, 'Ben Berg');
  const series = await plan(ben, standup);
  const page = await act.open(nora);
  act.announce(page, { url: /\/planner\/events\//, status: 404 });
  for (const id of [series.id, occurrenceId(series, '20261117')]) {
    await page.goto(`/planner/events/${id}`);
    await page.getByText('This event no longer exists').first().waitFor();
    await page.goto(`${plannerWeek}/events/${id}`);
    await dialog(page, 'Event').getByText('This event no longer exists.').waitFor();
  }
  for (const address of ['decade/2026-11-17', 'week/2026-02-30', 'week/2026-11-17/nowhere']) {
    await page.goto(`/planner/${address}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
});
