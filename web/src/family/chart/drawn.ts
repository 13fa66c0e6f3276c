// Which cards and lines are drawn on a sheet, and in how much detail.

import type { Sheet } from './camera';
import type { Card, ChartLayout, Line, LineType } from './layout/chart_layout';
import { SpatialIndex } from './spatial_index';

// From afar all cards are one path, then they have names, then everything.
export type Level = 'far' | 'name' | 'full';
const nameZoom = 0.3;
const fullZoom = 0.55;
// How many cards outside the visible part are added in one frame.
const mostNewCards = 4;

export function levelOf(zoom: number): Level {
  return zoom < nameZoom ? 'far' : zoom < fullZoom ? 'name' : 'full';
}

// Lines of one kind that begin near to one another, as one path.
export interface Bundle {
  key: string;
  type: LineType;
  d: string;
  lines: Line[];
}
// In the chart, along each side.
const bundleSize = 1024;

function bundlesOf(lines: readonly Line[]): Iterable<Bundle> {
  const bundles = new Map<string, Bundle>();
  for (const line of lines) {
    const { type, box, path } = line;
    const at = [box.x, box.y].map((each) => Math.floor(each / bundleSize));
    const key = [type, ...at].join(' ');
    const bundle = bundles.get(key) ?? { key, type, d: '', lines: [] };
    bundles.set(key, bundle);
    bundle.d += path;
    bundle.lines.push(line);
  }
  return bundles.values();
}

export class ChartIndex {
  readonly cards: ReadonlyMap<string, Card>;
  // Which of the layout's cards it is.
  readonly #order: ReadonlyMap<Card, number>;
  readonly #cards: SpatialIndex<Card>;
  readonly #lines: SpatialIndex<Line>;
  readonly #bundles = new Map<Line, Bundle>();

  constructor({ cards, lines }: ChartLayout) {
    this.cards = new Map(cards.map((card) => [card.key, card]));
    this.#order = new Map(cards.map((card, at) => [card, at]));
    this.#cards = new SpatialIndex(cards, (card) => card);
    this.#lines = new SpatialIndex(lines, ({ box }) => box);
    for (const bundle of bundlesOf(lines)) {
      for (const line of bundle.lines) this.#bundles.set(line, bundle);
    }
  }

  // The card with `kept` is always among them, so that it keeps the focus; and all are in the order of the layout, because an
  // element that is moved within the document loses the focus.
  cardsOn(sheet: Sheet, level: Level, kept: string): Card[] {
    const keptCard = this.cards.get(kept);
    const found = level === 'far' ? [] : this.#cards.in(sheet);
    if (!keptCard || found.includes(keptCard)) return found;
    const order = (card: Card) => this.#order.get(card) ?? 0;
    const at = found.findIndex((card) => order(card) > order(keptCard));
    return at < 0 ? [...found, keptCard] : found.toSpliced(at, 0, keptCard);
  }

  // All cards that are drawn without anything in them.
  farCards(sheet: Sheet): string {
    return this.#cards.in(sheet).map(outline).join('');
  }

  // A few paths, which stay the same on the next sheet.
  linesOn(sheet: Sheet): Bundle[] {
    const found = new Set<Bundle>();
    for (const line of this.#lines.in(sheet)) {
      const bundle = this.#bundles.get(line);
      if (bundle) found.add(bundle);
    }
    return [...found];
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
