// What people do most, in Firefox.

import assert from 'node:assert/strict';
import { addressOf, day, household, line, stays } from '../support/bookings.mjs';
import { phone, today } from '../support/browser.mjs';
import { pagesOf } from '../support/pdf.mjs';
import { allDay, password, timed } from '../support/people.mjs';
import { agendaOf, plannerWeek, planning } from '../support/planner.mjs';
import { eventually } from '../support/ways.mjs';
import { makeScene } from './firefox.mjs';

const scene = makeScene();
const november = `/calendar/month/${today}`;
const middleOf = ({ x, y, width, height }) => ({
  x: x + width / 2,
  y: y + height / 2,
});

// Where a day of the month view is, below what is in it.
async function placeOfDay(tab, date) {
  const find = (wanted) => document.querySelector(`.cal-day[data-date="${wanted}"]`);
  const { x, y, width, height } = await tab.boxOf(await tab.until(find, date, date));
  return { x: x + width / 2, y: y + height - 12 };
}

async function withDentist(act) {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const dentist = await nora.makeEntry(home, timed('Dentist', today, '09:00', '09:30'));
  return { nora, home, dentist };
}

const isFocused = (handle) => handle.evaluate((element) => element === document.activeElement);

scene.test('the printed link leads to an account, a calendar and an entry', async (act) => {
  const norn = await act.newNorn();
  const tab = await act.open(undefined, norn.setupLink);
  await tab.fill('Your name', 'Ada Berg');
  await tab.fill(/^E-mail address/, 'ada@example.com');
  await tab.fill(/^Password/, password);
  await tab.click('button', 'Create account');
  await tab.expectPath(/^\/agenda/);
  await tab.goto('/calendar');
  await tab.fill(/^Name/, 'Family');
  await tab.click('button', 'Create calendar');
  await tab.find('checkbox', /^Family/);
  await tab.click('button', 'New');
  await tab.find('dialog', 'New event');
  await tab.fill(/^Title/, 'Dinner');
  await tab.fill('From', '18:30');
  await tab.fill('To', '20:00');
  await tab.click('button', 'Save');
  await tab.find('button', /^Dinner, Wednesday, 4 November/);
});

scene.test('somebody signs in, and out again', async (act) => {
  const nora = await act.person();
  const tab = await act.open(undefined, '/');
  await tab.expectPath(/^\/sign-in$/);
  tab.announce({ url: /\/api\/v1\/session$/, status: 401 });
  for (const written of ['not the right one', password]) {
    await tab.fill(/^E-mail address/, nora.email);
    await tab.fill(/^Password/, written);
    await tab.click('button', 'Sign in');
    if (written !== password) await tab.until(() => document.querySelector('[role=alert]'), 'no');
  }
  await tab.expectPath(/^\/agenda/);
  await tab.click('button', 'Account of Nora Nilsen');
  await tab.click('menuitem', 'Sign out');
  await tab.find('heading', 'Sign in');
});

scene.test('an entry is made, moved, and moved back with Ctrl+Z', async (act) => {
  const { nora, dentist } = await withDentist(act);
  const tab = await act.open(nora, november);
  const from = middleOf(await tab.boxOf(await tab.entry('Dentist')));
  await tab.drag(from, await placeOfDay(tab, '2026-11-18'));
  await tab.find('message', /^Moved “Dentist”/);
  assert.equal((await nora.entry(dentist.id)).date, '2026-11-18');
  await tab.pressWith('Control', 'z');
  await tab.find('message', /^Moved “Dentist” back/);
  assert.equal((await nora.entry(dentist.id)).date, today);
  await tab.press('n');
  await tab.find('dialog', 'New event');
  await tab.fill(/^Title/, 'Lunch');
  await tab.click('button', 'Save');
  await tab.entry('Lunch');
});

scene.test('a line of quick add becomes a series', async (act) => {
  const nora = await planning(act);
  const tab = await act.open(nora, plannerWeek);
  await tab.fill('Add an event in one line', 'Lunch on 18 November 13:00 every week');
  await tab.find('button', 'Add');
  await tab.press('Enter');
  await tab.find('message', /^Added “Lunch”/);
  await tab.find('button', /^Lunch, Wednesday, 18 November/);
  await tab.press('Escape');
  await tab.click('button', 'Next week');
  await tab.find('button', /^Lunch, Wednesday, 25 November/);
  const agenda = await agendaOf(nora, '2026-11-16', '2026-11-29');
  assert.deepEqual(agenda, ['2026-11-18T13:00 Lunch', '2026-11-25T13:00 Lunch']);
});

scene.test('two clicks choose the nights that are booked', async (act) => {
  const { ben, place } = await household(act);
  const tab = await act.open(ben, addressOf.month(place));
  const find = (date) => document.querySelector(`[data-day="${date}"]`);
  await tab.find('button', /High season/);
  for (const number of [7, 10]) {
    const cell = await tab.until(find, 'the night', day(number));
    const { x, y, width, height } = await tab.boxOf(cell);
    await tab.page.mouse.click(x + width / 2, y + height - 9);
  }
  const shown = await tab.find('dialog', 'New booking');
  await tab.until(() => document.querySelector('.total strong')?.textContent === '€500', '€500');
  await tab.click('button', 'Book', shown);
  await tab.gone('dialog', 'New booking');
  await eventually(() => stays(ben, place), [line(7, 11, 'Ben Berg')]);
  await tab.find('button', /^Ben Berg, from .*Your booking/);
});

scene.test('two people see at once what the other does', async (act) => {
  const { nora, home } = await withDentist(act);
  const ben = await act.person('Ben Berg');
  await nora.share(home, ben, 'writer');
  const [hers, his] = [await act.open(nora, november), await act.open(ben, november)];
  await Promise.all([hers, his].map((tab) => tab.entry('Dentist')));
  const from = middleOf(await his.boxOf(await his.entry('Dentist')));
  await his.drag(from, await placeOfDay(his, '2026-11-20'));
  await hers.find('button', /^Dentist, Friday, 20 November/);
  await nora.makeEntry(home, allDay('Holiday', '2026-11-12'));
  await his.entry('Holiday');
});

scene.test('settings are kept', async (act) => {
  const nora = await act.person();
  const tab = await act.open(nora, '/settings/profile');
  await tab.fill('Your name', 'Nora Larsen');
  await tab.click('button', 'Save name');
  await tab.find('button', 'Account of Nora Larsen');
  await tab.goto('/settings/appearance');
  await tab.click('field', /^Dark/);
  await tab.until(() => document.documentElement.dataset.theme === 'dark', 'a dark page');
  await tab.goto('/settings/sessions');
  await tab.until(() => document.documentElement.dataset.theme === 'dark', 'a dark page');
});

scene.test('on a narrow screen, the list comes first and nothing is too wide', async (act) => {
  const { nora } = await withDentist(act);
  const tab = await act.open(nora, '/calendar', { viewport: phone.viewport });
  await tab.expectPath(/^\/calendar\/list\//);
  await (await tab.entry('Dentist')).click();
  await tab.find('dialog', 'Event');
  await tab.press('Escape');
  await tab.gone('dialog', 'Event');
  await tab.click('button', 'Calendars and month');
  await tab.find('checkbox', /^Home/);
  await tab.press('Escape');
  for (const view of ['month', 'week', 'day', 'year']) {
    await tab.goto(`/calendar/${view}/${today}`);
    await tab.until(() => document.querySelector('[data-date]'), 'a day');
    const { scrollWidth, clientWidth } = await tab.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.getElementById('content');
      return { scrollWidth, clientWidth };
    });
    assert.ok(scrollWidth <= clientWidth, `${view}: ${scrollWidth} > ${clientWidth}`);
  }
});

scene.test('a month is printed whole, with its title and without buttons', async (act) => {
  const { nora, home } = await withDentist(act);
  for (let number = 1; number <= 9; number++) {
    await nora.makeEntry(home, timed(`Visit ${number}.`, today, `1${number}:00`, `1${number}:30`));
  }
  const tab = await act.open(nora, november);
  await tab.entry('Dentist');
  const pages = await pagesOf(await tab.page.pdf({ format: 'A4', landscape: true }));
  const text = pages.join(' ');
  assert.match(text, /November 2026/);
  for (let number = 1; number <= 9; number++) assert.match(text, new RegExp(`Visit ${number}\\.`));
  assert.doesNotMatch(text, /Search|Sign out|New calendar/);
});

scene.test('a month is one stop for Tab, with arrows inside', async (act) => {
  const { nora } = await withDentist(act);
  const tab = await act.open(nora, november);
  const dentist = await tab.entry('Dentist');
  const link = (date) => document.querySelector(`.cal-day[data-date="${date}"] .cal-link`);
  const here = await tab.until(link, today, today);
  for (let presses = 0; presses < 60 && !(await isFocused(here)); presses++) await tab.press('Tab');
  for (const [key, handle] of [
    ['ArrowDown', dentist],
    ['ArrowUp', here],
    ['ArrowRight', await tab.until(link, 'a day', '2026-11-05')],
    ['ArrowLeft', here],
    ['ArrowDown', dentist],
  ]) {
    await tab.press(key);
    await eventually(() => isFocused(handle), true, key);
  }
  await tab.press('Enter');
  await tab.find('dialog', 'Event');
});
