// Whatever people write is shown as they wrote it, wherever it is shown, and never runs.

import assert from 'node:assert/strict';
import {
  dialog,
  entry,
  expectNoDialog,
  message,
  openEntry,
  openForEditing,
  pressEdit,
} from './support/calendar.mjs';
import { subscribe } from './support/feeds.mjs';
import {
  expectNoMarkup,
  expectNothingRan,
  hostileColors,
  hostileTexts,
  turningTexts,
} from './support/hostile.mjs';
import { allDay, Client, color, password, timed } from './support/people.mjs';
import { makeScene } from './support/scene.mjs';
import { eventually } from './support/ways.mjs';

const scene = makeScene();
const list = '/calendar/list/2026-11-01';
// A list draws what is in sight.
const highWindow = { viewport: { width: 1440, height: 9000 } };
// Names have no control characters, which these are to a reader.
const hostileNames = hostileTexts.filter((text) => !/\p{Cf}/u.test(text.replace(/\u200D/gu, '')));

const dateOf = (index) => `2026-11-${String(1 + (index % 30)).padStart(2, '0')}`;

scene.test('entries, in every view, in their dialog and in search', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const made = [];
  for (const [index, text] of hostileTexts.entries()) {
    const more = { location: text, description: `${text}\n${text}` };
    const body =
      index % 2
        ? allDay(text, dateOf(index), more)
        : timed(text, dateOf(index), '09:00', '10:00', more);
    made.push(await nora.makeEntry(home, body));
  }
  const page = await act.open(nora, list, highWindow);
  await entry(page, made.at(-1).title).waitFor();
  // The words that are seen, and the names that are heard.
  const seen = await page.locator('.cal-title').allTextContents();
  const heard = await page.locator('.cal-open .visually-hidden').allTextContents();
  for (const { title } of made) {
    assert.ok(seen.includes(title), `“${title}” is not shown`);
    assert.ok(
      heard.some((name) => name.startsWith(`${title}, `)),
      `“${title}” has no name`,
    );
  }
  await expectNoMarkup(page);
  for (const view of ['month', 'week', 'day', 'year']) {
    await page.goto(`/calendar/${view}/2026-11-15`);
    await page.locator('[data-date="2026-11-15"]').first().waitFor();
    await expectNothingRan(page);
    await expectNoMarkup(page);
  }
  await page.goto(list);
  for (const { title, description } of made) {
    await page
      .locator('.cal-entry')
      .filter({ has: page.getByText(title, { exact: true }) })
      .click();
    await dialog(page, 'Event').getByText(title, { exact: true }).first().waitFor();
    await expectNoMarkup(page);
    await pressEdit(page);
    assert.equal(await page.getByLabel('Title').inputValue(), title);
    assert.equal(await page.getByLabel('Location').inputValue(), title);
    assert.equal(await page.getByLabel('Description').inputValue(), description);
    await page.keyboard.press('Escape');
    await expectNoDialog(page);
  }
  await expectNothingRan(page);
  for (const { title } of made.filter((_, index) => index % 5 === 0)) {
    await page.goto(`${list}/search?q=${encodeURIComponent(title)}`);
    const field = page.getByRole('combobox', { name: 'Search for words' });
    await field.waitFor();
    assert.equal(await field.inputValue(), title);
    await page.getByRole('option').first().waitFor();
    await expectNoMarkup(page);
  }
  await expectNothingRan(page);
});

scene.test('messages, conflicts and questions', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const page = await act.open(nora, '/calendar/month/2026-11-15');
  act.announce(page, { url: /\/api\/v1\/entries\//, status: 412 });
  for (const text of hostileTexts.slice(0, 8)) {
    const made = await nora.makeEntry(home, allDay(text, '2026-11-17'));
    await openForEditing(page, text);
    await page.getByLabel('Location').fill(`mine ${text}`);
    await nora.changeEntry(made, { location: `theirs ${text}` });
    await page.getByRole('button', { name: 'Show that version' }).click();
    const shown = dialog(page, `Two versions of “${text}”`);
    await shown.getByText(`theirs ${text}`, { exact: true }).waitFor();
    await shown.getByText(`mine ${text}`, { exact: true }).waitFor();
    await shown.getByRole('button', { name: 'Use my version' }).click();
    await expectNoDialog(page);
    await message(page, `Saved “${text}”`).first().waitFor();
    await openEntry(page, text);
    await page.getByRole('button', { name: 'Delete' }).click();
    await message(page, `Deleted “${text}”`).first().waitFor();
    await eventually(() => nora.entry(made.id), undefined);
  }
  await expectNothingRan(page);
  await expectNoMarkup(page);
});

scene.test('calendars, and who is in them', async (act) => {
  const nora = await act.person();
  const shared = await nora.makeCalendar('Shared');
  for (const name of hostileNames) {
    const made = await nora.makeCalendar(name, { description: name });
    if (made.name.length > 60) continue;
    await nora.makeEntry(made, allDay(`In ${made.id}`, '2026-11-17'));
  }
  for (const name of hostileNames.slice(0, 12)) {
    const somebody = await act.person(name);
    await nora.share(shared, somebody, 'reader');
  }
  const page = await act.open(nora, list);
  for (const name of hostileNames) {
    await page.getByRole('checkbox', { name, exact: true }).waitFor();
  }
  const [first, second] = hostileNames;
  await page.getByRole('button', { name: `Options for ${first}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const shown = dialog(page, first);
  assert.equal(await shown.getByLabel('Name', { exact: true }).inputValue(), first);
  assert.equal(await shown.getByLabel('Description').inputValue(), first);
  await shown.getByLabel('Name', { exact: true }).fill(`${second} again`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await message(page, `Saved “${second} again”`).waitFor();

  await page.goto(`${list}/calendars/${shared.id}/people`);
  for (const name of hostileNames.slice(0, 12)) {
    await page.getByLabel(`Role of ${name}`, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: `Remove ${first}`, exact: true }).click();
  await page.getByText(`Remove ${first} from “Shared”?`, { exact: true }).waitFor();
  await expectNothingRan(page);
  await expectNoMarkup(page);
});

scene.test('calendars of others', async (act) => {
  const nora = await act.person();
  await nora.makeCalendar('Home');
  const names = hostileNames.slice(0, 20);
  for (const name of names) await subscribe(nora, 'http://127.0.0.1:9/a.ics', { name });
  const page = await act.open(nora, list);
  for (const name of names) await page.getByRole('checkbox', { name, exact: true }).waitFor();
  await page.goto(`${list}/subscriptions`);
  for (const name of names) {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).waitFor();
  }
  await expectNothingRan(page);
  await expectNoMarkup(page);
});

scene.test('names of people, tokens, and where they are signed in', async (act) => {
  await act.ownNorn();
  const ada = act.administrator;
  for (const name of hostileNames.slice(0, 15)) {
    await act.person(name);
    await ada.call('POST', '/api/v1/tokens', { name, scopes: ['calendars:read'] });
  }
  for (const text of hostileTexts.filter((each) => /^[\x20-\x7E]+$/.test(each)).slice(0, 8)) {
    const headers = { 'User-Agent': text };
    await new Client(act.norn).call(
      'POST',
      '/api/v1/session',
      { email: ada.email, password },
      headers,
    );
  }
  await ada.call('PATCH', '/api/v1/account', { name: hostileNames[0] });
  const page = await act.open(ada, '/settings/people');
  for (const name of hostileNames.slice(0, 15)) {
    await page
      .getByRole('switch', { name: `${name} is an administrator`, exact: true })
      .first()
      .waitFor();
  }
  await page.goto('/settings/tokens');
  for (const name of hostileNames.slice(0, 15)) {
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor();
  }
  await page.goto('/settings/sessions');
  await page.getByText('This device', { exact: true }).waitFor();
  await page.goto('/settings/profile');
  assert.equal(await page.getByLabel('Your name').inputValue(), hostileNames[0]);
  await page.getByRole('button', { name: `Account of ${hostileNames[0]}`, exact: true }).waitFor();
  await expectNothingRan(page);
  await expectNoMarkup(page);
});

scene.test('what stands in the address', async (act) => {
  const nobody = await act.open();
  const somebody = await act.open(await act.person());
  for (const text of hostileTexts.filter((_, index) => index % 3 === 0)) {
    const quoted = encodeURIComponent(text);
    await nobody.goto(`/sign-in?error=${quoted}&returnTo=${quoted}#${quoted}`);
    await nobody.getByRole('button', { name: 'Sign in' }).waitFor();
    await nobody.getByText('Something went wrong. Please try again in a moment.').waitFor();
    assert.equal(await nobody.getByText(text, { exact: true }).count(), 0);
  }
  await expectNothingRan(nobody);
  await expectNoMarkup(nobody);
  for (const text of hostileTexts.slice(0, 6)) {
    const quoted = encodeURIComponent(text);
    await somebody.goto(
      `/calendar/month/2026-11-15/new?date=${quoted}&start=${quoted}&calendar=${quoted}`,
    );
    await dialog(somebody).or(somebody.getByText('Your first calendar')).first().waitFor();
  }
  await expectNothingRan(somebody);
  await expectNoMarkup(somebody);
});

scene.test('colours that are none are refused', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  const made = await nora.makeEntry(home, allDay('Holiday', '2026-11-17'));
  for (const bad of hostileColors) {
    const what = JSON.stringify(bad);
    const calendar = await nora.ask('POST', '/api/v1/calendars', { name: 'X', color: bad });
    assert.equal(calendar.status, 400, `a calendar in ${what}`);
    const path = `/api/v1/calendars/${home.id}`;
    const match = { 'If-Match': `"${home.etag}"` };
    assert.equal((await nora.ask('PATCH', path, { color: bad }, match)).status, 400, what);
    const body = allDay('X', '2026-11-17', { color: bad });
    assert.equal(
      (await nora.ask('POST', `${path}/entries`, body)).status,
      400,
      `an entry in ${what}`,
    );
    const entryMatch = { 'If-Match': `"${made.etag}"` };
    const change = await nora.ask(
      'PATCH',
      `/api/v1/entries/${made.id}`,
      { color: bad },
      entryMatch,
    );
    assert.equal(change.status, 400, `a change to ${what}`);
  }
  assert.equal((await nora.entry(made.id)).color, color);
});

scene.test('texts that turn others around are refused', async (act) => {
  const nora = await act.person();
  const home = await nora.makeCalendar('Home');
  for (const text of turningTexts) {
    const entries = `/api/v1/calendars/${home.id}/entries`;
    const replies = [
      await nora.ask('POST', '/api/v1/calendars', { name: text, color }),
      await nora.ask('POST', entries, allDay(text, '2026-11-17')),
      await nora.ask('PATCH', '/api/v1/account', { name: text }),
      await nora.ask('POST', '/api/v1/tokens', { name: text, scopes: ['calendars:read'] }),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [400, 400, 400, 400],
    );
  }
});
