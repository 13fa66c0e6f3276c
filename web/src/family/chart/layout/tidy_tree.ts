// Where the units of a tree are along their rows: as narrow as it can be, each above the middle of those next to it, none
// overlapping another (Buchheim's algorithm, of d3-hierarchy, with the length of each unit as its distance to the next).

import { hierarchy, tree } from 'd3-hierarchy';
import type { Unit } from './plan';
import { cousinGap, siblingGap } from './sizes';

// The middle of the root is at `at`.
export function placeTree(root: Unit, at: number): void {
  const laidOut = tree<Unit>()
    .nodeSize([1, 1])
    .separation((a, b) => {
      const gap = a.parent === b.parent ? siblingGap : cousinGap;
      return (a.data.length + b.data.length) / 2 + gap;
    })(hierarchy(root, ({ next }) => next));
  const shift = at - laidOut.x;
  laidOut.each((node) => {
    node.data.cross = node.x + shift;
  });
}
