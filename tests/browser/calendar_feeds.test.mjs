// Calendars in other programs, by secret links to one and to several; and calendars of others, by their addresses.

import assert from 'node:assert/strict';
import { dialog, november } from './support/calendar.mjs';
import { allDay } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();

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
