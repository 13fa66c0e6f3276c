// The address says everything: dialogs have one, reloading keeps them, going back closes them, and
// a link that was sent leads there.

import assert from 'node:assert/strict';
import { today } from './support/browser.mjs';
import { dialog, entry, expectNoDialog, november, openForEditing } from './support/calendar.mjs';
import { allDay, timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { nobodySignedIn } from './support/watch.mjs';
import { addressOf, expectFocusKept, expectPath, signIn } from './support/ways.mjs';

const scene = makeScene();

async function withDentist({ person }) {
  const nora = await person();
  const home = await nora.makeCalendar('Home');
  const dentist = await nora.makeEntry(home, timed('Dentist', '2026-11-17', '09:00', '09:30'));
  return { nora, home, dentist };
}

scene.test(
  'every dialog has an address: it can be reloaded, and is closed by going back',
  async (act) => {
    const { nora, home, dentist } = await withDentist(act);
    const page = await act.open(nora, november);
    const ways = {
      [`/entries/${dentist.id}`]: ['Event', () => entry(page, 'Dentist').click()],
      '/new': ['New event', () => page.getByRole('button', { name: 'New', exact: true }).click()],
      '/calendars/new': [
        'New calendar',
        () => page.getByRole('button', { name: 'New calendar' }).click(),
      ],
      '/search': ['Search', () => page.getByRole('button', { name: 'Search' }).click()],
      '/keys': ['Keyboard shortcuts', () => page.keyboard.press('?')],
      [`/calendars/${home.id}`]: ['Home', () => fromMenu(page, 'Edit')],
      [`/calendars/${home.id}/people`]: ['Home', () => fromMenu(page, 'Share')],
    };
    for (const [path, [name, open]] of Object.entries(ways)) {
      await open();
      await dialog(page, name).waitFor();
      await expectPath(page, november + path);
      await page.reload();
      await dialog(page, name).waitFor();
      await page.goBack();
      await expectNoDialog(page);
      await expectPath(page, november);
      await expectFocusKept(page);
      await page.goForward();
      await dialog(page, name).waitFor();
      await page.keyboard.press('Escape');
      await expectNoDialog(page);
      await expectPath(page, november);
    }
  },
);

async function fromMenu(page, item) {
  await page.getByRole('button', { name: 'Options for Home' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

scene.test('a draft is in the address of a new entry', async (act) => {
  const { nora } = await withDentist(act);
  const query = '?date=2026-11-19&start=14:00&end=15:30';
  const page = await act.open(nora, `${november}/new${query}`);
  await dialog(page, 'New event').waitFor();
  assert.equal(await page.getByLabel('Day', { exact: true }).inputValue(), '2026-11-19');
  assert.equal(await page.getByLabel('From').inputValue(), '14:00');
  assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), '15:30');
  await page.goto(`${november}/new?date=never&start=late&end=%22%3E&calendar=x&task=1`);
  await dialog(page, 'New task').waitFor();
});

scene.test('a link to an entry leads there, also after signing in', async (act) => {
  const { nora, dentist } = await withDentist(act);
  const link = `/calendar/entries/${dentist.id}`;
  const page = await act.open(undefined, link);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(page, nora);
  await dialog(page, 'Event').getByRole('heading', { name: 'Dentist' }).waitFor();
  await expectPath(page, new RegExp(`^/calendar/\\w+/2026-11-17/entries/${dentist.id}$`));
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
  await entry(page, 'Dentist').waitFor();
});

scene.test('a link to somebody else’s entry says that it is not here', async (act) => {
  const { dentist } = await withDentist(act);
  const ben = await act.person('Ben Berg');
  const page = await act.open(ben);
  act.announce(page, { url: new RegExp(dentist.id), status: 404 });
  await page.goto(`/calendar/entries/${dentist.id}`);
  await dialog(page, 'Entry not found').waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expectNoDialog(page);
});

scene.test('the start is the last view at today', async (act) => {
  const { nora } = await withDentist(act);
  const page = await act.open(nora, '/');
  await expectPath(page, `/agenda/week/${today}`);
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expectPath(page, `/agenda/month/${today}`);
  await page.goto('/');
  await expectPath(page, `/agenda/month/${today}`);
  // The calendar has its own.
  await page.goto('/calendar');
  await expectPath(page, `/calendar/month/${today}`);
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await page.goto('/calendar');
  await expectPath(page, `/calendar/week/${today}`);
});

scene.test('views and periods are steps to go back by', async (act) => {
  const { nora } = await withDentist(act);
  const page = await act.open(nora, november);
  const heading = (name) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Next month' }).first().click();
  await heading('December 2026');
  await page.getByRole('button', { name: 'Year', exact: true }).click();
  await heading('2026');
  await page.goBack();
  await heading('December 2026');
  await page.goBack();
  await heading('November 2026');
});

scene.test('a dialog that was opened by its link is closed to the view behind it', async (act) => {
  const { nora, dentist } = await withDentist(act);
  const page = await act.open(nora, `${november}/entries/${dentist.id}`);
  await dialog(page, 'Event').getByRole('button', { name: 'Close' }).last().click();
  await expectNoDialog(page);
  assert.equal(addressOf(page), november);
});

scene.test('what was written is not lost by closing', async (act) => {
  const { nora, dentist } = await withDentist(act);
  const page = await act.open(nora, november);
  await openForEditing(page, 'Dentist');
  await page.getByLabel('Title').fill('Doctor');
  await page.keyboard.press('Escape');
  await page.getByText('Discard changes?').waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(await page.getByLabel('Title').inputValue(), 'Doctor');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expectNoDialog(page);
  assert.equal((await nora.entry(dentist.id)).title, 'Dentist');
});

scene.test('a session that is ended elsewhere asks to sign in, and goes on', async (act) => {
  const { nora, home, dentist } = await withDentist(act);
  const page = await act.open(nora, `${november}/entries/${dentist.id}`);
  await dialog(page, 'Event').waitFor();
  act.announce(page, nobodySignedIn, { url: /\/api\/v1\//, status: 401 });
  await nora.call('DELETE', '/api/v1/sessions');
  const asked = dialog(page, 'Sign in again');
  await asked.getByLabel('Password', { exact: true }).fill(nora.password);
  await asked.getByRole('button', { name: 'Sign in', exact: true }).click();
  await asked.waitFor({ state: 'detached' });
  await dialog(page, 'Event').waitFor();
  await expectPath(page, `${november}/entries/${dentist.id}`);
  assert.ok(home.id);
});

scene.test('search finds words in any order, and leads to the entry', async (act) => {
  const { nora, home } = await withDentist(act);
  await nora.makeEntry(home, allDay('Fair', '2026-11-21', { location: 'Old Town, Zürich' }));
  const page = await act.open(nora, november);
  await entry(page, 'Fair').waitFor();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search for words' });
  await field.fill('zurich fair');
  await page.getByRole('option', { name: /Fair/ }).waitFor();
  assert.equal(await page.getByRole('option').count(), 1);
  await page.keyboard.press('Enter');
  await dialog(page, 'Event').getByRole('heading', { name: 'Fair' }).waitFor();
  await page.goBack();
  await dialog(page, 'Search').waitFor();
  await field.fill('nothing like it');
  await page.getByText('Nothing contains all of these words.').waitFor();
});

scene.test('going back asks before what was typed is lost', async (act) => {
  const { nora, dentist } = await withDentist(act);
  const page = await act.open(nora, november);
  await openForEditing(page, 'Dentist');
  await page.getByRole('textbox', { name: 'Title' }).fill('Dentist, and then the library');
  await page.evaluate(() => history.back());
  const discard = page.getByRole('button', { name: 'Discard' });
  await discard.waitFor();
  await expectPath(page, `${november}/entries/${dentist.id}`);
  await page.keyboard.press('Escape');
  await discard.waitFor({ state: 'detached' });
  const title = page.getByRole('textbox', { name: 'Title' });
  assert.equal(await title.inputValue(), 'Dentist, and then the library');
  await page.evaluate(() => history.back());
  await discard.click();
  await expectNoDialog(page);
  await expectPath(page, november);
  assert.equal((await nora.entry(dentist.id)).title, 'Dentist');
});

scene.test('a double click opens an entry as one click does', async (act) => {
  const { nora } = await withDentist(act);
  const page = await act.open(nora, november);
  await entry(page, 'Dentist').dblclick();
  await dialog(page, 'Event').waitFor();
  await page.keyboard.press('Escape');
  await expectNoDialog(page);
});
