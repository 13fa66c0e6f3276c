// One press of a mouse or a finger on a day or a stay, until it is let go: a click, a drag, or the
// beginning of scrolling, which is the browser's. A finger drags after it was held for a moment.

import type { DateText } from '../../lib/dates';
import { EdgeScroll } from './edge_scroll';
import type { Drag } from './night_drag';
import type { NightDrag, Point } from './night_drag.svelte';

const holdMs = 380;
// A mouse that moves less has clicked; a finger that moves more before it is held scrolls.
const leastMousePixels = 4;
const mostFingerPixels = 10;

export class NightPress {
  readonly #isTouch: boolean;
  readonly #pointerId: number;
  readonly #began: Point;
  #isDragging = false;
  #hasMoved = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scroll: EdgeScroll | undefined;
  #last: Point;
  readonly #ended = new AbortController();

  constructor(
    event: PointerEvent,
    private readonly root: HTMLElement,
    private readonly nights: NightDrag,
    private readonly what: Omit<Drag, 'to'>,
    private readonly ontap: (day: DateText, at: Point) => void,
  ) {
    this.#isTouch = event.pointerType === 'touch';
    this.#pointerId = event.pointerId;
    this.#began = this.#last = { x: event.clientX, y: event.clientY };
    const { signal } = this.#ended;
    window.addEventListener('pointermove', (each) => this.#moved(each), { signal });
    window.addEventListener('pointerup', (each) => this.#up(each), { signal });
    window.addEventListener('pointercancel', () => this.#giveUp(), { signal });
    window.addEventListener('blur', () => this.#giveUp(), { signal });
    window.addEventListener('keydown', (each) => this.#key(each), { signal, capture: true });
    // Once something is held, the finger does not scroll any more.
    const hold = (each: Event) => this.#isDragging && each.preventDefault();
    window.addEventListener('touchmove', hold, { signal, passive: false });
    window.addEventListener('contextmenu', hold, { signal });
    if (this.#isTouch) this.#timer = setTimeout(() => this.#start(), holdMs);
  }

  #start(): void {
    this.#isDragging = true;
    this.nights.begin(this.what, this.#last);
    if (this.#isTouch && 'vibrate' in navigator) navigator.vibrate(12);
    const box = this.root.closest<HTMLElement>('[data-scrolls]');
    const header = this.root.querySelector('[data-fixed]');
    const left = () => (header ?? this.root).getBoundingClientRect()[header ? 'right' : 'left'];
    if (box) this.#scroll = new EdgeScroll(box, left, () => this.#look());
  }

  #moved(event: PointerEvent): void {
    if (event.pointerId !== this.#pointerId) return;
    this.#last = { x: event.clientX, y: event.clientY };
    const way = Math.hypot(this.#last.x - this.#began.x, this.#last.y - this.#began.y);
    if (!this.#isDragging) {
      if (this.#isTouch && way > mostFingerPixels) return this.#end();
      if (this.#isTouch || way < leastMousePixels) return;
      this.#start();
    }
    if (way > leastMousePixels) this.#hasMoved = true;
    this.#look();
    this.#scroll?.over(this.#last.x);
  }

  #look(): void {
    const { x, y } = this.#last;
    // Above and below the row it still is the day that counts.
    this.nights.over(dayAt(this.root, x, y) ?? dayAt(this.root, x, this.#began.y), this.#last);
  }

  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointerId) return;
    const isTap = !this.#isDragging;
    this.#end();
    if (isTap) {
      if (this.what.grip === 'mark') this.ontap(this.what.from, this.#last);
      return;
    }
    swallowClick();
    if (this.#isTouch && !this.#hasMoved && this.what.grip === 'mark') this.nights.pickOn();
    else this.nights.drop();
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#isDragging) return;
    event.preventDefault();
    event.stopPropagation();
    // The mouse is still down, and its click would open what is below it.
    window.addEventListener('pointerup', swallowClick, { once: true });
    this.#giveUp();
  }

  #giveUp(): void {
    const wasDragging = this.#isDragging;
    this.#end();
    if (wasDragging) this.nights.clear();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#scroll?.stop();
    this.#ended.abort();
  }
}

// The day that is drawn there, whatever is drawn above it.
export function dayAt(root: HTMLElement, x: number, y: number): DateText | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const day = element instanceof HTMLElement ? element.dataset.day : undefined;
    if (day !== undefined && root.contains(element)) return day;
  }
  return undefined;
}

// What was dragged is not clicked as well.
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50);
}
