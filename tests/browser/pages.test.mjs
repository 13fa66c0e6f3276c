// Addresses that are no page.

import { makeScene } from './support/scene.mjs';

const scene = makeScene();

const nowhere = ['/nowhere', '/nowhere/at/all', '/constructor', '/__proto__', '/toString'];
const noSuchPlace = [
  '/calendar/decade/2026-11-15',
  '/calendar/month/2026-02-30',
  '/calendar/month/2026-11-15/nowhere',
  '/calendar/month/2026-11-15/entries/not-an-id',
  '/agenda/year/2026-11-15',
];

for (const isSignedIn of [false, true]) {
  const who = isSignedIn ? 'somebody who is signed in' : 'anybody';
  scene.test(`an address that is no page says so to ${who}`, async ({ person, open }) => {
    const page = await open(isSignedIn ? await person() : undefined);
    for (const address of nowhere) {
      await page.goto(address);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    await page.getByRole('link', { name: 'Go to Norn' }).click();
    await page.waitForURL(isSignedIn ? /\/agenda/ : /\/sign-in/);
  });
}

scene.test('an address within the calendar that is no page says so', async (act) => {
  const page = await act.open(await act.person());
  for (const address of noSuchPlace) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
});

scene.test('an entry or a calendar that is not there is said', async (act) => {
  const page = await act.open(await act.person());
  const id = '00000000-0000-4000-8000-000000000000';
  act.announce(page, { url: new RegExp(`/${id}`), status: 404 });
  for (const address of [`/calendar/entries/${id}`, `/calendar/month/2026-11-15/entries/${id}`]) {
    await page.goto(address);
    await page
      .getByText(/(not there|no longer|does not exist|no such|cannot be found|deleted)/i)
      .first()
      .waitFor();
  }
});
