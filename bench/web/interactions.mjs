// How soon the calendar answers with a thousand entries in view: from the input to the next frame
// that is painted (what the browser's event timing says), and until what was asked for is there.

import { probe } from './probe.mjs';
import { day, marker, taskDay } from './scenario.mjs';

// Event timing is told in steps of 8 ms, and only from here on.
const leastEventMs = 16;
const nextFrameMs = 200;

// Each has what the person does, and what the page looks like when it is done.
const interactions = [
  {
    name: 'opening an entry',
    path: `/calendar/month/${day}`,
    act: (page) =>
      page
        .getByRole('button', { name: new RegExp(`^${marker} `) })
        .first()
        .click(),
    isDone: () => document.querySelector('dialog[open] h2') !== null,
  },
  {
    name: 'the next month',
    path: `/calendar/month/${day}`,
    act: (page) => page.keyboard.press('ArrowRight'),
    isDone: () => window.probe.shows('17 December'),
  },
  {
    name: 'from month to week',
    path: `/calendar/month/${day}`,
    act: (page) => page.keyboard.press('w'),
    isDone: () =>
      location.pathname.startsWith('/calendar/week/') && window.probe.shows('9 November'),
  },
  {
    name: 'from month to list',
    path: `/calendar/month/${day}`,
    act: (page) => page.keyboard.press('l'),
    isDone: () => location.pathname.startsWith('/calendar/list/') && window.probe.shows('November'),
  },
  {
    name: 'from month to year',
    path: `/calendar/month/${day}`,
    act: (page) => page.keyboard.press('y'),
    isDone: () =>
      location.pathname.startsWith('/calendar/year/') && !window.probe.shows('November'),
  },
  {
    name: 'ticking a task in the list',
    path: `/calendar/list/${taskDay}`,
    act: (page) =>
      page
        .getByRole('checkbox', { name: `Done: ${marker}`, checked: false })
        .first()
        .click(),
    isDone: () => document.querySelector('[aria-label="Messages"] p') !== null,
  },
];

// Notes when the input came, and gives what waits until it is answered.
function arm(isDone) {
  const noted = window.probe;
  noted.events.length = 0;
  noted.inputAt = undefined;
  const note = ({ timeStamp }) => (noted.inputAt ??= timeStamp);
  for (const type of ['click', 'keydown']) {
    window.addEventListener(type, note, { capture: true, once: true });
  }
  noted.done = noted.until(isDone).then(({ at }) => at - noted.inputAt);
}

// The longest of the events that belong to the input; those that are too short are not told.
async function nextFrame(page) {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
  const durations = await page.evaluate(() => window.probe.events.map(({ duration }) => duration));
  return Math.max(leastEventMs, ...durations);
}

async function measureOne(page, { name, path, act, isDone }, figures) {
  await page.goto(path);
  await page.waitForFunction(() => window.probe.firstEntry !== null);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 3000 })));
  // A function goes to the page as its text.
  await page.evaluate(`(${arm})(${isDone})`);
  await act(page);
  const shown = await page.evaluate(() => window.probe.done);
  figures.add(`${name}: input to next frame`, await nextFrame(page), { limit: nextFrameMs });
  figures.add(`${name}: until it is shown`, shown);
}

export async function measureInteractions(browser, norn, person, figures, { runs, options }) {
  const context = await browser.newContext({ baseURL: norn.url, ...options });
  await context.addInitScript(probe, marker);
  await context.addCookies([{ name: 'norn', value: person.cookie, url: norn.url }]);
  try {
    const page = await context.newPage();
    for (const interaction of interactions) {
      for (let run = 0; run < runs; run++) await measureOne(page, interaction, figures);
    }
  } finally {
    await context.close();
  }
}
