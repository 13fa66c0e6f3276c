// The agenda: everything a person has on one page, whichever app it is of.

import assert from 'node:assert/strict';
import { addDays, book, day, makePlace } from './support/bookings.mjs';
import {
  boxOf,
  dialog,
  drag,
  entry,
  expectNoDialog,
  message,
  middleOf,
  placeOfTime,
  undoButton,
  untilDraggable,
} from './support/calendar.mjs';
import { task, timed } from './support/people.mjs';
import { changePlanned, plan, planned, planning } from './support/planner.mjs';
import { makeProject, makeTask, taskNow } from './support/projects.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectPath } from './support/ways.mjs';

const scene = makeScene();
// A week that is months ahead of the browser's day and of the server's.
const monday = day(0);
const week = `/agenda/week/${monday}`;
const at = (days, time) => `${day(days)}T${time}`;
const line = (page) => page.getByRole('textbox', { name: 'Add something in one line' });
const shownLine = (page, name) => page.getByRole('checkbox', { name, exact: true });

// A line has what was marked, and waits for a title in front of it.
async function lineBegun(page) {
  const position = () => line(page).evaluate((input) => [input.value[0], input.selectionStart]);
  await eventually(position, [' ', 0]);
}

// Somebody with a little of everything.
async function fill(act) {
  const nora = await planning(act, 'Nora Nilsen');
  const family = await nora.makeCalendar('Family');
  const house = await makeProject(nora, 'House');
  const cottage = await makePlace(nora);
  await nora.makeEntry(family, timed('Swimming', day(2), '16:00', '17:00'));
  const milk = await nora.makeEntry(family, task('Buy milk', day(1)));
  const dentist = await plan(nora, {
    ...{ title: 'Dentist', start: at(1, '09:00'), end: at(1, '10:00') },
    startTzid: 'Europe/Berlin',
  });
  const mine = { assigneeId: nora.id };
  const tiles = await makeTask(nora, house, 'Order tiles', {
    ...mine,
    dueDate: day(2),
  });
  const fence = await makeTask(nora, house, 'Paint the fence', mine);
  const tree = await nora.call('POST', '/api/v1/trees', { treeName: 'Nilsen' });
  await nora.call('POST', `/api/v1/trees/${tree.treeId}/persons`, {
    ...{
      firstName: 'Anna',
      lastName: 'Nilsen',
      birthDate: `1950-${day(3).slice(5)}`,
    },
  });
  return { nora, family, house, cottage, milk, dentist, tiles, fence };
}

scene.test(
  'everything is there, in a shape of its own, and opens where it belongs',
  async (act) => {
    const { nora, cottage, dentist, tiles } = await fill(act);
    await book(nora, cottage, 4, 6);
    const page = await act.open(nora, week);
    await entry(page, 'Swimming').waitFor();
    await page.getByRole('button', { name: /^Task: Order tiles, due, / }).waitFor();
    await page.getByRole('button', { name: /^Cottage, 2 nights, / }).waitFor();
    const age = Number(day(3).slice(0, 4)) - 1950;
    await page
      .getByRole('button', {
        name: new RegExp(`^Anna Nilsen, ${age}th birthday, `),
      })
      .waitFor();
    // A band begins in the middle of the day of arrival.
    const band = await boxOf(page.locator('.cal-band'));
    const lane = await boxOf(page.locator(`.cal-lane[data-date="${day(4)}"]`));
    assert.ok(Math.abs(band.x - (lane.x + lane.width / 2)) < 3, `${band.x} in ${lane.x}`);
    assert.equal(await page.locator('.cal-flag').count(), 1);
    await entry(page, 'Dentist').click();
    await page.waitForURL(`**/events/${dentist.id}`);
    await page.goto(week);
    await page.getByRole('button', { name: /^Task: Order tiles/ }).click();
    await page.waitForURL(`**/tasks/${tiles.id}`);
  },
);

scene.test('what is ticked and moved is so in its app, and can be undone', async (act) => {
  const { nora, milk, dentist, tiles } = await fill(act);
  const page = await act.open(nora, week);
  await page.getByRole('checkbox', { name: 'Done: Order tiles' }).click();
  await message(page, 'Done: “Order tiles”').waitFor();
  assert.equal((await taskNow(nora, tiles)).status, 'DONE');
  await undoButton(page).click();
  await eventually(async () => (await taskNow(nora, tiles)).status, 'TODO');
  await page.getByRole('checkbox', { name: 'Done: Buy milk' }).click();
  await eventually(async () => (await nora.entry(milk.id)).kind.completed, true);

  await untilDraggable(page);
  await drag(
    page,
    await middleOf(entry(page, 'Dentist')),
    await placeOfTime(page, day(2), '11:15'),
  );
  await message(page, /^Moved “Dentist”/).waitFor();
  assert.equal((await planned(nora, dentist.id)).startLocal.slice(0, 10), day(2));
  await page.keyboard.press('Control+z');
  await eventually(
    async () => (await planned(nora, dentist.id)).startLocal.slice(0, 16),
    at(1, '09:00'),
  );
  // An entry that is a task has no hours: its app says so, and it goes back.
  await drag(
    page,
    await middleOf(entry(page, 'Task: Buy milk')),
    await placeOfTime(page, day(1), '13:00'),
  );
  await message(page, 'Tasks have a day but no time.').waitFor();
});

scene.test(
  'an event of a shared calendar is moved there, and one of a series is asked about',
  async (act) => {
    const { nora, family } = await fill(act);
    const path = `/api/v1/calendars/${family.id}/events`;
    const hours = (time, end) => ({
      start: at(4, time),
      end: at(4, end),
      startTzid: 'Europe/Berlin',
    });
    const choir = await nora.call('POST', path, {
      title: 'Choir',
      ...hours('19:00', '20:00'),
    });
    await nora.call('POST', path, {
      ...{ title: 'Yoga', ...hours('07:00', '08:00'), rrule: 'FREQ=WEEKLY' },
    });
    const now = async () => (await nora.call('GET', `${path}/${choir.id}`)).startLocal.slice(0, 10);
    const page = await act.open(nora, week);
    await entry(page, 'Choir').waitFor();
    await untilDraggable(page);
    await drag(
      page,
      await middleOf(entry(page, 'Choir')),
      await placeOfTime(page, day(3), '11:15'),
    );
    await message(page, /^Moved “Choir”/).waitFor();
    assert.equal(await now(), day(3));
    await undoButton(page).click();
    await eventually(now, day(4));
    await drag(page, await middleOf(entry(page, 'Yoga')), await placeOfTime(page, day(3), '07:15'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await nora.call(
      'PATCH',
      `${path}/${choir.id}`,
      { title: 'Concert' },
      {
        'If-Match': `"${(await nora.call('GET', `${path}/${choir.id}`)).etag}"`,
      },
    );
    await entry(page, 'Concert').waitFor();
  },
);

scene.test('what somebody else does is there at once', async (act) => {
  const { nora, family, dentist } = await fill(act);
  const ben = await act.person('Ben Berg');
  await nora.share(family, ben, 'writer');
  const page = await act.open(nora, week);
  await entry(page, 'Dentist').waitFor();
  await ben.makeEntry(family, timed('Football', day(3), '17:00', '18:00'));
  await entry(page, 'Football').waitFor();
  await changePlanned(nora, dentist.id, { title: 'Doctor' });
  await entry(page, 'Doctor').waitFor();
});

scene.test('a line says what it becomes and where, and becomes that', async (act) => {
  const { nora, house, family } = await fill(act);
  const page = await act.open(nora, week);
  const target = () => page.getByLabel('Goes to').locator('option:checked').innerText();
  const type = async (text, name) => {
    await line(page).fill(text);
    await eventually(target, name);
  };
  await type('Cottage 3–7 May', 'Booking at Cottage');
  await page.getByText('4 nights').waitFor();
  await page.keyboard.press('Enter');
  await message(page, 'Added “Cottage” to: Booking at Cottage').waitFor();
  assert.equal((await nora.get('/api/v1/bookings/own')).length, 1);

  await type('Call plumber !high #house', 'Project House');
  await page.keyboard.press('Enter');
  await message(page, 'Added “Call plumber” to: Project House').waitFor();
  const { tasks } = await nora.get(`/api/v1/projects/${house.id}/tasks`);
  const { priority, assigneeId } = tasks.find(({ title }) => title === 'Call plumber');
  assert.deepEqual([priority, assigneeId], ['HIGH', nora.id]);
  await page.getByRole('checkbox', { name: 'Done: Call plumber' }).waitFor();

  // It goes elsewhere when the person says so.
  await type(`Choir ${day(3)} 18:00`, 'Planner, as an event');
  await page.getByLabel('Goes to').selectOption('Calendar Family');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await entry(page, 'Choir').waitFor();
  const made = await nora.entries(family, day(3), day(3));
  assert.deepEqual(
    made.map(({ title, kind }) => [title, kind.start]),
    [['Choir', '18:00:00']],
  );
  await undoButton(page).click();
  await entry(page, 'Choir').waitFor({ state: 'detached' });
});

scene.test('hours and days that are marked become something new, wherever it goes', async (act) => {
  const { nora, family } = await fill(act);
  const page = await act.open(nora, week);
  await untilDraggable(page);
  await drag(
    page,
    await placeOfTime(page, day(3), '13:05'),
    await placeOfTime(page, day(3), '14:20'),
  );
  // The title is typed where the line begins.
  await lineBegun(page);
  await page.keyboard.type('Lunch with Ana');
  await page.getByLabel('Goes to').selectOption('Calendar Family');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await message(page, 'Added “Lunch with Ana” to: Calendar Family').waitFor();
  const [made] = await nora.entries(family, day(3), day(3));
  assert.deepEqual([made.kind.start, made.kind.end], ['13:00:00', '14:30:00']);

  await page.goto(`/agenda/month/${monday}`);
  await untilDraggable(page);
  await page.locator(`.cal-day[data-date="${day(4)}"] .cal-link`).press('Enter');
  await lineBegun(page);
  await page.keyboard.type('Day off');
  await page.keyboard.press('Enter');
  await message(page, 'Added “Day off” to: Planner, as an event').waitFor();
  await entry(page, 'Day off').waitFor();
});

scene.test('a line names somebody, and says when the person is elsewhere', async (act) => {
  const { nora, house, cottage } = await fill(act);
  const ben = await act.person('Ben Berg');
  await nora.call('POST', `/api/v1/projects/${house.id}/members`, {
    ...{ email: ben.email, role: 'MEMBER' },
  });
  await book(nora, cottage, 8, 11);
  const page = await act.open(nora, week);
  const target = () => page.getByLabel('Goes to').locator('option:checked').innerText();
  await line(page).fill('Call plumber @be');
  await page.getByRole('button', { name: '@Ben Berg' }).click();
  await eventually(target, 'Project House');
  await page.getByText('for Ben Berg').waitFor();
  await page.keyboard.press('Enter');
  await message(page, 'Added “Call plumber” to: Project House').waitFor();
  const { tasks } = await nora.get(`/api/v1/projects/${house.id}/tasks`);
  assert.equal(tasks.find(({ title }) => title === 'Call plumber').assigneeId, ben.id);

  // Days that are not shown, in which there is a stay.
  await line(page).fill(`Choir ${day(9)} 18:00 @ben`);
  await page.getByLabel('Goes to').selectOption('Planner, as an event');
  await page.getByText('You are at Cottage then').waitFor();
  await page.getByText(/^“@Ben Berg” is not understood here/).waitFor();
});

scene.test('a task without a time gets one, by mouse and by keys', async (act) => {
  const { nora, house, fence } = await fill(act);
  const door = await makeTask(nora, house, 'Fix the door', {
    assigneeId: nora.id,
  });
  const page = await act.open(nora, week);
  await untilDraggable(page);
  const row = page.locator(`[data-drag="projects:${fence.id}"]`);
  await drag(page, await middleOf(row), await placeOfTime(page, day(2), '10:15'));
  await message(page, /^Planned “Paint the fence”/).waitFor();
  const { plannedStart, dueDate } = await taskNow(nora, fence);
  assert.deepEqual([plannedStart, dueDate], [`${day(2)}T08:15:00Z`, null]);
  await row.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Find a time for “Fix the door”' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page, 'When will you do “Fix the door”?').waitFor();
  await page.getByLabel('Day', { exact: true }).fill(day(3));
  await page.getByLabel('Time (optional)').fill('14:00');
  await page.keyboard.press('Enter');
  await message(page, /^Planned “Fix the door”/).waitFor();
  await expectNoDialog(page);
  await expectPath(page, week);
  assert.equal((await taskNow(nora, door)).plannedStart, `${day(3)}T12:00:00Z`);
  await page.getByRole('button', { name: /^Task: Fix the door, planned, / }).waitFor();
});

scene.test('what is overdue stays on today, and a line without a time is a task', async (act) => {
  const nora = await planning(act, 'Nora Nilsen');
  // By the clocks of the server, which are not those of the browser.
  const { today } = await nora.get(`/api/v1/agenda?from=${monday}&to=${monday}`);
  const late = { title: 'Pay the rent', due: addDays(today, -3) };
  await nora.call('POST', '/api/v1/planner/tasks', late);
  const page = await act.open(nora, `/agenda/day/${addDays(today, -3)}`);
  await line(page).fill('Call plumber');
  const target = () => page.getByLabel('Goes to').locator('option:checked').innerText();
  await eventually(target, 'Planner, as a task');
  await page.keyboard.press('Enter');
  await message(page, 'Added “Call plumber” to: Planner, as a task').waitFor();
  await page.getByRole('checkbox', { name: 'Done: Call plumber' }).waitFor();
  const { tasks } = await nora.get(`/api/v1/planner/tasks?completedFrom=${today}`);
  assert.deepEqual(tasks.map(({ title }) => title).sort(), ['Call plumber', 'Pay the rent']);
  await page.goto(`/agenda/day/${today}`);
  await entry(page, 'Task: Pay the rent').waitFor();
});

scene.test('preferences that come during a drag do not end it', async (act) => {
  const { nora, fence } = await fill(act);
  const page = await act.open(nora, week);
  let letCome;
  const held = new Promise((resolve) => (letCome = resolve));
  let shown = Promise.resolve(); // What the page needs to show anything comes at once.
  await page.route('**/planner/preferences', async (route) => {
    await shown;
    shown = held;
    await route.fallback();
  });
  await page.reload();
  const from = await middleOf(page.locator(`[data-drag="projects:${fence.id}"]`));
  const to = await placeOfTime(page, day(2), '10:15');
  await page.mouse.move(to.x, to.y);
  await untilDraggable(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  const come = page.waitForResponse('**/planner/preferences');
  letCome();
  await (await come).finished();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await message(page, /^Planned “Paint the fence”/).waitFor();
  assert.equal((await taskNow(nora, fence)).plannedStart, `${day(2)}T08:15:00Z`);
});

scene.test('what is hidden stays so, and one kind is shown alone with one press', async (act) => {
  const { nora } = await fill(act);
  const page = await act.open(nora, week);
  await entry(page, 'Dentist').waitFor();
  const saved = page.waitForResponse((response) => response.url().endsWith('/agenda/preferences'));
  await shownLine(page, 'Family').uncheck();
  await saved;
  await entry(page, 'Swimming').waitFor({ state: 'detached' });
  await page.reload();
  await entry(page, 'Dentist').waitFor();
  assert.equal(await entry(page, 'Swimming').count(), 0);
  await page.getByRole('button', { name: 'Show only Tasks' }).click();
  await entry(page, 'Dentist').waitFor({ state: 'detached' });
  await entry(page, 'Task: Buy milk').waitFor();
  await page.getByRole('button', { name: 'Show only Tasks' }).click();
  await entry(page, 'Dentist').waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await entry(page, 'Swimming').waitFor();
});

scene.test('a family sees who has what, and that nobody is in two places', async (act) => {
  const { nora, family, cottage } = await fill(act);
  const ben = await act.person('Ben Berg');
  await nora.share(family, ben, 'writer');
  await ben.makeEntry(family, timed('Football', day(1), '17:00', '18:00'));
  await book(nora, cottage, 0, 3);
  const page = await act.open(nora, week);
  await page.getByText(/you are at Cottage, but elsewhere there is: Dentist/).waitFor();
  await entry(page, 'Dentist').filter({ hasText: 'You are at Cottage then' }).waitFor();
  await page.getByRole('switch', { name: 'A column per person' }).click();
  await page.getByRole('columnheader', { name: 'Ben Berg' }).waitFor();
  const cells = page.getByRole('row').filter({ hasText: 'Dentist' }).getByRole('cell');
  assert.match(await cells.nth(0).innerText(), /Dentist/);
  assert.match(await cells.nth(1).innerText(), /Football/);
  assert.doesNotMatch(await cells.nth(1).innerText(), /Dentist/);

  // Of one person alone, until everything is shown again.
  await page.getByRole('switch', { name: 'A column per person' }).click();
  await page.getByLabel('Concerning').selectOption('Ben Berg');
  await entry(page, 'Dentist').waitFor({ state: 'detached' });
  await entry(page, 'Football').waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await entry(page, 'Dentist').waitFor();
});

scene.test('a wall shows today and the next days, and nothing to press', async (act) => {
  const nora = await planning(act, 'Nora Nilsen');
  const family = await nora.makeCalendar('Family');
  const today = '2026-11-04';
  await nora.makeEntry(family, timed('Concert', today, '19:00', '21:00'));
  await nora.makeEntry(family, timed('Breakfast', today, '07:00', '08:00'));
  const page = await act.open(nora, '/agenda?display=wall');
  await page.getByRole('heading', { name: 'Wednesday, 4 November' }).waitFor();
  await page.getByText('Concert').waitFor();
  assert.equal(await page.getByText('Breakfast').count(), 0, 'what is over is gone');
  await nora.makeEntry(family, timed('Market', addDays(today, 1), '09:00', '10:00'));
  await page.getByText('Market').waitFor();
  for (const hour of ['11', '12', '13', '14']) {
    await nora.makeEntry(family, timed('Lesson', addDays(today, 1), `${hour}:00`, `${hour}:30`));
  }
  const tomorrow = page.getByRole('region', { name: 'Thursday, 5 November' });
  await page.setViewportSize({ width: 1280, height: 500 });
  await tomorrow.getByText(/^\+\d more$/).waitFor();
  const list = await tomorrow.getByRole('list').boundingBox();
  for (const item of await tomorrow.getByRole('listitem').all()) {
    const box = await item.boundingBox();
    const isSeen = box.x < list.x + list.width - 1;
    assert.ok(!isSeen || box.y + box.height <= list.y + list.height + 1, 'nothing is cut');
  }
  assert.equal(await page.locator('button:visible, a:visible, input:visible').count(), 0);
  await page.keyboard.press('Escape');
  await expectPath(page, `/agenda/week/${today}`);
});
