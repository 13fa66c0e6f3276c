// Calendars in other programs, by secret links to one and to several; and calendars of others, by their addresses.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { expectAccessible } from './support/axe.mjs';
import { phone } from './support/browser.mjs';
import {
  box,
  dialog,
  drag,
  entry,
  expectNoDialog,
  middleOf,
  november,
  openEntry,
  placeOfDay,
  untilDraggable,
} from './support/calendar.mjs';
import { changeSubscription, Feeds, subscribe, unsubscribe } from './support/feeds.mjs';
import { pagesOf } from './support/pdf.mjs';
import { allDay } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const group = 'Calendars of others';
let feeds;
before(async () => {
  feeds = await Feeds.start();
});
after(() => feeds?.end());

// Of a test's own, because each has its own state.
let paths = 0;
function feedOf(days) {
  paths += 1;
  return feeds.say(`/${paths}.ics`, days);
}

async function read(url) {
  const reply = await fetch(url);
  return [reply.status, await reply.text()];
}

async function linkIn(shown) {
  await shown.getByRole('button', { name: 'Create a secret link' }).click();
  const box = shown.getByRole('group', { name: 'Secret link' });
  await box.waitFor();
  return (await box.textContent()).match(/https?:\S+?\/calendars?\.ics/)[0];
}

scene.test('a calendar is at a secret link', async (act) => {
  const nora = await act.person('Nora Nilsen');
  const home = await nora.makeCalendar('Home');
  await nora.makeEntry(home, allDay('Holiday', '2026-11-20'));
  const page = await act.open(nora, november);
  await page.getByRole('button', { name: 'Options for Home' }).click();
  await page.getByRole('menuitem', { name: 'Secret link' }).click();
  const shown = dialog(page, 'Home');
  const link = await linkIn(shown);
  const [status, text] = await read(link);
  assert.equal(status, 200);
  assert.match(text, /SUMMARY:Holiday/);
  await shown.getByRole('button', { name: 'Turn off…' }).click();
  await shown.getByRole('button', { name: 'Turn off', exact: true }).click();
  await shown.getByRole('button', { name: 'Create a secret link' }).waitFor();
  assert.equal((await read(link))[0], 404);
});

scene.test('several calendars are at one link, and can be chosen anew', async (act) => {
  const nora = await act.person('Nora Nilsen');
  for (const name of ['Home', 'Club']) {
    await nora.makeEntry(await nora.makeCalendar(name), allDay(`Day of ${name}`, '2026-11-20'));
  }
  const page = await act.open(nora, november);
  await page.getByRole('button', { name: 'In other calendars' }).click();
  const shown = dialog(page, 'Calendars in other programs');
  const link = await linkIn(shown);
  const titles = async () => (await read(link))[1].match(/Day of \w+/g).sort();
  assert.deepEqual(await titles(), ['Day of Club', 'Day of Home']);
  await shown.getByLabel('Club').click();
  await eventually(titles, ['Day of Home']);
});

scene.test('what is wrong with a calendar of others is said', async (act) => {
  const nora = await act.person('Nora Nilsen');
  const page = await act.open(nora, november);
  await page.getByRole('button', { name: 'Subscribe to a calendar…' }).click();
  const shown = dialog(page, 'Calendars of others');
  await shown.getByLabel('Address of the calendar').fill('http://127.0.0.1:9/holidays.ics');
  await shown.getByLabel('Name').fill('Holidays');
  await shown.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await shown.getByText('Its address is in a private network.').waitFor();
  await shown.getByRole('button', { name: 'Delete Holidays' }).click();
  await shown.getByRole('button', { name: 'Delete it' }).click();
  await shown.getByText('Holidays', { exact: true }).waitFor({ state: 'detached' });
});

scene.test('a calendar of others is in every view, and can only be read', async (act) => {
  const nora = await act.person('Nora Nilsen');
  await nora.makeEntry(await nora.makeCalendar('Home'), allDay('Dentist', '2026-11-17'));
  const page = await act.open(nora, november);
  await page.getByRole('button', { name: 'Subscribe to a calendar…' }).click();
  const shown = dialog(page, group);
  const address = feedOf({ Carnival: '2026-11-18' });
  await shown.getByLabel('Address of the calendar').fill(address);
  await shown.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await shown.getByText('1 event, refreshed', { exact: false }).waitFor();
  await shown.getByRole('button', { name: 'Close' }).first().click();
  await entry(page, 'Carnival').waitFor();

  await untilDraggable(page);
  await drag(page, await middleOf(box(page, 'Carnival')), await placeOfDay(page, '2026-11-20'));
  await expectNoDialog(page);
  const reading = await openEntry(page, 'Carnival');
  await reading.getByText(/18 November/).waitFor();
  await reading.getByText('Holidays', { exact: true }).waitFor();
  await reading.getByText('You can view this calendar but not change it.').waitFor();
  for (const name of ['Edit', 'Delete']) {
    assert.equal(await reading.getByRole('button', { name, exact: true }).count(), 0, name);
  }
  await page.keyboard.press('e');
  await dialog(page, 'Event').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);

  for (const view of ['week', 'day', 'list', 'month']) {
    await page.goto(`/calendar/${view}/2026-11-18`);
    await entry(page, 'Carnival').first().waitFor();
  }
  await page.waitForLoadState('networkidle');
  const [paper] = await pagesOf(await page.pdf({ format: 'A4', landscape: true }));
  assert.match(paper, /Carnival/);
  assert.doesNotMatch(paper, /Calendars of others/);
});

scene.test('a calendar of others is hidden, stays so, and is shown alone', async (act) => {
  const nora = await act.person('Nora Nilsen');
  await nora.makeEntry(await nora.makeCalendar('Home'), allDay('Dentist', '2026-11-17'));
  await subscribe(nora, feedOf({ Carnival: '2026-11-18' }), {
    name: 'School',
  });
  const page = await act.open(nora, november);
  const list = page.getByRole('region', { name: group });
  await entry(page, 'Carnival').waitFor();
  await list.getByRole('checkbox', { name: 'School' }).focus();
  await page.keyboard.press('Space');
  await entry(page, 'Carnival').waitFor({ state: 'detached' });
  await page.reload();
  await entry(page, 'Dentist').waitFor();
  await list.getByRole('checkbox', { name: 'School' }).waitFor();
  assert.equal(await list.getByRole('checkbox', { name: 'School' }).isChecked(), false);
  assert.equal(await entry(page, 'Carnival').count(), 0);

  await list.getByRole('button', { name: 'Options for School' }).click();
  await page.getByRole('menuitem', { name: 'Show only this' }).click();
  await entry(page, 'Carnival').waitFor();
  await entry(page, 'Dentist').waitFor({ state: 'detached' });
  await list.getByRole('button', { name: 'Options for School' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await entry(page, 'Dentist').waitFor();
  await expectAccessible(page, 'calendars of others beside the calendar');
});

scene.test('a page that is open follows the calendars of others', async (act) => {
  const nora = await act.person('Nora Nilsen');
  await nora.makeCalendar('Home');
  const page = await act.open(nora, november);
  await page.getByLabel('Home', { exact: true }).waitFor();
  const agenda = await page.context().newPage();
  await agenda.goto('/agenda/month/2026-11-15');
  await agenda.locator('[data-date]').first().waitFor();
  const list = page.getByRole('region', { name: group });

  const made = await subscribe(nora, feedOf({ Carnival: '2026-11-18' }));
  await entry(page, 'Carnival').waitFor();
  await list.getByRole('checkbox', { name: 'Holidays' }).waitFor();
  await entry(agenda, 'Carnival').waitFor();
  await changeSubscription(nora, made, {
    name: 'School',
    address: feedOf({ Carnival: '2026-11-18', Lanterns: '2026-11-11' }),
  });
  await entry(page, 'Lanterns').waitFor();
  await list.getByRole('checkbox', { name: 'School' }).waitFor();
  await entry(agenda, 'Lanterns').waitFor();

  const missing = feedOf({}).replace(/\d+\.ics$/, 'none');
  await changeSubscription(nora, made, { address: missing });
  const problem = 'Its server replied with an error (404). Check the address.';
  await list.getByText(problem).waitFor();
  await list.getByRole('button', { name: 'Options for School' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await dialog(page, group).getByText(problem).waitFor();
  assert.ok(await entry(agenda, 'Carnival').isVisible(), 'what is there stays');

  await unsubscribe(nora, made);
  const named = dialog(page, group).getByText('School', { exact: true });
  await named.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await list.waitFor({ state: 'detached' });
  await entry(page, 'Carnival').waitFor({ state: 'detached' });
  await entry(agenda, 'Carnival').waitFor({ state: 'detached' });
});

scene.test('an event of a calendar of others opens from the agenda', async (act) => {
  const nora = await act.person('Nora Nilsen');
  await subscribe(nora, feedOf({ Carnival: '2026-11-18' }), {
    name: 'School',
  });
  const page = await act.open(nora, '/agenda/month/2026-11-15');
  await entry(page, 'Carnival').click();
  await dialog(page, 'Event').getByText('School', { exact: true }).waitFor();
  // It is on the page of somebody who has no calendar of their own.
  await page.goto(november);
  await entry(page, 'Carnival').waitFor();
});

scene.test('calendars of others are in the drawer of a phone', async (act) => {
  const nora = await act.person('Nora Nilsen');
  await nora.makeCalendar('Home');
  await subscribe(nora, feedOf({ Carnival: '2026-11-18' }), { name: 'School' });
  const page = await act.open(nora, '/calendar/list/2026-11-15', phone);
  await entry(page, 'Carnival').waitFor();
  await page.getByRole('button', { name: 'Calendars and month' }).click();
  const drawer = dialog(page, 'Calendars');
  await drawer.getByRole('checkbox', { name: 'School' }).click();
  // Behind a drawer, nothing has a role.
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await entry(page, 'Carnival').waitFor({ state: 'detached' });
});
