// What of a chart is drawn, and where it is on the screen. A movement changes one transform per frame; cards and lines are
// added and removed only when the view comes near to the edge of the sheet that is drawn. What stays is not touched then:
// the drawing on which everything has its place is another one only after a zoom or far away.

import {
  between,
  bounded,
  isCovered,
  moved,
  seen,
  sheetFor,
  zoomed,
  type Camera,
  type Sheet,
  type Size,
} from './camera';
import { overlap } from './spatial_index';
import type { Box } from './layout/chart_layout';

// After a zoom the sheet is drawn once more, sharp.
const settleMs = 150;
const animationMs = 240;
// In pixels: how far the drawing reaches to all sides of its origin, and how far from it sheets may be. The drawing has one
// size, because a layer that grows is painted anew.
const reach = 16_000;
const mostFromOrigin = 12_000;

export interface Placed {
  // Of the drawing, as a CSS transform.
  transform: string;
  camera: Camera;
}

export class Stage {
  sheet = $state.raw<Sheet>({ x: 0, y: 0, width: 1, height: 1, zoom: 1 });
  // The drawing: what is at its top left, how much of the chart it covers, and how large that is.
  drawing = $state.raw<Sheet>(drawingAround({ x: 0, y: 0, zoom: 1 }));
  #camera: Camera = { x: 0, y: 0, zoom: 1 };
  #view: Size = { width: 0, height: 0 };
  #chart: Size = { width: 0, height: 0 };
  #frame = 0;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #animation: { from: Camera; to: Camera; start: number } | undefined;

  // `place` puts what is drawn to where it is seen.
  constructor(private readonly place: (placed: Placed) => void) {}

  get camera(): Camera {
    return this.#camera;
  }

  get view(): Size {
    return this.#view;
  }

  resize(view: Size, chart: Size): void {
    this.#view = view;
    this.#chart = chart;
  }

  pan(x: number, y: number): void {
    this.#go(moved(this.#target(), x, y));
  }

  zoom(factor: number, x = this.#view.width / 2, y = this.#view.height / 2): void {
    this.#go(zoomed(this.#target(), factor, x, y));
  }

  // At once, or as a movement that people can follow. What is far away is not flown to.
  goTo(camera: Camera, isMovement: boolean): void {
    const target = bounded(camera, this.#chart, this.#view);
    const isNear = overlap(seen(this.#camera, this.#view), seen(target, this.#view));
    if (!isMovement || !isNear || isCalm()) return this.#go(target);
    this.#animation = { from: this.#camera, to: target, start: performance.now() };
    this.#schedule();
  }

  // What is at a position of the view, in the chart.
  at(x: number, y: number): Box {
    const { zoom } = this.#camera;
    return { x: this.#camera.x + x / zoom, y: this.#camera.y + y / zoom, width: 0, height: 0 };
  }

  // Where the drawing has to be. Called when it is another one.
  update(): void {
    const { x, y, zoom } = this.#camera;
    const { drawing } = this;
    const [left, top] = [(drawing.x - x) * zoom, (drawing.y - y) * zoom];
    const transform = `translate(${left}px, ${top}px) scale(${zoom / drawing.zoom})`;
    this.place({ transform, camera: this.#camera });
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settle);
  }

  #target(): Camera {
    return this.#animation?.to ?? this.#camera;
  }

  #go(camera: Camera): void {
    this.#animation = undefined;
    this.#camera = bounded(camera, this.#chart, this.#view);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = 0;
    if (this.#animation) this.#animate(now);
    if (!isCovered(this.sheet, this.#camera, this.#view)) this.#redraw();
    this.update();
    clearTimeout(this.#settle);
    if (this.#camera.zoom !== this.sheet.zoom) {
      this.#settle = setTimeout(() => this.#redraw(), settleMs);
    }
  }

  #animate(now: number): void {
    if (!this.#animation) return;
    const { from, to, start } = this.#animation;
    const part = Math.min(1, Math.max(0, (now - start) / animationMs));
    // Slower towards the end.
    this.#camera = between(from, to, 1 - (1 - part) ** 3);
    if (part < 1) this.#schedule();
    else this.#animation = undefined;
  }

  #redraw(): void {
    this.sheet = sheetFor(this.#camera, this.#view);
    const { x, y, zoom } = this.#camera;
    const { drawing } = this;
    const [right, down] = [x - drawing.x - drawing.width / 2, y - drawing.y - drawing.height / 2];
    const isFar = Math.max(Math.abs(right), Math.abs(down)) * zoom > mostFromOrigin;
    if (zoom !== drawing.zoom || isFar) this.drawing = drawingAround(this.#camera);
  }
}

function drawingAround({ x, y, zoom }: Camera): Sheet {
  const far = reach / zoom;
  return { x: x - far, y: y - far, width: 2 * far, height: 2 * far, zoom };
}

function isCalm(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
