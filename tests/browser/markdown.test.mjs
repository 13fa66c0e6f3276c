// Descriptions are Markdown: lists, links and emphasis are shown as such, and nothing in them runs or is loaded.

import assert from 'node:assert/strict';
import { addressOf, makePlace, welcome } from './support/bookings.mjs';
import { dialog, openEntry } from './support/calendar.mjs';
import { expectNoMarkup, expectNothingRan, hostileMarkdown } from './support/hostile.mjs';
import { allDay } from './support/people.mjs';
import { editor, plan, planning } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();
const month = '/calendar/month/2026-11-15';
const text =
  '# Bring\n\n- [x] **cake**\n- [ ] [map](https://example.com/map)\n\nfirst line\nsecond line';

async function expectRendered(shown) {
  await shown.getByRole('heading', { name: 'Bring', exact: true }).waitFor();
  assert.equal(await shown.getByRole('listitem').locator('strong').innerText(), 'cake');
  await shown.getByRole('img', { name: 'Done', exact: true }).waitFor();
  const link = shown.getByRole('link', { name: 'map' });
  assert.equal(await link.getAttribute('href'), 'https://example.com/map');
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
  assert.equal(await shown.locator('p').last().innerText(), 'first line\nsecond line');
}

scene.test('entries, calendars and places are read as Markdown', async (act) => {
  const nora = await act.person();
  const ben = await act.person('Ben Berg');
  const home = await nora.makeCalendar('Home', { description: text });
  await nora.share(home, ben, 'reader');
  await nora.makeEntry(home, allDay('Party', '2026-11-17', { description: text }));
  const page = await act.open(ben, month);
  await openEntry(page, 'Party');
  await expectRendered(dialog(page).locator('.markdown'));
  await page.goto(`${month}/calendars/${home.id}`);
  await expectRendered(dialog(page, 'Home').locator('.markdown'));
  const place = await makePlace(nora, { description: text, houseRules: '1. *Sweep*' });
  await welcome(nora, place, ben);
  await page.goto(`${addressOf.month(place)}/places/${place.id}/settings`);
  await expectRendered(dialog(page).locator('.markdown').first());
  await dialog(page).getByRole('listitem').locator('em').waitFor();
});

scene.test('what is written can be looked at first, and stays as it was written', async (act) => {
  const nora = await planning(act);
  const { id } = await plan(nora, {
    title: 'Party',
    description: text,
    start: '2026-11-17T09:00',
    end: '2026-11-17T10:00',
  });
  const page = await act.open(nora, `/planner/week/2026-11-18/events/${id}`);
  await expectRendered(dialog(page, 'Event').locator('.markdown'));
  const shown = await editor(page);
  await shown.getByRole('button', { name: 'Preview' }).click();
  await expectRendered(shown.locator('.markdown'));
  await shown.getByRole('button', { name: 'Preview' }).click();
  assert.equal(await shown.getByLabel('Description').inputValue(), text);
});

scene.test('what could do harm is text', async (act) => {
  const nora = await act.person();
  const ben = await act.person('Ben Berg');
  const home = await nora.makeCalendar('Home');
  await nora.share(home, ben, 'reader');
  const description = hostileMarkdown.join('\n\n');
  await nora.makeEntry(home, allDay('Party', '2026-11-17', { description }));
  const page = await act.open(ben, month);
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await openEntry(page, 'Party');
  const shown = dialog(page).locator('.markdown');
  await shown.getByText('the end', { exact: true }).waitFor();
  for (const link of await shown.getByRole('link').all()) {
    assert.match(await link.getAttribute('href'), /^https:\/\/example\.com\//);
  }
  const foreign = requests.filter((url) => !url.startsWith(act.norn.url));
  assert.deepEqual(foreign, []);
  await expectNothingRan(page);
  await expectNoMarkup(page);
});
