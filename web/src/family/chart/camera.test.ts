import { describe, expect, it } from 'vitest';
import {
  bounded,
  centredOn,
  fitting,
  isCovered,
  mostZoom,
  moved,
  revealing,
  seen,
  sheetFor,
  zoomed,
} from './camera';

const view = { width: 800, height: 600 };
const start = { x: 100, y: 50, zoom: 0.5 };

describe('the camera', () => {
  it('follows the hand', () => {
    expect(moved(start, 10, -20)).toEqual({ x: 80, y: 90, zoom: 0.5 });
  });

  it('zooms around a point, which stays where it is', () => {
    const camera = zoomed(start, 2, 400, 300);
    expect(camera.zoom).toBe(1);
    expect(camera.x + 400 / camera.zoom).toBeCloseTo(start.x + 400 / start.zoom);
    expect(camera.y + 300 / camera.zoom).toBeCloseTo(start.y + 300 / start.zoom);
    expect(zoomed(start, 1000, 0, 0).zoom).toBe(mostZoom);
  });

  it('shows all of a chart, in the middle and no larger than it is', () => {
    expect(fitting({ width: 1600, height: 600 }, view)).toEqual({ x: 0, y: -300, zoom: 0.5 });
    expect(fitting({ width: 400, height: 300 }, view)).toEqual({ x: -200, y: -150, zoom: 1 });
    expect(fitting({ width: 0, height: 0 }, view).zoom).toBe(1);
  });

  it('moves no further than it takes to show a card', () => {
    const inSight = { x: 300, y: 300, width: 200, height: 68 };
    expect(revealing({ x: 0, y: 0, zoom: 1 }, inSight, view)).toEqual({ x: 0, y: 0, zoom: 1 });
    const right = { x: 1000, y: 300, width: 200, height: 68 };
    expect(revealing({ x: 0, y: 0, zoom: 1 }, right, view)).toEqual({ x: 440, y: 0, zoom: 1 });
    // What is larger than the view is in the middle.
    const large = { x: 1000, y: 300, width: 900, height: 68 };
    expect(revealing({ x: 0, y: 0, zoom: 1 }, large, view).x).toBe(1050);
  });

  it('puts a card in the middle', () => {
    expect(centredOn({ x: 500, y: 500, width: 200, height: 100 }, 2, view)).toEqual({
      x: 400,
      y: 400,
      zoom: 2,
    });
  });

  it('never loses the chart', () => {
    const chart = { width: 1000, height: 500 };
    for (const far of [-1e6, 1e6]) {
      const camera = bounded({ x: far, y: far, zoom: 1 }, chart, view);
      const { x, y, width, height } = seen(camera, view);
      expect(x).toBeLessThan(chart.width);
      expect(x + width).toBeGreaterThan(0);
      expect(y).toBeLessThan(chart.height);
      expect(y + height).toBeGreaterThan(0);
    }
  });
});

describe('the sheet', () => {
  it('covers small movements and small zooms, and no others', () => {
    const sheet = sheetFor(start, view);
    expect(isCovered(sheet, start, view)).toBe(true);
    expect(isCovered(sheet, moved(start, 130, 95), view)).toBe(true);
    // Before the edge is in sight.
    expect(isCovered(sheet, moved(start, 140, 0), view)).toBe(false);
    expect(isCovered(sheet, zoomed(start, 1.2, 400, 300), view)).toBe(true);
    expect(isCovered(sheet, zoomed(start, 1.4, 400, 300), view)).toBe(false);
    expect(isCovered(sheet, zoomed(start, 0.5, 400, 300), view)).toBe(false);
  });
});
