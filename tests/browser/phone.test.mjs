// On a phone: the list comes first, nothing has to be scrolled sideways, and fingers are enough.

import assert from 'node:assert/strict';
import { phone, smallPhone, today } from './support/browser.mjs';
import { dialog, entry, expectNoDialog, save } from './support/calendar.mjs';
import { allDay, multiDay, task, timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually, expectNoSidewaysScroll, expectPath } from './support/ways.mjs';

const scene = makeScene();
const sizes = { '390 x 844': phone, '320 x 640': smallPhone };
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

async function fullCalendar(act) {
  const nora = await act.person(`Nora ${longWord.slice(0, 60)}`);
  const home = await nora.makeCalendar(longWord, { description: longWord });
  await nora.makeCalendar('Work');
  const dentist = await nora.makeEntry(
    home,
    timed('Dentist', today, '09:00', '09:30', { location: longWord }),
  );
  await nora.makeEntry(
    home,
    allDay(longWord.repeat(3), '2026-11-05', { description: longWord.repeat(9) }),
  );
  await nora.makeEntry(home, multiDay('Trip', '2026-11-02', '2026-11-12'));
  const call = await nora.makeEntry(home, task('Call', today));
  await nora.call('POST', '/api/v1/tokens', { name: longWord, scopes: ['calendars:read'] });
  return { nora, home, dentist, call };
}

for (const [size, device] of Object.entries(sizes)) {
  scene.test(`${size}: nothing has to be scrolled sideways`, async (act) => {
    const { nora, home, dentist } = await fullCalendar(act);
    const page = await act.open(nora, undefined, device);
    const day = `/calendar/list/${today}`;
    const pages = [
      ...['month', 'week', 'day', 'list', 'year'].map((view) => `/calendar/${view}/${today}`),
      ...['month', 'week', 'day', 'list'].map((view) => `/agenda/${view}/${today}`),
      ...['profile', 'security', 'sessions', 'tokens', 'appearance'].map(
        (name) => `/settings/${name}`,
      ),
      ...['/nowhere', '/join#x'],
    ];
    for (const address of pages) {
      await page.goto(address);
      await page.getByRole('heading').first().waitFor();
      if (/^.(calendar|agenda)/.test(address))
        await page
          .getByText(/Dentist|Trip|^4$/)
          .first()
          .waitFor();
      await expectNoSidewaysScroll(page, address);
    }
    const dialogs = [`entries/${dentist.id}`, 'new', 'calendars/new', `calendars/${home.id}`];
    dialogs.push(`calendars/${home.id}/people`, 'search', 'keys');
    for (const address of dialogs) {
      await page.goto(`${day}/${address}`);
      await dialog(page).waitFor();
      await expectNoSidewaysScroll(page, address);
    }
  });

  scene.test(`${size}: nothing has to be scrolled sideways before signing in`, async (act) => {
    const page = await act.open(undefined, undefined, device);
    act.announce(page, { url: /\/api\/v1\/invitation$/, status: 403 });
    for (const address of ['/sign-in', '/sign-up', '/join', '/join#x', '/setup']) {
      await page.goto(address);
      await page.getByRole('heading').first().waitFor();
      await expectNoSidewaysScroll(page, address);
    }
  });

  scene.test(`${size}: an entry is made, opened and ticked with a finger`, async (act) => {
    const { nora, call } = await fullCalendar(act);
    const page = await act.open(nora, '/calendar', device);
    await expectPath(page, `/calendar/list/${today}`);
    await entry(page, 'Dentist').tap();
    await dialog(page, 'Event').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().tap();
    await expectNoDialog(page);

    await page.getByRole('checkbox', { name: 'Done: Call' }).tap();
    await eventually(async () => (await nora.entry(call.id)).kind.completed, true);

    await page.getByRole('button', { name: 'New', exact: true }).tap();
    await page.getByLabel('Title').fill('Dinner');
    await save(page);
    await expectNoDialog(page);
    await entry(page, 'Dinner').waitFor();
    const { calendars } = await nora.get('/api/v1/calendars');
    const made = await Promise.all(calendars.map((each) => nora.entries(each, today, today)));
    assert.ok(made.flat().some(({ title }) => title === 'Dinner'));

    await page.getByRole('button', { name: 'Calendars and month' }).tap();
    const drawer = dialog(page, 'Calendars');
    await drawer.getByRole('checkbox', { name: longWord }).tap();
    await page.keyboard.press('Escape');
    await expectNoDialog(page);
    await entry(page, 'Dentist').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Calendars and month' }).tap();
    await drawer.getByRole('button', { name: 'Share Work' }).tap();
    await dialog(page, 'Work').getByLabel('Invite by e-mail').waitFor();
  });
}

scene.test('in the month of a phone, a day opens when it is pressed', async (act) => {
  const { nora } = await fullCalendar(act);
  const page = await act.open(nora, `/calendar/month/${today}`, phone);
  await page.locator(`.cal-day[data-date="2026-11-17"]`).tap();
  await expectPath(page, '/calendar/day/2026-11-17');
  await page.getByRole('combobox', { name: 'View' }).selectOption('Month');
  await expectPath(page, '/calendar/month/2026-11-17');
});

scene.test('what is pressed is large enough for a finger', async (act) => {
  const { nora } = await fullCalendar(act);
  const page = await act.open(nora, `/calendar/list/${today}`, phone);
  await entry(page, 'Dentist').waitFor();
  // Everything that can be pressed is hit 11 pixels to each side of its middle, too.
  const missed = await page.evaluate(() => {
    const isHit = (element, x, y) => element.contains(document.elementFromPoint(x, y));
    return (
      [...document.querySelectorAll('button, a, select, input')]
        // The whole row of an entry opens it.
        .map((element) => (element.matches('.cal-open') ? element.closest('.cal-entry') : element))
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          // What is scrolled away, or shown to nobody, is not pressed.
          if (box.width <= 1 || !isHit(element, x, y)) return false;
          const around = [
            [11, 0],
            [-11, 0],
            [0, 11],
            [0, -11],
          ];
          return !around.every(([right, down]) => isHit(element, x + right, y + down));
        })
        .map((element) => `${element.className} ${element.textContent.slice(0, 60)}`)
    );
  });
  assert.deepEqual(missed, []);
});
