import { describe, expect, it } from 'vitest';
import { swipeOf } from './swipe';

const width = 390;
const at = (x: number, y: number, ms: number) => ({ x, y, at: ms });

describe('a finger that brushes over the calendar', () => {
  it('goes on to the left and back to the right', () => {
    expect(swipeOf(at(300, 400, 0), at(180, 410, 150), width)).toBe(1);
    expect(swipeOf(at(100, 400, 0), at(220, 390, 150), width)).toBe(-1);
  });

  it.each([
    ['a tap', at(200, 400, 0), at(203, 401, 80)],
    ['a little push', at(200, 400, 0), at(160, 400, 80)],
    ['scrolling', at(200, 400, 0), at(130, 500, 150)],
    ['moving an entry', at(200, 400, 0), at(50, 400, 900)],
    ['the gesture of the browser at its left edge', at(5, 400, 0), at(200, 400, 150)],
    ['the gesture of the browser at its right edge', at(385, 400, 0), at(200, 400, 150)],
  ])('is not %s', (_, from, to) => {
    expect(swipeOf(from, to, width)).toBeUndefined();
  });
});
