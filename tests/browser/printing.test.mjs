// Every view on paper: whole, with its title, and without what is for a screen only.

import assert from 'node:assert/strict';
import { addressOf, book, household, makePlace } from './support/bookings.mjs';
import { today } from './support/browser.mjs';
import { entry } from './support/calendar.mjs';
import { pagesOf } from './support/pdf.mjs';
import { allDay, timed } from './support/people.mjs';
import { plan, planning } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();
// What only a screen has.
const controls = /\bToday Today\b|Search|Sign out|New calendar|Messages/;

async function printed(page, { pages, title }) {
  await page.waitForLoadState('networkidle');
  const found = await pagesOf(await page.pdf({ format: 'A4', landscape: true }));
  assert.equal(found.length, pages, `${found.length} pages: ${found.join('\n---\n')}`);
  assert.ok(found[0].startsWith(title), `${found[0].slice(0, 60)} begins with ${title}`);
  for (const text of found) assert.doesNotMatch(text, controls);
  return found;
}

async function busyCalendar(act) {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  for (let number = 1; number <= 12; number++) {
    const hour = String(number + 5).padStart(2, '0');
    await nora.makeEntry(home, timed(`Visit ${number}`, today, `${hour}:00`, `${hour}:30`));
  }
  await nora.makeEntry(home, timed('Night', today, '23:00', '23:30'));
  await nora.makeEntry(home, allDay('Holiday', '2026-11-28'));
  return nora;
}

const all = [...Array(12).keys()].map((index) => `Visit ${index + 1}`);

for (const [view, title, pages, texts] of [
  ['month', 'November 2026', 1, [...all, 'Holiday']],
  ['week', '2 – 8 November 2026', 2, [...all, 'Night']],
  ['day', 'Wednesday, 4 November 2026', 2, [...all, 'Night']],
  ['list', 'November 2026', 1, [...all, 'Night', 'Holiday']],
  ['year', '2026', 1, ['January', 'December']],
]) {
  scene.test(`the ${view} of the calendar`, async (act) => {
    const nora = await busyCalendar(act);
    const page = await act.open(nora, `/calendar/${view}/${today}`);
    if (view === 'year') await page.getByText('December').first().waitFor();
    else await entry(page, 'Visit 1').first().waitFor();
    const found = (await printed(page, { pages, title })).join(' ');
    for (const text of texts) assert.ok(found.includes(text), `${text} is not in: ${found}`);
  });
}

scene.test('a long list goes over several pages, and every row is on one of them', async (act) => {
  const nora = await planning(act);
  for (let number = 1; number <= 60; number++) {
    const day = `2026-11-${String(1 + (number % 28)).padStart(2, '0')}`;
    await plan(nora, { title: `Event ${number}.`, start: `${day}T09:00`, end: `${day}T10:00` });
  }
  const page = await act.open(nora, `/planner/list/${today}`);
  await entry(page, 'Event 4.').waitFor();
  await page.waitForLoadState('networkidle');
  const found = await pagesOf(await page.pdf({ format: 'A4' }));
  assert.ok(found.length > 1, `${found.length} pages`);
  const text = found.join(' ');
  for (let number = 1; number <= 60; number++) {
    assert.ok(text.includes(`Event ${number}.`), `event ${number} is missing`);
  }
});

for (const [view, title, texts] of [
  ['month', 'July 2027', ['Cottage', 'Ben Berg']],
  ['year', '2027', ['Cottage', 'January', 'December']],
  ['timeline', 'July – August 2027', ['Cottage', 'Boat', 'September 2027']],
]) {
  scene.test(`the ${view} of bookings`, async (act) => {
    const { ben, nora, place } = await household(act);
    await makePlace(nora, { name: 'Boat' });
    await book(ben, place, 7, 11);
    const page = await act.open(nora, addressOf[view](place));
    await page.locator('[data-day]').first().waitFor();
    const found = (await printed(page, { pages: 1, title })).join(' ');
    for (const text of texts) assert.ok(found.includes(text), `${text} is not in: ${found}`);
  });
}

scene.test('colours are printed, and a dark page is light on paper', async (act) => {
  const nora = await busyCalendar(act);
  const page = await act.open(nora, `/calendar/month/${today}`, { colorScheme: 'dark' });
  await entry(page, 'Holiday').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const [background, adjust] = await page.evaluate(() => {
    const bar = document.querySelector('.cal-bar');
    const style = getComputedStyle(bar);
    return [getComputedStyle(document.documentElement).colorScheme, style.printColorAdjust];
  });
  assert.deepEqual([background, adjust], ['light', 'exact']);
});
