// Three dots in a circle, where a chart was cut.

import type { Shape } from './shapes';

const radius = 8;
const dotRadius = 1.25;

export function dots(x: number, y: number): Shape[] {
  return [
    { kind: 'path', look: 'more', d: circle(x, y, radius) },
    {
      kind: 'path',
      look: 'moreDots',
      d: [-4, 0, 4].map((shift) => circle(x + shift, y, dotRadius)).join(''),
    },
  ];
}

function circle(x: number, y: number, r: number): string {
  const [left, top] = [(x - r).toFixed(2), y.toFixed(2)];
  return `M${left} ${top}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}
