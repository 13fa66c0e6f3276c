// What a page weighs and when it is there, with nothing kept and with everything kept.

import { request } from 'node:http';
import { probe } from './probe.mjs';
import { marker } from './scenario.mjs';

const KB = 1000;
const longTaskMs = 50;

// Budgets, of everything but the answers of the API.
export const pages = [
  { name: 'sign-in page', path: '/sign-in', isFor: 'nobody', budgetKB: 40 },
  { name: 'calendar page', path: '/calendar/month/2026-11-15', isFor: 'person', budgetKB: 160 },
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
  const isCalendar = target.isFor === 'person';
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

async function measurePage(browser, norn, person, target, figures) {
  const context = await browser.newContext({ baseURL: norn.url, ...target.options });
  await context.addInitScript(probe, marker);
  if (target.isFor === 'person') {
    await context.addCookies([{ name: 'norn', value: person.cookie, url: norn.url }]);
  }
  try {
    const page = await context.newPage();
    const files = await measureOne(page, target, figures, 'cold');
    await page.goto('about:blank');
    await measureOne(page, target, figures, 'warm');
    return files;
  } finally {
    await context.close();
  }
}

export async function measureLoads(browser, norn, person, figures, { runs, options }) {
  for (const target of pages) {
    let files = [];
    for (let run = 0; run < runs; run++) {
      files = await measurePage(browser, norn, person, { ...target, options }, figures);
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
