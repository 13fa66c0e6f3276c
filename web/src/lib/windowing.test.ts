import { expect, it } from 'vitest';
import { rowsInSight } from './windowing';

it.each([
  // count, top, first and last that are drawn
  [2000, 0, 0, 15],
  [2000, 4000, 35, 55],
  [2000, 199_000, 1985, 1999],
  [5, 0, 0, 4],
  // The list has become shorter than what was scrolled past.
  [3, 5000, 2, 2],
])('of %i rows, scrolled to %i, those from %i to %i are drawn', (count, top, first, last) => {
  expect(rowsInSight(count, 100, { top, height: 1000 })).toEqual({ first, last });
});

it('draws nothing before anything is measured', () => {
  expect(rowsInSight(10, 0, { top: 0, height: 500 })).toEqual({ first: 0, last: -1 });
});
