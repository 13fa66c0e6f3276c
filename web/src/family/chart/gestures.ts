// What fingers, a mouse and a wheel do to a chart: drag it, zoom it, tap something. Positions are those of the view.

import type { Attachment } from 'svelte/attachments';

// What moves less than this is a tap.
const tapDistance = 5;
const wheelFactor = 0.0015;
// A pinch on a touchpad comes as a wheel with Ctrl, in small steps.
const pinchFactor = 0.01;
const lineHeight = 16;

export interface Gestures {
  pan: (x: number, y: number) => void;
  zoom: (factor: number, x: number, y: number) => void;
  tap: (x: number, y: number) => void;
  doubleTap: (x: number, y: number) => void;
}

interface Point {
  x: number;
  y: number;
}

// What is pressed within `.no-gestures` has its own use.
export function gestures(handle: Gestures): Attachment<HTMLElement> {
  return (root) => {
    const ended = new AbortController();
    const { signal } = ended;
    const fingers = new Fingers(root, handle);
    const isOwn = ({ target }: Event) =>
      target instanceof Element && target.closest('.no-gestures') === null;
    root.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button === 0 && isOwn(event)) fingers.down(event);
      },
      { signal },
    );
    root.addEventListener('pointermove', (event) => fingers.move(event), { signal });
    root.addEventListener('pointerup', (event) => fingers.up(event, true), { signal });
    root.addEventListener('pointercancel', (event) => fingers.up(event, false), { signal });
    root.addEventListener(
      'dblclick',
      (event) => {
        const { x, y } = pointIn(root, event);
        if (isOwn(event)) handle.doubleTap(x, y);
      },
      { signal },
    );
    root.addEventListener(
      'wheel',
      (event) => {
        if (!isOwn(event)) return;
        event.preventDefault();
        const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : lineHeight);
        const { x, y } = pointIn(root, event);
        handle.zoom(Math.exp(-pixels * (event.ctrlKey ? pinchFactor : wheelFactor)), x, y);
      },
      { signal, passive: false },
    );
    return () => ended.abort();
  };
}

function pointIn(root: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = root.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

// One drags, two also zoom.
class Fingers {
  // Where the view is, from the first finger on: asking for it at every movement would be slow.
  #view: DOMRect | undefined;
  readonly #at = new Map<number, Point>();
  #start: Point | undefined;
  #isDragging = false;

  constructor(
    private readonly root: HTMLElement,
    private readonly handle: Gestures,
  ) {}

  down(event: PointerEvent): void {
    if (this.#at.size === 0) this.#view = this.root.getBoundingClientRect();
    const point = this.#pointOf(event);
    this.#start = this.#at.size === 0 ? point : undefined;
    if (this.#at.size === 0) this.#isDragging = false;
    this.#at.set(event.pointerId, point);
  }

  move(event: PointerEvent): void {
    const before = this.#at.get(event.pointerId);
    if (!before) return;
    const now = this.#pointOf(event);
    if (!this.#isDragging) {
      const { x, y } = this.#start ?? { x: -Infinity, y: -Infinity };
      if (Math.hypot(now.x - x, now.y - y) < tapDistance) return;
      this.#isDragging = true;
      this.root.setPointerCapture(event.pointerId);
    }
    const other = [...this.#at].find(([id]) => id !== event.pointerId)?.[1];
    this.#at.set(event.pointerId, now);
    if (!other) return this.handle.pan(now.x - before.x, now.y - before.y);
    const span = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
    const [x, y] = [(now.x + other.x) / 2, (now.y + other.y) / 2];
    this.handle.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (span(before) > 0) this.handle.zoom(span(now) / span(before), x, y);
  }

  up(event: PointerEvent, isTap: boolean): void {
    const was = this.#at.delete(event.pointerId);
    if (!was || !isTap || this.#isDragging || this.#at.size > 0 || !this.#start) return;
    this.handle.tap(this.#start.x, this.#start.y);
  }

  #pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left = 0, top = 0 } = this.#view ?? {};
    return { x: clientX - left, y: clientY - top };
  }
}
