// Which cards and lines are drawn on a sheet, and in how much detail.

import type { Sheet } from './camera';
import type { Card, ChartLayout, Line, LineType } from './layout/chart_layout';
import { SpatialIndex } from './spatial_index';

// From afar all cards are one path, then they have names, then everything.
export type Level = 'far' | 'name' | 'full';
const nameZoom = 0.3;
const fullZoom = 0.55;
// How many cards outside the visible part are added in one frame.
const mostNewCards = 12;

export function levelOf(zoom: number): Level {
  return zoom < nameZoom ? 'far' : zoom < fullZoom ? 'name' : 'full';
}

export class ChartIndex {
  readonly cards: ReadonlyMap<string, Card>;
  readonly #cards: SpatialIndex<Card>;
  readonly #lines: SpatialIndex<Line>;

  constructor({ cards, lines }: ChartLayout) {
    this.cards = new Map(cards.map((card) => [card.key, card]));
    this.#cards = new SpatialIndex(cards, (card) => card);
    this.#lines = new SpatialIndex(lines, ({ box }) => box);
  }

  // The card with `kept` is always among them, so that it keeps the focus.
  cardsOn(sheet: Sheet, level: Level, kept: string): Card[] {
    const keptCard = this.cards.get(kept);
    const found = level === 'far' ? [] : this.#cards.in(sheet);
    return !keptCard || found.includes(keptCard) ? found : [...found, keptCard];
  }

  // All cards that are drawn without anything in them.
  farCards(sheet: Sheet): string {
    return this.#cards.in(sheet).map(outline).join('');
  }

  // One path for each kind of line.
  linesOn(sheet: Sheet): { type: LineType; d: string }[] {
    return joined(this.#lines.in(sheet));
  }

  cardAt(x: number, y: number): Card | undefined {
    return this.#cards
      .in({ x, y, width: 0, height: 0 })
      .find(({ arc }) => !arc || isInArc(arc, x, y));
  }
}

// Which cards are drawn next of those that are wanted: all that are urgent, and of the others a few more than there are
// already. So no frame has more to do than it can.
export function nextCards(
  drawn: readonly Card[],
  wanted: readonly Card[],
  isUrgent: (card: Card) => boolean,
): Card[] {
  const known = new Set(drawn);
  let room = mostNewCards;
  return wanted.filter((card) => {
    if (known.has(card) || isUrgent(card)) return true;
    room -= 1;
    return room >= 0;
  });
}

export function joined(lines: readonly Line[]): { type: LineType; d: string }[] {
  const byType = new Map<LineType, string[]>();
  for (const { type, path } of lines) {
    const paths = byType.get(type);
    if (paths) paths.push(path);
    else byType.set(type, [path]);
  }
  return [...byType].map(([type, paths]) => ({ type, d: paths.join('') }));
}

function outline({ x, y, width, height }: Card): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${width}v${height}h${-width}z`;
}

function isInArc(arc: NonNullable<Card['arc']>, x: number, y: number): boolean {
  const [right, down] = [x - arc.centreX, y - arc.centreY];
  const radius = Math.hypot(right, down);
  if (radius < arc.innerRadius || radius > arc.outerRadius) return false;
  if (arc.innerRadius === 0) return true;
  const angle = Math.atan2(right, -down);
  return angle >= arc.from && angle <= arc.to;
}
