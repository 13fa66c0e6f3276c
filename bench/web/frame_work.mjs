// How much the main thread does in each frame while a person drags something, from a trace of the browser.

// devtools.timeline has the frames, `toplevel` the tasks of threads, blink.user_timing the marks.
const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'toplevel',
  'blink.user_timing',
];
const taskNames = ['RunTask', 'ThreadControllerImpl::RunTask'];
const [firstMark, lastMark] = ['drag begins', 'drag ends'];

export const begins = (page) => page.evaluate((mark) => performance.mark(mark), firstMark);
export const ends = (page) => page.evaluate((mark) => performance.mark(mark), lastMark);

// The events of the trace of what `action` does.
export async function traced(browser, page, action) {
  await browser.startTracing(page, { categories });
  await action();
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

// Milliseconds of work of the main thread, frame by frame, between the two marks of the page. Throws if there are fewer
// than `fewest` frames.
export function workPerFrame(events, fewest) {
  const markOf = (name) => {
    const mark = events.find((event) => event.name === name && event.cat?.includes('user_timing'));
    if (!mark) throw new Error(`The trace has no mark “${name}”.`);
    return mark;
  };
  const [begin, end] = [markOf(firstMark), markOf(lastMark)];
  const here = events
    .filter(({ pid, tid, ts }) => pid === begin.pid && tid === begin.tid && ts >= begin.ts)
    .filter(({ ts }) => ts <= end.ts)
    .sort((one, other) => one.ts - other.ts);
  const tasks = outermost(here.filter(({ ph, name }) => ph === 'X' && taskNames.includes(name)));
  const frames = here.filter(({ name }) => name === 'FireAnimationFrame');
  const sums = [];
  let next = 0;
  for (const { ts, dur } of tasks) {
    let isFrame = false;
    for (; next < frames.length && frames[next].ts < ts + dur; next++) {
      isFrame ||= frames[next].ts >= ts;
    }
    if (isFrame) sums.push(0);
    if (sums.length > 0) sums[sums.length - 1] += dur / 1000;
  }
  if (sums.length < fewest) throw new Error(`The trace has only ${sums.length} frames.`);
  return sums;
}

// A task can run within another one.
function outermost(tasks) {
  let end = 0;
  return tasks.filter(({ ts, dur }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
}
