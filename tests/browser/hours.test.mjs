// Week and day show what is there, also when it is early or late.

import assert from 'node:assert/strict';
import { phone, today } from './support/browser.mjs';
import { entry } from './support/calendar.mjs';
import { timed } from './support/people.mjs';
import { plan, planning } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();

async function expectInSight(page, title) {
  const isSeen = () =>
    entry(page, title)
      .first()
      .evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
  await eventually(isSeen, true, `${title} is not in sight`);
}

for (const view of ['week', 'day']) {
  for (const [device, options] of Object.entries({ desk: {}, phone })) {
    scene.test(`an early event is seen when the ${view} opens, on a ${device}`, async (act) => {
      const nora = await planning(act);
      await plan(nora, {
        title: 'Flight',
        start: `${today}T05:00`,
        end: `${today}T06:00`,
      });
      const page = await act.open(nora, `/planner/${view}/${today}`, options);
      await expectInSight(page, 'Flight');
    });
  }
}

scene.test('what is out of sight is counted, and one press away', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  await nora.makeEntry(home, timed('Noon', today, '12:00', '13:00'));
  await nora.makeEntry(home, timed('Party', today, '22:30', '23:30'));
  const page = await act.open(nora, `/calendar/week/${today}`);
  await page.getByRole('button', { name: '1 later' }).click();
  await expectInSight(page, 'Party');
  await page.getByRole('button', { name: '1 later' }).waitFor({ state: 'detached' });
  // What others add while one looks elsewhere moves nothing.
  await page.mouse.move(800, 500);
  await page.mouse.wheel(0, 50);
  await nora.makeEntry(home, timed('Run', today, '05:00', '06:00'));
  await nora.makeEntry(home, timed('Swim', '2026-11-05', '05:30', '06:00'));
  await page.getByRole('button', { name: '2 earlier' }).click();
  await expectInSight(page, 'Run');
  await expectInSight(page, 'Swim');
  assert.equal(await page.getByRole('button', { name: /earlier$/ }).count(), 0);
});

scene.test('the next week is scrolled to what is in it', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  await nora.makeEntry(home, timed('Early', '2026-11-11', '03:00', '04:00'));
  const page = await act.open(nora, `/calendar/week/${today}`);
  await page.locator('.cal-lane').first().waitFor();
  await page.keyboard.press('ArrowRight');
  await expectInSight(page, 'Early');
});
