// Picking something up with the mouse or a finger, and taking it elsewhere. A mouse that moves a little picks it up; a
// finger has to rest on it first, because a finger that moves scrolls. Escape puts it back.

import type { Attachment } from 'svelte/attachments';
import { traffic } from './traffic';

const mouseDistance = 5;
const restMs = 350;
const restDistance = 10;
// How near to an edge something is scrolled, and how fast at most.
const edge = 48;
const maxScroll = 18;

export interface Point {
  x: number;
  y: number;
}

// What was pressed, and is dragged if the pointer goes on.
export interface Draggable {
  // It is picked up.
  lift: () => void;
  // Once per frame, for as long as it is held.
  over: (at: Point) => void;
  drop: () => void;
  cancel: () => void;
}

// `take` says what a press would drag, if anything.
export function pointerDrag(
  take: (event: PointerEvent, root: HTMLElement) => Draggable | undefined,
): Attachment<HTMLElement> {
  return (root) => {
    const ended = new AbortController();
    const { signal } = ended;
    let pointer: Pointer | undefined;
    root.addEventListener(
      'pointerdown',
      (event) => {
        pointer?.stop();
        pointer = undefined;
        if (event.button !== 0 || !event.isPrimary) return;
        const taken = take(event, root);
        if (taken) pointer = new Pointer(event, taken);
      },
      { signal },
    );
    const still = (event: Event) => {
      if (pointer?.isDragging) event.preventDefault();
    };
    root.addEventListener('contextmenu', still, { signal });
    // The browser asks when a finger touches down whether anything may keep it from scrolling.
    root.addEventListener('touchmove', still, { signal, passive: false });
    root.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    // The press that ends a drag is none on what was dragged.
    root.addEventListener(
      'click',
      (event) => {
        if (!pointer?.hasDragged) return;
        pointer = undefined;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    return () => {
      pointer?.stop();
      ended.abort();
    };
  };
}

class Pointer {
  isDragging = false;
  hasDragged = false;
  readonly #ended = new AbortController();
  readonly #from: Point;
  #at: Point;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  constructor(
    event: PointerEvent,
    private readonly taken: Draggable,
  ) {
    const { clientX: x, clientY: y, pointerId } = event;
    this.#from = this.#at = { x, y };
    const { signal } = this.#ended;
    const isMouse = event.pointerType === 'mouse';
    if (!isMouse) this.#rest = setTimeout(() => this.#lift(), restMs);
    // A finger that has picked something up does not scroll. What it has touched hears of its moves, and nobody else once
    // that is taken out of the page.
    event.target?.addEventListener(
      'touchmove',
      (moved) => {
        if (this.isDragging) moved.preventDefault();
      },
      { signal, passive: false },
    );
    const own = (handle: (moved: PointerEvent) => void) => (moved: PointerEvent) => {
      if (moved.pointerId === pointerId) handle(moved);
    };
    window.addEventListener(
      'pointermove',
      own((moved) => this.#move(moved, isMouse)),
      { signal },
    );
    window.addEventListener(
      'pointerup',
      own(() => this.#end(() => this.taken.drop())),
      { signal },
    );
    window.addEventListener(
      'pointercancel',
      own(() => this.#end(() => this.taken.cancel())),
      { signal },
    );
    window.addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key !== 'Escape' || !this.isDragging) return;
        pressed.preventDefault();
        this.#end(() => this.taken.cancel());
      },
      { signal, capture: true },
    );
  }

  stop(): void {
    clearTimeout(this.#rest);
    cancelAnimationFrame(this.#frame);
    this.#ended.abort();
    this.isDragging = false;
  }

  #move({ clientX: x, clientY: y }: PointerEvent, isMouse: boolean): void {
    this.#at = { x, y };
    if (this.isDragging) return;
    const distance = Math.hypot(x - this.#from.x, y - this.#from.y);
    if (isMouse && distance > mouseDistance) this.#lift();
    else if (!isMouse && distance > restDistance) this.stop();
  }

  #lift(): void {
    this.isDragging = this.hasDragged = true;
    // What is marked as text would be dragged along.
    getSelection()?.removeAllRanges();
    // What is loaded beside a page would make the hand stumble.
    const { signal } = this.#ended;
    void traffic.follow(new Promise((ended) => signal.addEventListener('abort', ended)));
    this.taken.lift();
    this.#follow();
  }

  #follow(): void {
    this.#frame = requestAnimationFrame(() => {
      this.taken.over(this.#at);
      this.#follow();
    });
  }

  #end(then: () => void): void {
    const wasDragging = this.isDragging;
    this.stop();
    if (wasDragging) then();
  }
}

// How many pixels per frame something is scrolled, by how near the edge is; 0 away from both.
export function speedAt(at: number, start: number, end: number): number {
  if (at < start + edge) return -Math.ceil((Math.min(start + edge - at, edge) / edge) * maxScroll);
  if (at > end - edge) return Math.ceil((Math.min(at - end + edge, edge) / edge) * maxScroll);
  return 0;
}
