// Finds what lies in a part of a chart without looking at all of it: a grid of cells, each with what touches it.

import type { Box } from './layout/chart_layout';

const cellSize = 1024;
// What touches more cells is looked at each time.
const mostCells = 64;

export class SpatialIndex<Item> {
  readonly #cells = new Map<string, { item: Item; box: Box; order: number }[]>();
  readonly #large: { item: Item; box: Box; order: number }[] = [];

  constructor(items: readonly Item[], boxOf: (item: Item) => Box) {
    for (const [order, item] of items.entries()) {
      const box = boxOf(item);
      const cells = cellsOf(box);
      const entry = { item, box, order };
      if (cells.count > mostCells) this.#large.push(entry);
      else {
        cells.forEach((key) => {
          const cell = this.#cells.get(key);
          if (cell) cell.push(entry);
          else this.#cells.set(key, [entry]);
        });
      }
    }
  }

  // In the order in which they were given.
  in(area: Box): Item[] {
    const found = new Map<number, Item>();
    const look = ({ item, box, order }: { item: Item; box: Box; order: number }) => {
      if (overlap(box, area)) found.set(order, item);
    };
    this.#large.forEach(look);
    const cells = cellsOf(area);
    if (cells.count > this.#cells.size) for (const cell of this.#cells.values()) cell.forEach(look);
    else cells.forEach((key) => this.#cells.get(key)?.forEach(look));
    return [...found].sort(([a], [b]) => a - b).map(([, item]) => item);
  }
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

function cellsOf({ x, y, width, height }: Box) {
  const [left, right] = [Math.floor(x / cellSize), Math.floor((x + width) / cellSize)];
  const [top, bottom] = [Math.floor(y / cellSize), Math.floor((y + height) / cellSize)];
  return {
    count: (right - left + 1) * (bottom - top + 1),
    forEach(visit: (key: string) => void): void {
      for (let column = left; column <= right; column += 1) {
        for (let row = top; row <= bottom; row += 1) visit(`${column} ${row}`);
      }
    },
  };
}
