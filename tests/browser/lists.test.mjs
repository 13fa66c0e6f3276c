// Lists begin today, go on without end in both directions, and draw only what is in sight.

import assert from 'node:assert/strict';
import { phone, today } from './support/browser.mjs';
import { entry } from './support/calendar.mjs';
import { timed } from './support/people.mjs';
import { plan, planning } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectPath } from './support/ways.mjs';

const scene = makeScene();
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();
const desk = {};

// The day at the upper edge of the list.
function dayInSight(page) {
  return page.evaluate(() => {
    const list = document.querySelector('.cal-list').parentElement;
    const { top } = list.getBoundingClientRect();
    const heads = [...list.querySelectorAll('.cal-list-head')];
    return heads.find((head) => head.parentElement.getBoundingClientRect().bottom > top + 2)
      ?.dataset.date;
  });
}

// As a hand does it: on and on, until it is in sight.
async function scrollTo(page, title, pixels) {
  const box = await page.locator('.cal-list').boundingBox();
  await page.mouse.move(box.x + box.width / 2, 400);
  for (let turns = 0; turns < 400; turns++) {
    const isSeen = await page.evaluate((wanted) => {
      const titles = [...document.querySelectorAll('.cal-list .cal-title')];
      const top = titles.find((each) => each.textContent === wanted)?.getBoundingClientRect().top;
      return top > 150 && top < window.innerHeight - 60;
    }, title);
    if (isSeen) return;
    await page.mouse.wheel(0, pixels);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  assert.fail(`${title} is not reached`);
}

// Of each month from 2025 to 2027 one, and a busy November.
const planned = [
  ...[2025, 2026, 2027].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => [
      `Month ${month + 1} of ${year}`,
      `${year}-${String(month + 1).padStart(2, '0')}-10`,
    ]),
  ),
  ...Array.from({ length: 27 }, (_, day) => [
    `Day ${day + 1}`,
    `2026-11-${String(day + 1).padStart(2, '0')}`,
  ]),
];

const apps = {
  calendar: async (act) => {
    const nora = await act.person();
    const home = await nora.makeCalendar('Home');
    for (const [title, day] of planned) {
      await nora.makeEntry(home, timed(title, day, '09:00', '09:30'));
    }
    return nora;
  },
  planner: async (act) => {
    const nora = await planning(act);
    for (const [title, day] of planned) {
      await plan(nora, { title, start: `${day}T09:00`, end: `${day}T09:30` });
    }
    return nora;
  },
};

for (const [app, fill] of Object.entries(apps)) {
  for (const [device, options] of Object.entries({
    desk,
    phone: { viewport: phone.viewport },
  })) {
    scene.test(`the list of the ${app} has no end, on a ${device}`, async (act) => {
      const nora = await fill(act);
      const page = await act.open(nora, `/${app}/list`, options);
      await expectPath(page, `/${app}/list/${today}`);
      await entry(page, 'Day 4').waitFor();
      await eventually(() => dayInSight(page), today);
      await heading(page, 'November 2026');

      await scrollTo(page, 'Month 12 of 2026', 300);
      await scrollTo(page, 'Month 9 of 2027', 300);
      await heading(page, / 2027$/);
      await page.getByRole('button', { name: 'Today', exact: true }).click();
      await eventually(() => dayInSight(page), today);
      await heading(page, 'November 2026');

      await scrollTo(page, 'Day 1', -200);
      await scrollTo(page, 'Month 10 of 2026', -300);
      await scrollTo(page, 'Month 3 of 2025', -300);
      await heading(page, /2025$/);
      await page.getByRole('button', { name: 'Next month' }).first().click();
      await eventually(async () => /2025-0[2-7]/.test(await dayInSight(page)), true);
      await page.getByRole('button', { name: 'Today', exact: true }).click();
      await eventually(() => dayInSight(page), today);
    });
  }
}

scene.test('an empty list says so, and how far it has looked', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const page = await act.open(nora, '/calendar/list');
  await page.getByText('Nothing planned').waitFor();
  await nora.makeEntry(home, timed('Far away', '2031-05-01', '09:00', '09:30'));
  await nora.makeEntry(home, timed('Now', today, '09:00', '09:30'));
  await entry(page, 'Now').waitFor();
  await page.getByText(/^Nothing else until .* 20(28|29)\.$/).waitFor();
  const further = page.getByRole('button', { name: 'Look further ahead' });
  for (let presses = 0; presses < 6; presses++) {
    if (await entry(page, 'Far away').isVisible()) break;
    await further.click();
    await further.waitFor();
  }
  await entry(page, 'Far away').waitFor();
});

scene.test('of 2,000 entries in a month, only those in sight are drawn', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const all = Array.from({ length: 2000 }, (_, number) => {
    const day = `2026-11-${String(1 + (number % 30)).padStart(2, '0')}`;
    return timed(`Entry ${number}`, day, '09:00', '09:30', {
      location: 'Here',
    });
  });
  for (let first = 0; first < all.length; first += 50) {
    await Promise.all(all.slice(first, first + 50).map((each) => nora.makeEntry(home, each)));
  }
  const page = await act.open(nora, '/calendar/list');
  await page.locator('.cal-open').first().waitFor();
  const nodes = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
      let count = 0;
      while (walker.nextNode()) count++;
      return count;
    });
  assert.ok((await nodes()) < 5000, `${await nodes()} nodes`);
  await scrollTo(page, 'Entry 1999', 500);
  assert.ok((await nodes()) < 5000, `${await nodes()} nodes after scrolling`);
});
