// The days of a list that has no end: it begins with a day and goes on in both directions as somebody
// scrolls. The days are kept in pieces, each of which is loaded once.

import { addDays, daysBetween, type DateRange, type DateText } from '../../lib/dates';

export type Direction = 1 | -1;

const usualDays = 28;
// Where a piece has fewer rows than this, the next one is twice as long.
const fewRows = 12;
// One request of the calendar is for at most 400 days.
const maxDaysOfPiece = 366;
// After two empty years nothing more is looked for, unless the person asks for it.
const maxEmptyDays = 730;
const maxPieces = 16;
const [firstDate, lastDate] = ['0001-01-01', '9999-12-31'];

export class ListDays {
  pieces = $state.raw<readonly DateRange[]>([]);
  isLoading = $state(false);

  // The longest piece that can be asked for.
  constructor(private readonly maxDays = maxDaysOfPiece) {}

  begin(date: DateText): void {
    this.pieces = [{ from: date, to: addDays(date, usualDays - 1) }];
    this.isLoading = true;
  }

  get range(): DateRange {
    return { from: this.pieces[0]?.from ?? lastDate, to: this.pieces.at(-1)?.to ?? firstDate };
  }

  // `rows` is how many there are in the piece at this end.
  extend(direction: Direction, rows: number): void {
    if (this.isLoading) return;
    const pieces = extended(this.pieces, direction, rows, this.maxDays);
    if (pieces === this.pieces) return;
    this.pieces = pieces;
    this.isLoading = true;
  }

  // These pieces have been loaded, or could not be.
  settle(pieces: readonly DateRange[]): void {
    if (pieces === this.pieces) this.isLoading = false;
  }
}

// One more piece at one end. When there are too many, the one at the other end is dropped.
export function extended(
  pieces: readonly DateRange[],
  direction: Direction,
  rows: number,
  maxDays = maxDaysOfPiece,
): readonly DateRange[] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last || isAtEndOfTime(pieces, direction)) return pieces;
  const end = direction === 1 ? last : first;
  const doubled = 2 * (daysBetween(end.from, end.to) + 1);
  const days = rows < fewRows ? Math.min(doubled, maxDays) : usualDays;
  if (direction === 1) {
    const added = { from: addDays(last.to, 1), to: addDays(last.to, days) };
    return [...pieces, added].slice(-maxPieces);
  }
  const added = { from: addDays(first.from, -days), to: addDays(first.from, -1) };
  return [added, ...pieces].slice(0, maxPieces);
}

// How many days at one end have nothing. `days` are the days with something, in order.
export function emptyDaysAt(
  { from, to }: DateRange,
  direction: Direction,
  days: readonly DateText[],
): number {
  if (direction === 1) return daysBetween(days.at(-1) ?? addDays(from, -1), to);
  return daysBetween(from, days[0] ?? addDays(to, 1));
}

// Nothing more is to be looked for by itself. `isOtherEndNear`: dropping it would be seen.
export function isExhausted(
  pieces: readonly DateRange[],
  direction: Direction,
  { emptyDays, isOtherEndNear }: { emptyDays: number; isOtherEndNear: boolean },
): boolean {
  if (isOtherEndNear && pieces.length >= maxPieces) return true;
  return emptyDays >= maxEmptyDays || isAtEndOfTime(pieces, direction);
}

function isAtEndOfTime(pieces: readonly DateRange[], direction: Direction): boolean {
  return direction === 1 ? pieces.at(-1)?.to === lastDate : pieces[0]?.from === firstDate;
}
