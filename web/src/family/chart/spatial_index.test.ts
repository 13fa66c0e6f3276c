import { describe, expect, it } from 'vitest';
import type { Box } from './layout/chart_layout';
import { overlap, SpatialIndex } from './spatial_index';
import { random } from './test_family';

describe('the index', () => {
  it('finds what a look at everything finds, in its order', () => {
    const next = random(7);
    const box = (most: number): Box => ({
      x: next() * 20_000 - 10_000,
      y: next() * 20_000 - 10_000,
      width: next() * most,
      height: next() * most,
    });
    // Some of them are larger than many cells.
    const boxes = Array.from({ length: 500 }, (_, index) => box(index % 50 === 0 ? 30_000 : 400));
    const index = new SpatialIndex(boxes, (each) => each);
    for (let round = 0; round < 100; round += 1) {
      const area = box(round % 10 === 0 ? 100_000 : 3000);
      expect(index.in(area)).toEqual(boxes.filter((each) => overlap(each, area)));
    }
  });
});
