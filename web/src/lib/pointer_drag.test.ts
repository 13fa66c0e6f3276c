import { expect, it } from 'vitest';
import { speedAt } from './pointer_drag';

it('scrolls faster the nearer an edge is, and never faster than at the edge', () => {
  expect(speedAt(300, 0, 600)).toBe(0);
  expect(speedAt(40, 0, 600)).toBeGreaterThan(speedAt(5, 0, 600));
  expect(speedAt(-500, 0, 600)).toBe(-18);
  expect(speedAt(599, 0, 600)).toBe(18);
});
