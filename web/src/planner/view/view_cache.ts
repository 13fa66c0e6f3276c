// The views that have been loaded. What was loaded since anything last changed is fresh and need not
// be asked for again; what is older is shown until what is asked for has come.

import type { DateRange } from '../../lib/dates';
import { lastDayOf } from './placements';
import type { Occurrence, PlannerView } from '../types';

interface KeptView extends DateRange {
  etag: string | undefined;
  occurrences: Occurrence[];
  isFresh: boolean;
}

const maxViews = 24;

export class ViewCache {
  // The newest is the last.
  #views: KeptView[] = [];
  #round = 0;

  // Which state of the server a question is about: one that is asked now and answered after
  // something changed is old when it comes.
  get round(): number {
    return this.#round;
  }

  put(view: PlannerView, etag: string | undefined, round: number): void {
    const { from, to, occurrences } = view;
    const isFresh = round === this.#round;
    this.#views = [...this.#without(view), { from, to, etag, occurrences, isFresh }].slice(
      -maxViews,
    );
  }

  // The server says that what is known is right.
  confirm(range: DateRange, round: number): void {
    const known = this.#exact(range);
    if (!known) return;
    this.#views = [...this.#without(range), { ...known, isFresh: round === this.#round }];
  }

  // Something has changed, somewhere.
  invalidate(): void {
    this.#round++;
    for (const view of this.#views) view.isFresh = false;
  }

  clear(): void {
    this.#round++;
    this.#views = [];
  }

  isFresh(range: DateRange): boolean {
    return this.#views.some((view) => view.isFresh && covers(view, range));
  }

  etagOf(range: DateRange): string | undefined {
    return this.#exact(range)?.etag;
  }

  // What is known of these days, by the newest that knows them all; otherwise by all that know some.
  between(range: DateRange): Occurrence[] {
    const whole =
      this.#views.findLast((view) => view.isFresh && covers(view, range)) ??
      this.#views.findLast((view) => covers(view, range));
    const used = whole ? [whole] : this.#views.filter((view) => touches(view, range));
    const found = new Map<string, Occurrence>();
    for (const view of used) {
      for (const one of view.occurrences) if (isWithin(one, range)) found.set(one.id, one);
    }
    return [...found.values()];
  }

  // The same of several ranges. What goes on from one into the next is in both, and found once.
  among(ranges: readonly DateRange[]): Occurrence[] {
    const found = new Map<string, Occurrence>();
    for (const range of ranges) for (const one of this.between(range)) found.set(one.id, one);
    return [...found.values()];
  }

  get isEmpty(): boolean {
    return this.#views.every((view) => view.occurrences.length === 0);
  }

  #exact(range: DateRange): KeptView | undefined {
    return this.#views.find((view) => isSame(view, range));
  }

  #without(range: DateRange): KeptView[] {
    return this.#views.filter((view) => !isSame(view, range));
  }
}

function isSame(one: DateRange, other: DateRange): boolean {
  return one.from === other.from && one.to === other.to;
}

function covers(view: DateRange, range: DateRange): boolean {
  return view.from <= range.from && view.to >= range.to;
}

function touches(view: DateRange, range: DateRange): boolean {
  return view.from <= range.to && view.to >= range.from;
}

function isWithin(occurrence: Occurrence, { from, to }: DateRange): boolean {
  return occurrence.start.slice(0, 10) <= to && lastDayOf(occurrence) >= from;
}
