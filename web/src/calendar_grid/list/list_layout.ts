// Where the days and rows of a list are, and which of them have to be drawn. Heights are estimated
// until something has been drawn and measured.

import { addDays, type DateRange, type DateText } from '../../lib/dates';
import { firstDayOf, type GridItem } from '../grid_item';

export interface ListDay<Payload = unknown> {
  day: DateText;
  // Empty only of today, which is always there.
  items: readonly GridItem<Payload>[];
}

// As high as they were measured, or as high as usual.
export class Heights {
  #measured = new Map<string, number>();

  constructor(private readonly usual: { head: number; row: number }) {}

  head(day: DateText): number {
    return this.#measured.get(day) ?? this.usual.head;
  }

  row(day: DateText, id: string): number {
    return this.#measured.get(rowKey(day, id)) ?? this.usual.row;
  }

  // `key` is a day, or a `rowKey`. Returns whether that is news.
  learn(key: string, height: number): boolean {
    const known = this.#measured.get(key) ?? this.usual[key.includes(' ') ? 'row' : 'head'];
    if (Math.abs(known - height) < 0.5) return false;
    this.#measured.set(key, height);
    return true;
  }

  forget(): void {
    this.#measured.clear();
  }
}

export function rowKey(day: DateText, id: string): string {
  return `${day} ${id}`;
}

export interface PlacedDay<Payload = unknown> extends ListDay<Payload> {
  top: number;
  headHeight: number;
  height: number;
  // Where each row begins, from the top of the list; one more for the end of the last one.
  rowTops: readonly number[];
}

// A day with the rows that are drawn of it: from `first` up to but not including `last`.
export interface DrawnDay<Payload = unknown> extends PlacedDay<Payload> {
  first: number;
  last: number;
}

// What is at the upper edge. It stays there while rows come and go above it.
export interface Anchor {
  day: DateText;
  id: string | undefined;
  offset: number;
}

// Of the frame around the rows of a day.
const frame = 1;

// What is on each day, in order. What goes on for several days is on each of them.
export function listDays<Payload>(
  items: readonly GridItem<Payload>[],
  range: DateRange,
  today: DateText,
): ListDay<Payload>[] {
  const byDay = new Map<DateText, GridItem<Payload>[]>();
  if (today >= range.from && today <= range.to) byDay.set(today, []);
  for (const item of items) {
    const last = item.lastDay > range.to ? range.to : item.lastDay;
    let day = firstDayOf(item) < range.from ? range.from : firstDayOf(item);
    while (day <= last) {
      const there = byDay.get(day);
      if (there) there.push(item);
      else byDay.set(day, [item]);
      const next = addDays(day, 1);
      if (next === day) break;
      day = next;
    }
  }
  return [...byDay]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, there]) => ({ day, items: there.sort(compare) }));
}

export function layOut<Payload>(
  days: readonly ListDay<Payload>[],
  heights: Heights,
  begin: number,
): PlacedDay<Payload>[] {
  let top = begin;
  return days.map(({ day, items }) => {
    const headHeight = heights.head(day);
    let next = top + headHeight + frame;
    const rowTops = [next];
    for (const { id } of items) rowTops.push((next += heights.row(day, id)));
    if (items.length === 0) rowTops.push((next += heights.row(day, '')));
    const placed = { day, items, top, headHeight, height: next + frame - top, rowTops };
    top = next + frame;
    return placed;
  });
}

// The days and rows between two heights.
export function drawnBetween<Payload>(
  days: readonly PlacedDay<Payload>[],
  from: number,
  to: number,
): DrawnDay<Payload>[] {
  return days
    .filter((each) => each.top < to && each.top + each.height > from)
    .map((each) => {
      const { rowTops, items } = each;
      let first = 0;
      while (first < items.length && (rowTops[first + 1] ?? 0) <= from) first++;
      let last = first;
      while (last < items.length && (rowTops[last] ?? 0) < to) last++;
      return { ...each, first, last };
    });
}

export function anchorAt(days: readonly PlacedDay[], height: number): Anchor | undefined {
  const day = days.find((each) => each.top + each.height > height) ?? days.at(-1);
  if (!day) return undefined;
  const row = day.rowTops.findLastIndex((top) => top <= height);
  const item = row === -1 ? undefined : day.items[row];
  const top = item ? (day.rowTops[row] ?? day.top) : day.top;
  return { day: day.day, id: item?.id, offset: height - top };
}

// Where the anchor is by now: its row, its day, or else the first day after it.
export function topOf(days: readonly PlacedDay[], anchor: Anchor): number {
  const day = days.find((each) => each.day >= anchor.day);
  const end = days.at(-1);
  if (!day) return end ? end.top + end.height : 0;
  if (day.day !== anchor.day) return day.top;
  const row = day.items.findIndex(({ id }) => id === anchor.id);
  if (row === -1) return day.top + (anchor.id === undefined ? anchor.offset : 0);
  return (day.rowTops[row] ?? day.top) + anchor.offset;
}

// By beginning; of those that begin together, the longest first.
function compare(one: GridItem, other: GridItem): number {
  if (one.start !== other.start) return one.start < other.start ? -1 : 1;
  const ends = [one.end ?? one.start, other.end ?? other.start] as const;
  if (ends[0] !== ends[1]) return ends[0] > ends[1] ? -1 : 1;
  if (one.rank !== other.rank) return one.rank - other.rank;
  return one.title < other.title ? -1 : Number(one.title > other.title);
}
