// Which part of a chart is in sight, and how large.

import type { Box } from './layout/chart_layout';

export interface Camera {
  // What is at the top left of the view, in the chart.
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const leastZoom = 0.02;
export const mostZoom = 3;
// Keys and buttons.
export const zoomStep = 1.25;

export function moved(camera: Camera, screenX: number, screenY: number): Camera {
  const { x, y, zoom } = camera;
  return { x: x - screenX / zoom, y: y - screenY / zoom, zoom };
}

// What is at (screenX, screenY) of the view stays there.
export function zoomed(camera: Camera, factor: number, screenX: number, screenY: number): Camera {
  const zoom = Math.min(mostZoom, Math.max(leastZoom, camera.zoom * factor));
  const shift = 1 / camera.zoom - 1 / zoom;
  return { x: camera.x + screenX * shift, y: camera.y + screenY * shift, zoom };
}

// All of it, no larger than it is.
export function fitting(chart: Size, view: Size): Camera {
  if (chart.width <= 0 || chart.height <= 0 || view.width <= 0 || view.height <= 0) {
    return { x: 0, y: 0, zoom: 1 };
  }
  const best = Math.min(view.width / chart.width, view.height / chart.height, 1);
  const zoom = Math.max(leastZoom, best);
  return {
    x: (chart.width - view.width / zoom) / 2,
    y: (chart.height - view.height / zoom) / 2,
    zoom,
  };
}

// With the box in the middle.
export function centredOn({ x, y, width, height }: Box, zoom: number, view: Size): Camera {
  return {
    x: x + width / 2 - view.width / zoom / 2,
    y: y + height / 2 - view.height / zoom / 2,
    zoom,
  };
}

// Moved only as far as it takes to have the whole box in sight, with a little room around it.
export function revealing(camera: Camera, box: Box, view: Size): Camera {
  const room = Math.min(40, view.width / 8, view.height / 8) / camera.zoom;
  const along = (start: number, length: number, at: number, size: number) => {
    const [first, last] = [start - room, start + length + room];
    if (last - first > size) return start + length / 2 - size / 2;
    if (first < at) return first;
    return last > at + size ? last - size : at;
  };
  return {
    x: along(box.x, box.width, camera.x, view.width / camera.zoom),
    y: along(box.y, box.height, camera.y, view.height / camera.zoom),
    zoom: camera.zoom,
  };
}

// A part of the chart always stays in sight.
export function bounded(camera: Camera, chart: Size, view: Size): Camera {
  const [seenX, seenY] = [view.width / camera.zoom, view.height / camera.zoom];
  const keep = 80 / camera.zoom;
  const within = (at: number, seen: number, length: number) =>
    Math.min(Math.max(at, keep - seen), length - keep);
  return {
    x: within(camera.x, seenX, Math.max(chart.width, 2 * keep)),
    y: within(camera.y, seenY, Math.max(chart.height, 2 * keep)),
    zoom: camera.zoom,
  };
}

// Between two, for an animation: `part` from 0 to 1.
export function between(from: Camera, to: Camera, part: number): Camera {
  const zoom = from.zoom * (to.zoom / from.zoom) ** part;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, zoom };
}

// What is drawn: the view and what is around it, so that most movements draw nothing new.
export interface Sheet extends Box {
  zoom: number;
}

// How much is drawn around the view, and how near the view may come to what is not drawn: shares of the view. So there is
// time to draw what will be seen.
const around = 0.25;
const leastAround = 0.08;
// A sheet that is enlarged further than this looks blurred.
const mostStretch = 1.3;

export function seen({ x, y, zoom }: Camera, view: Size): Box {
  return { x, y, width: view.width / zoom, height: view.height / zoom };
}

export function sheetFor(camera: Camera, view: Size): Sheet {
  const { x, y, width, height } = seen(camera, view);
  return {
    x: x - width * around,
    y: y - height * around,
    width: width * (1 + 2 * around),
    height: height * (1 + 2 * around),
    zoom: camera.zoom,
  };
}

// Whether the sheet still covers what is in sight, and a little around it. Larger than the sheet was made for, the view may
// come to its edge.
export function isCovered(sheet: Sheet, camera: Camera, view: Size): boolean {
  const stretch = camera.zoom / sheet.zoom;
  if (stretch > mostStretch || stretch < 1 / mostStretch) return false;
  const { x, y, width, height } = seen(camera, view);
  const [roomX, roomY] = stretch < 1 ? [0, 0] : [width * leastAround, height * leastAround];
  return (
    x - roomX >= sheet.x &&
    y - roomY >= sheet.y &&
    x + width + roomX <= sheet.x + sheet.width &&
    y + height + roomY <= sheet.y + sheet.height
  );
}
