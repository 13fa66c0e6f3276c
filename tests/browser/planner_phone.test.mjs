// The planner on a phone: the list comes first, nothing has to be scrolled sideways, and fingers
// are enough.

import assert from 'node:assert/strict';
import { phone, smallPhone, today } from './support/browser.mjs';
import { dialog, entry, expectNoDialog } from './support/calendar.mjs';
import {
  answerScope,
  bell,
  editor,
  expectAgenda,
  occurrence,
  occurrenceId,
  plan,
  planning,
  quickAdd,
  standup,
} from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';
import { expectNoSidewaysScroll, expectPath } from './support/ways.mjs';

const scene = makeScene();
const sizes = { '390 x 844': phone, '320 x 640': smallPhone };
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const fromNow = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19);

async function fullPlanner(act) {
  const nora = await planning(act);
  const series = await plan(nora, {
    ...standup,
    start: `${today}T09:00`,
    end: `${today}T10:00`,
    location: longWord,
    description: longWord.repeat(5),
    tags: ['work', longWord.slice(0, 50)],
    links: [{ target: 'evt_somewhere', title: longWord }],
    rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=40',
    startTzid: 'America/New_York',
  });
  await plan(nora, {
    title: longWord.repeat(2),
    isAllDay: true,
    startDate: today,
    endDate: '2026-11-08',
  });
  await plan(nora, { title: 'Nap', start: `${today}T14:00`, end: `${today}T15:00` });
  await plan(nora, {
    title: longWord,
    location: longWord,
    start: fromNow(9),
    end: fromNow(39),
    startTzid: 'UTC',
    reminderMinutes: [10],
  });
  return { nora, series };
}

for (const [size, device] of Object.entries(sizes)) {
  scene.test(`${size}: nothing has to be scrolled sideways`, async (act) => {
    const { nora, series } = await fullPlanner(act);
    const page = await act.open(nora, undefined, device);
    for (const view of ['list', 'day', 'week', 'month', 'year']) {
      await page.goto(`/planner/${view}/${today}`);
      await quickAdd(page).waitFor();
      await expectNoSidewaysScroll(page, view);
    }
    const first = occurrenceId(series, '20261127');
    const dialogs = [`events/${series.id}`, `events/${first}`, 'new', `search?q=${longWord}`];
    for (const address of [...dialogs, 'preferences', 'import', 'share', 'keys']) {
      await page.goto(`/planner/list/${today}/${address}`);
      await dialog(page).waitFor();
      await page.getByText('Loading…').waitFor({ state: 'detached' });
      await expectNoSidewaysScroll(page, address);
    }
    await page.goto(`/planner/list/${today}`);
    await bell(page).click();
    await page.getByRole('dialog', { name: 'Reminders' }).waitFor();
    await expectNoSidewaysScroll(page, 'reminders');
    await page.keyboard.press('Escape');
    await quickAdd(page).fill(`${longWord} tomorrow 13:00 #${longWord.slice(0, 45)} every week`);
    await page.locator('.preview').waitFor();
    await expectNoSidewaysScroll(page, 'quick add');
  });

  scene.test(`${size}: the list comes first, and everything is within reach`, async (act) => {
    const { nora } = await fullPlanner(act);
    const page = await act.open(nora, '/planner', device);
    await expectPath(page, `/planner/list/${today}`);
    await entry(page, 'Nap').waitFor();
    await page.getByRole('button', { name: 'Month and tags' }).tap();
    const drawer = dialog(page, 'Month and tags');
    await drawer.getByRole('checkbox', { name: 'work' }).tap();
    await page.keyboard.press('Escape');
    await expectNoDialog(page);
    await entry(page, 'Nap').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show all' }).tap();
    await entry(page, 'Nap').waitFor();
    await page.getByRole('combobox', { name: 'View' }).selectOption('Day');
    await expectPath(page, `/planner/day/${today}`);
    await entry(page, 'Nap').waitFor();
  });

  scene.test(`${size}: something is planned, changed and deleted with a finger`, async (act) => {
    const nora = await planning(act);
    await plan(nora, standup);
    const page = await act.open(nora, '/planner', device);
    await quickAdd(page).tap();
    await page.keyboard.type('Lunch tomorrow 13:00');
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    const lunch = occurrence(page, 'Lunch', 'Thursday, 5 November, 13:00');
    await lunch.waitFor();
    await lunch.tap();
    await (await editor(page)).getByRole('button', { name: 'Delete', exact: true }).tap();
    await lunch.waitFor({ state: 'detached' });
    await expectNoDialog(page);
    const third = occurrence(page, 'Standup', 'Tuesday, 17 November, 9:00');
    await third.tap();
    const shown = await editor(page);
    await shown.getByLabel('Title', { exact: true }).fill('Planning');
    await shown.getByRole('button', { name: 'Save', exact: true }).tap();
    await answerScope(page, 'following');
    await expectNoDialog(page);
    await occurrence(page, 'Planning', 'Tuesday, 17 November, 9:00').waitFor();
    await expectAgenda(nora, [
      '2026-11-03T09:00 Standup',
      '2026-11-10T09:00 Standup',
      ...['11-17', '11-24', '12-01', '12-08'].map((date) => `2026-${date}T09:00 Planning`),
    ]);
  });
}

scene.test('what is pressed with a finger is large enough', async (act) => {
  const nora = await planning(act);
  const series = await plan(nora, standup);
  const page = await act.open(nora, undefined, phone);
  const addresses = [
    `list/${today}`,
    `day/2026-11-17`,
    `list/${today}/events/${occurrenceId(series, '20261117')}`,
    `list/${today}/preferences`,
    `list/${today}/share`,
  ];
  for (const address of addresses) {
    await page.goto(`/planner/${address}`);
    await quickAdd(page).waitFor();
    if (address.split('/').length > 2) await dialog(page).waitFor();
    const small = await page.evaluate(() => {
      const scope = document.querySelector('dialog[open]') ?? document;
      // Of an event in a list, the whole row is pressed.
      return [
        ...scope.querySelectorAll('button:not(.cal-open), .cal-entry, a.button, summary, select'),
      ]
        .filter((each) => each.checkVisibility() && !each.closest('[aria-hidden=true]'))
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 24))
        .map(({ each, box }) => `${each.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`);
    });
    assert.deepEqual(small, [], address);
  }
});
