// Runs in the page, before anything of the page: notes what the browser tells about its work, and
// when something that was waited for has been painted.

export function probe(marker) {
  const noted = { longTasks: [], shift: 0, shifts: [], events: [], firstEntry: null, ready: null };
  window.probe = noted;

  function observe(type, take, options = {}) {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  }
  observe('longtask', ({ startTime, duration }) => noted.longTasks.push({ startTime, duration }));
  observe('layout-shift', (shift) => {
    if (shift.hadRecentInput) return;
    noted.shift += shift.value;
    const moved = shift.sources.map(({ node }) => (node?.parentElement ?? node)?.className);
    noted.shifts.push(`${shift.value.toFixed(3)} ${moved.join(', ')}`);
  });
  const takeEvent = ({ name, startTime, duration, interactionId }) => {
    if (interactionId) noted.events.push({ name, startTime, duration });
  };
  observe('event', takeEvent, { durationThreshold: 16 });

  // What is in the document now is on the screen when the frame after this one has begun.
  noted.painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });

  // When what `isThere` looks for is painted: { at }, in the time of performance.now().
  noted.until = (isThere) =>
    new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return false;
        observer.disconnect();
        noted.painted().then((at) => resolve({ at }));
        return true;
      };
      const observer = new MutationObserver(look);
      const options = { childList: true, subtree: true, attributes: true, characterData: true };
      if (!look()) observer.observe(document, options);
    });

  // Whether an entry is shown whose name has these words. The names say the day of each.
  noted.shows = (words) =>
    [...document.querySelectorAll('button, [role=button]')].some(
      ({ textContent: name }) => name.includes(marker) && name.includes(words),
    );

  // A stay has the name of its place in its label.
  const isStayShown = () => document.querySelector(`[data-stay][aria-label*="${marker}"]`) !== null;
  noted
    .until(() => noted.shows('') || isStayShown())
    .then(({ at }) => {
      noted.firstEntry = at;
      // It answers from the moment on at which the browser has nothing else to do.
      requestIdleCallback(() => (noted.ready = performance.now()));
    });
}
