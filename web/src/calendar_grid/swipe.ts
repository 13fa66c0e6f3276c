// A finger that brushes over the calendar turns its page.

export interface Touched {
  x: number;
  y: number;
  // In milliseconds.
  at: number;
}

const leastPixels = 56;
// Longer, and it is an entry that is taken and moved.
const mostMs = 320;
// From there browsers go back and forward themselves.
const edgePixels = 24;

// 1 is on, -1 is back; undefined when it was something else: a tap, or scrolling.
export function swipeOf(from: Touched, to: Touched, width: number): 1 | -1 | undefined {
  const [across, down] = [to.x - from.x, to.y - from.y];
  if (to.at - from.at > mostMs || Math.abs(across) < leastPixels) return undefined;
  if (Math.abs(across) < 2 * Math.abs(down)) return undefined;
  if (from.x < edgePixels || from.x > width - edgePixels) return undefined;
  return across < 0 ? 1 : -1;
}

// Gives back what ends it.
export function listenToSwipes(element: HTMLElement, onstep: (step: 1 | -1) => void): () => void {
  let from: Touched | undefined;

  function began(event: TouchEvent): void {
    const [touch] = event.touches;
    // Two fingers zoom, and in a page that is zoomed one finger moves about.
    const isAlone = event.touches.length === 1 && (window.visualViewport?.scale ?? 1) <= 1.01;
    from = touch && isAlone ? pointOf(touch, event) : undefined;
  }

  function ended(event: TouchEvent): void {
    const [touch] = event.changedTouches;
    const step = from && touch && swipeOf(from, pointOf(touch, event), window.innerWidth);
    from = undefined;
    if (step) onstep(step);
  }

  element.addEventListener('touchstart', began, { passive: true });
  element.addEventListener('touchend', ended, { passive: true });
  return () => {
    element.removeEventListener('touchstart', began);
    element.removeEventListener('touchend', ended);
  };
}

function pointOf(touch: Touch, event: TouchEvent): Touched {
  return { x: touch.clientX, y: touch.clientY, at: event.timeStamp };
}
