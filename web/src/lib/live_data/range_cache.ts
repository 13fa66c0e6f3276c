// The ranges of days that have been loaded. What was loaded since anything last changed is fresh and need not
// be asked for again; what is older is shown until what is asked for has come.

import type { DateRange } from '../dates';

interface KeptRange<Item> extends DateRange {
  etag: string | undefined;
  items: readonly Item[];
  isFresh: boolean;
}

const maxRanges = 24;

export class RangeCache<Item> {
  // The newest is the last.
  #ranges: KeptRange<Item>[] = [];
  #round = 0;

  constructor(
    private readonly keyOf: (item: Item) => string,
    // The days on which any of it is.
    private readonly daysOf: (item: Item) => DateRange,
  ) {}

  // Which state of the server a question is about: one that is asked now and answered after
  // something changed is old when it comes.
  get round(): number {
    return this.#round;
  }

  put(
    { from, to }: DateRange,
    items: readonly Item[],
    etag: string | undefined,
    round: number,
  ): void {
    const isFresh = round === this.#round;
    const kept = { from, to, etag, items, isFresh };
    this.#ranges = [...this.#without(kept), kept].slice(-maxRanges);
  }

  // The server says that what is known is right.
  confirm(range: DateRange, round: number): void {
    const known = this.#exact(range);
    if (!known) return;
    this.#ranges = [...this.#without(range), { ...known, isFresh: round === this.#round }];
  }

  // Something has changed, somewhere.
  invalidate(): void {
    this.#round++;
    for (const range of this.#ranges) range.isFresh = false;
  }

  clear(): void {
    this.#round++;
    this.#ranges = [];
  }

  isFresh(range: DateRange): boolean {
    return this.#ranges.some((kept) => kept.isFresh && covers(kept, range));
  }

  etagOf(range: DateRange): string | undefined {
    return this.#exact(range)?.etag;
  }

  // What is known of these days, by the newest that knows them all; otherwise by all that know some.
  between(range: DateRange): Item[] {
    const whole =
      this.#ranges.findLast((kept) => kept.isFresh && covers(kept, range)) ??
      this.#ranges.findLast((kept) => covers(kept, range));
    const used = whole ? [whole] : this.#ranges.filter((kept) => touches(kept, range));
    const found = new Map<string, Item>();
    for (const { items } of used) {
      for (const one of items)
        if (touches(this.daysOf(one), range)) found.set(this.keyOf(one), one);
    }
    return [...found.values()];
  }

  // The same of several ranges. What goes on from one into the next is in both, and found once.
  among(ranges: readonly DateRange[]): Item[] {
    const found = new Map<string, Item>();
    for (const range of ranges) {
      for (const one of this.between(range)) found.set(this.keyOf(one), one);
    }
    return [...found.values()];
  }

  get isEmpty(): boolean {
    return this.#ranges.every(({ items }) => items.length === 0);
  }

  #exact(range: DateRange): KeptRange<Item> | undefined {
    return this.#ranges.find((kept) => isSame(kept, range));
  }

  #without(range: DateRange): KeptRange<Item>[] {
    return this.#ranges.filter((kept) => !isSame(kept, range));
  }
}

function isSame(one: DateRange, other: DateRange): boolean {
  return one.from === other.from && one.to === other.to;
}

function covers(kept: DateRange, range: DateRange): boolean {
  return kept.from <= range.from && kept.to >= range.to;
}

function touches(days: DateRange, range: DateRange): boolean {
  return days.from <= range.to && days.to >= range.from;
}
