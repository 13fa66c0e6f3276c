// Where the arrow keys lead from a card: to a parent, to a child, and along its row to partners and siblings.

import type { Card, ChartLayout } from './layout/chart_layout';

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
// Of two that are equally near, the first.
const equal = 1e-6;
type Move = 'parent' | 'child' | 'before' | 'after';

const moves: Record<ChartLayout['orientation'], Record<Arrow, Move>> = {
  down: { ArrowUp: 'parent', ArrowDown: 'child', ArrowLeft: 'before', ArrowRight: 'after' },
  // Ancestors are on the right.
  across: { ArrowRight: 'parent', ArrowLeft: 'child', ArrowUp: 'before', ArrowDown: 'after' },
  around: { ArrowUp: 'parent', ArrowDown: 'child', ArrowLeft: 'before', ArrowRight: 'after' },
};

export function isArrow(key: string): key is Arrow {
  return key in moves.down;
}

export class Moves {
  readonly #cards: Map<string, Card>;
  readonly #rows = new Map<number, Card[]>();
  readonly #orientation: ChartLayout['orientation'];

  constructor({ cards, orientation }: ChartLayout) {
    this.#orientation = orientation;
    this.#cards = new Map(cards.map((card) => [card.key, card]));
    for (const card of cards) {
      const row = this.#rows.get(card.generation);
      if (row) row.push(card);
      else this.#rows.set(card.generation, [card]);
    }
    for (const row of this.#rows.values()) row.sort((a, b) => this.#along(a) - this.#along(b));
  }

  // The key of the card; undefined where there is none.
  from(key: string, arrow: Arrow): string | undefined {
    const card = this.#cards.get(key);
    if (!card) return undefined;
    const move = moves[this.#orientation][arrow];
    if (move === 'parent') return this.#nearest(card, card.parents);
    if (move === 'child') return this.#nearest(card, card.children);
    const row = this.#rows.get(card.generation) ?? [];
    return row[row.indexOf(card) + (move === 'before' ? -1 : 1)]?.key;
  }

  // The first and the last card of the row.
  ends(key: string): { first: string; last: string } | undefined {
    const card = this.#cards.get(key);
    const row = card && this.#rows.get(card.generation);
    const [first, last] = [row?.[0], row?.at(-1)];
    return first && last ? { first: first.key, last: last.key } : undefined;
  }

  #along(card: Card): number {
    // The centre of a fan is on no side.
    if (card.arc) return card.arc.innerRadius === 0 ? 0 : (card.arc.from + card.arc.to) / 2;
    return this.#orientation === 'down' ? card.x + card.width / 2 : card.y + card.height / 2;
  }

  #nearest(card: Card, keys: readonly string[]): string | undefined {
    const from = this.#along(card);
    const distance = (key: string) => {
      const other = this.#cards.get(key);
      return other ? Math.abs(this.#along(other) - from) : Infinity;
    };
    return keys.reduce<string | undefined>(
      (best, key) => (best === undefined || distance(key) < distance(best) - equal ? key : best),
      undefined,
    );
  }
}
