// What a page weighs and when it is there, with nothing kept and with everything kept; and on a slow
// phone far from everything.

import { request } from 'node:http';
import { probe } from './probe.mjs';
import { day, marker } from './scenario.mjs';

const KB = 1000;
const longTaskMs = 50;

// What a phone has at the edge of the network, and a processor that is so many times slower than
// this machine's.
const slow = { bytesPerSecond: 50_000, latencyMs: 400, processor: 4, limitMs: 5000 };

// Budgets, of everything but the answers of the API. `who` is one of those that measureLoads gets; the
// pages of a usual person are also opened on the slow phone.
const pages = [
  { name: 'sign-in page', path: '/sign-in', budgetKB: 40 },
  { name: 'calendar page', path: `/calendar/month/${day}`, who: 'full', budgetKB: 160 },
  ...[
    { name: 'calendar month', path: `/calendar/month/${day}` },
    { name: 'calendar week', path: `/calendar/week/${day}` },
    { name: 'calendar list', path: `/calendar/list/${day}` },
    { name: 'planner week', path: `/planner/week/${day}` },
    { name: 'bookings month', path: (place) => `/bookings/${place.id}/month/2027-07-01` },
  ].map((page) => ({ ...page, who: 'usual', budgetKB: 160 })),
];

// The bytes of the body as they come over the wire in this coding.
function sizeOf(url, coding) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'Accept-Encoding': coding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

// When the page is there: the sign-in page with its form, the calendar with its first entry.
async function untilShown(page, isCalendar) {
  if (isCalendar) {
    await page.waitForFunction(() => window.probe.firstEntry !== null);
    return page.evaluate(() => window.probe.firstEntry);
  }
  const { at } = await page.evaluate(() =>
    window.probe.until(() => document.querySelector('input[type=password]') !== null),
  );
  return at;
}

async function readTimings(page) {
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  // What a page still does once it is shown belongs to it.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 3000 })));
  return page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    longTasks: window.probe.longTasks,
    shift: window.probe.shift,
    files: [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ]
      .map(({ name, transferSize, encodedBodySize }) => ({ name, transferSize, encodedBodySize }))
      .filter(({ name }) => !new URL(name).pathname.startsWith('/api/')),
  }));
}

async function measureOne(page, target, figures, cache) {
  const isCalendar = target.who !== undefined;
  await page.goto(target.path, { waitUntil: 'commit' });
  const shown = await untilShown(page, isCalendar);
  const timings = await readTimings(page);
  const name = `${target.name}, ${cache} cache`;
  const blocked = timings.longTasks
    .filter(({ startTime }) => startTime >= timings.firstPaint)
    .reduce((sum, { duration }) => sum + duration - longTaskMs, 0);
  figures.add(`${name}: first contentful paint`, timings.firstPaint, { limit: 1000 });
  figures.add(`${name}: ${isCalendar ? 'first entry' : 'form'} shown`, shown, { limit: 1000 });
  figures.add(`${name}: total blocking time`, blocked, { limit: 200 });
  figures.add(`${name}: layout shift`, timings.shift, { unit: '', digits: 3, limit: 0.1 });
  const transferred = timings.files.reduce((sum, file) => sum + file.transferSize, 0) / KB;
  figures.add(`${name}: transferred`, transferred, { unit: 'KB', digits: 1 });
  return timings.files.map((file) => file.name);
}

// Calls `measure` with a page in a browser of its own, in which nothing is kept.
async function inNewBrowser(browser, norn, { options, person }, measure) {
  const context = await browser.newContext({ baseURL: norn.url, ...options });
  await context.addInitScript(probe, marker);
  if (person) await context.addCookies([{ name: 'norn', value: person.cookie, url: norn.url }]);
  try {
    return await measure(await context.newPage());
  } finally {
    await context.close();
  }
}

async function measureCaches(page, target, figures) {
  const files = await measureOne(page, target, figures, 'cold');
  await page.goto('about:blank');
  await measureOne(page, target, figures, 'warm');
  return files;
}

async function measureSlow(page, { name, path }, figures) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.probe.ready !== null);
  const { firstPaint, shift } = await readTimings(page);
  const [ready, shifts] = await page.evaluate(() => [window.probe.ready, window.probe.shifts]);
  if (process.env.NORN_BENCH_SHIFTS) console.error(name, shifts);
  figures.add(`${name}, slow 3G, cold: first contentful paint`, firstPaint);
  figures.add(`${name}, slow 3G, cold: ready`, ready, { limit: slow.limitMs });
  figures.add(`${name}, slow 3G, cold: layout shift`, shift, { unit: '', digits: 3, limit: 0.1 });
}

// `people` has who the pages are for, `place` the one of the bookings.
export async function measureLoads(browser, norn, { people, place }, figures, { runs, options }) {
  for (const each of pages) {
    const path = typeof each.path === 'function' ? each.path(place) : each.path;
    const target = { ...each, path, options, person: people[each.who] };
    const measured = (measure) =>
      inNewBrowser(browser, norn, target, (page) => measure(page, target, figures));
    let files = [];
    for (let run = 0; run < runs; run++) {
      files = await measured(measureCaches);
      if (each.who === 'usual') await measured(measureSlow);
    }
    for (const coding of ['gzip', 'br']) {
      const sizes = await Promise.all([...new Set(files)].map((url) => sizeOf(url, coding)));
      const total = sizes.reduce((sum, size) => sum + size, 0) / KB;
      const limit = coding === 'gzip' ? target.budgetKB : undefined;
      figures.add(`${target.name}: ${sizes.length} files, ${coding}`, total, {
        unit: 'KB',
        digits: 1,
        limit,
      });
    }
  }
}

const mostNodes = 5000;

// How much of a long list is drawn at a time.
export async function measureList(browser, norn, person, figures, { options }) {
  await inNewBrowser(browser, norn, { options, person }, async (page) => {
    await page.goto('/calendar/list/2026-11-01');
    await page.waitForFunction(() => window.probe.firstEntry !== null);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    const name = 'list of a month with 2,000 entries: nodes';
    figures.add(name, nodes, { unit: '', limit: mostNodes });
  });
}
