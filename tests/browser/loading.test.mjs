// How pages come: nothing moves once it is shown, little is loaded, and all of it at once.

import assert from 'node:assert/strict';
import { addressOf, book, household } from './support/bookings.mjs';
import { phone, today } from './support/browser.mjs';
import { entry } from './support/calendar.mjs';
import { allDay, task, timed } from './support/people.mjs';
import { plan, prefer } from './support/planner.mjs';
import { makeScene } from './support/scene.mjs';

const scene = makeScene();
const mostShift = 0.1;

// Runs in the page, before anything of the page.
function noteShifts() {
  window.shifts = [];
  const note = ({ value, startTime, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const moved = sources.map(({ node, previousRect, currentRect }) => {
      const name = (node?.parentElement ?? node)?.className ?? '';
      return `${name}: ${boxOf(previousRect)} to ${boxOf(currentRect)}`;
    });
    window.shifts.push({ value, at: startTime, moved });
  };
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  observer.observe({ type: 'layout-shift', buffered: true });
}

// Somebody with a little of everything.
async function fill(act) {
  const { nora, ben, place } = await household(act);
  const home = await nora.makeCalendar('Home');
  const club = await ben.makeCalendar('Club');
  await ben.share(club, nora, 'reader');
  await nora.makeEntry(home, timed('Dentist', today, '09:00', '09:45'));
  await nora.makeEntry(home, timed('Early', today, '05:30', '06:00'));
  await nora.makeEntry(home, allDay('Holiday', today));
  await nora.makeEntry(home, task('Call', today));
  await ben.makeEntry(club, allDay('Match', '2026-11-06'));
  await prefer(nora, {
    defaultTzid: 'Europe/Berlin',
    weekStart: 0,
    defaultReminderMinutes: [],
  });
  const tags = ['work', 'home', 'club', 'school'];
  const [start, end] = [`${today}T09:00`, `${today}T10:00`];
  await plan(nora, { title: 'Dentist', start, end, tags });
  await plan(nora, {
    title: 'Flight',
    start: `${today}T05:00`,
    end: `${today}T06:00`,
  });
  await plan(nora, {
    title: 'Fair',
    isAllDay: true,
    startDate: today,
    endDate: '2026-11-06',
  });
  await book(ben, place, 7, 11);
  await book(nora, place, 12, 15);
  return { nora, place };
}

// In a month on a phone, it is only a bar.
const isCalled = (name) => (page) =>
  entry(page, name).or(page.locator('.phone-month .cal-entry')).first().waitFor();
const hasDays = (page) => page.locator('[data-date]').first().waitFor();
const hasStays = (page) => page.locator('[data-stay]').first().waitFor();
const views = [
  ...['month', 'week', 'day', 'list'].map((view) => [
    `/calendar/${view}/${today}`,
    isCalled('Dentist'),
  ]),
  [`/calendar/year/${today}`, hasDays],
  ...['month', 'week', 'day', 'list'].map((view) => [
    `/planner/${view}/${today}`,
    isCalled('Dentist'),
  ]),
  ...['month', 'week', 'day', 'list'].map((view) => [`/agenda/${view}/${today}`, isCalled('Fair')]),
  [(place) => addressOf.timeline(place), hasStays],
  [(place) => addressOf.month(place), hasStays],
  [(place) => addressOf.year(place), (page) => page.locator('[data-day]').first().waitFor()],
];

// Far enough away that everything comes piece by piece.
async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: 500_000,
    uploadThroughput: 500_000,
  });
}

for (const [device, options] of Object.entries({ desk: {}, phone })) {
  scene.test(`nothing moves while a page comes, on a ${device}`, async (act) => {
    const { nora, place } = await fill(act);
    const page = await act.open(nora, undefined, options);
    await page.addInitScript(noteShifts);
    await slowDown(page);
    for (const [address, isShown] of views) {
      const path = typeof address === 'function' ? address(place) : address;
      await page.goto(path);
      await isShown(page);
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      assert.ok(sum < mostShift, `${path}: ${sum} ${JSON.stringify(shifts, undefined, 1)}`);
    }
  });
}

// Remembers when the page first showed this.
function noteWhenShown(page, text) {
  return page.addInitScript((shown) => {
    const observer = new MutationObserver(() => {
      if (!document.body?.textContent.includes(shown)) return;
      window.shownAt = performance.now();
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  }, text);
}

// What the browser has asked for of the app, in this order, before the page showed what is noted.
function loadedFiles(page) {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= (window.shownAt ?? Infinity))
      .map(({ name, initiatorType, encodedBodySize }) => ({
        path: new URL(name).pathname,
        initiatorType,
        bytes: encodedBodySize,
      })),
  );
}

// The files that the HTML of the page names.
function namedFiles(page) {
  return page.evaluate(async () => {
    const html = await (await fetch(location.pathname)).text();
    return [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  });
}

// As they are sent, without what the API says.
for (const [app, view, mostKB] of [
  ['calendar', 'month', 156],
  ['calendar', 'list', 97],
  ['planner', 'week', 187],
  ['agenda', 'week', 168],
  ['agenda', 'list', 95],
]) {
  scene.test(`the ${view} of the ${app} asks for its files at once, and for few`, async (act) => {
    const { nora } = await fill(act);
    const page = await act.open(nora);
    // Held until the page has shown all that it needs, so that what is loaded in advance is not counted.
    await page.addInitScript(() => (window.requestIdleCallback = () => 0));
    await noteWhenShown(page, 'Dentist');
    await page.goto(`/${app}/${view}/${today}`);
    await entry(page, 'Dentist').first().waitFor();
    const files = await loadedFiles(page);
    const assets = files.filter(({ path }) => path.startsWith('/assets/'));
    const named = await namedFiles(page);
    // No script had to find any of these: the page names its view and its messages as well.
    const first = /^\/assets\/(en-|base|frame|agenda|calendars|planner|grid|timegrid|ListView)/;
    const found = assets.filter(({ path }) => first.test(path) && !named.includes(path));
    assert.deepEqual(found, []);
    for (const name of [
      'base',
      'frame',
      'en-base',
      'en-frame',
      view === 'list' ? 'ListView' : 'grid',
    ]) {
      const isNamed = named.some((path) => path.startsWith(`/assets/${name}-`));
      assert.ok(isNamed, `${name} is not one of ${named.join(' ')}`);
    }
    const kiloBytes = assets.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    assert.ok(kiloBytes < mostKB, `${kiloBytes} kB: ${JSON.stringify(assets, undefined, 1)}`);
    const questions = files.filter(({ path }) => path === '/api/v1/server');
    assert.equal(questions.length, 1, 'what the page has asked for in advance is used');
  });
}

const mostSignInKB = 41.4;

// With gzip, which every browser takes, whatever this one has asked for.
async function gzippedKB(client, paths) {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const reply = await client.ask('HEAD', path, undefined, { 'Accept-Encoding': 'gzip' });
      return Number(reply.headers['content-length']);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

for (const [language, words] of [
  ['en-GB', 'Sign in'],
  ['de-DE', 'Anmelden'],
  ['zh-CN', '登录'],
]) {
  scene.test(`the page of signing in is small and comes at once, in ${language}`, async (act) => {
    const page = await act.open(undefined, '/sign-in', { locale: language });
    await page.getByRole('heading', { name: words, exact: true }).waitFor();
    const named = await namedFiles(page);
    const paths = (await loadedFiles(page)).map(({ path }) => path);
    const assets = paths.filter((path) => path.startsWith('/assets/'));
    assert.deepEqual(
      assets.filter((path) => !named.includes(path)),
      [],
    );
    const others = ['/sign-in', '/favicon.svg', '/manifest.webmanifest'];
    const kiloBytes = await gzippedKB(act.administrator, [...assets, ...others]);
    assert.ok(kiloBytes <= mostSignInKB, `${kiloBytes} kB: ${assets.join(' ')}`);
  });
}
