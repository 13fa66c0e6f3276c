// Wishes in the order in which they matter.

import type { Wish } from '../types';

// Those whose nights are free now come first, then those that begin first.
export function offeredFirst(wishes: readonly Wish[]): Wish[] {
  return [...wishes].sort(
    (one, other) =>
      Number(other.offered) - Number(one.offered) ||
      one.start.localeCompare(other.start) ||
      one.createdAt.localeCompare(other.createdAt),
  );
}
