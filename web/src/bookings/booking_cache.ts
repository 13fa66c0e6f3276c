// The bookings that have been loaded, by place. What was loaded since anything of its place changed is
// fresh and need not be asked for again; what is older is shown until what is asked for has come.

import type { Days } from './bookings_api';
import { covers, touches } from './nights/stays';
import type { Booking } from './types';

interface Kept {
  bookings: Map<string, Booking>;
  fresh: Days[];
  // Which state of the server a question is about: one that is asked now and answered after
  // something changed is old when it comes.
  round: number;
}

const maxFreshRanges = 40;

export class BookingCache {
  #places = new Map<string, Kept>();

  roundOf(placeId: string): number {
    return this.#of(placeId).round;
  }

  // All that the server knows of these days.
  put(placeId: string, days: Days, bookings: readonly Booking[]): void {
    const kept = this.#of(placeId);
    for (const [id, known] of kept.bookings) if (touches(known, days)) kept.bookings.delete(id);
    for (const booking of bookings) kept.bookings.set(booking.id, booking);
    kept.fresh = [...kept.fresh.filter((each) => !covers(days, each)), days].slice(-maxFreshRanges);
  }

  // One that was written, or read by itself. Answers that are on their way do not know it.
  putOne(booking: Booking): void {
    const kept = this.#of(booking.resourceId);
    kept.round++;
    kept.bookings.set(booking.id, booking);
  }

  removeOne(placeId: string, id: string): void {
    const kept = this.#of(placeId);
    kept.round++;
    kept.bookings.delete(id);
  }

  // Something of this place has changed.
  invalidate(placeId: string): void {
    const kept = this.#of(placeId);
    kept.round++;
    kept.fresh = [];
  }

  invalidateAll(): void {
    for (const placeId of this.#places.keys()) this.invalidate(placeId);
  }

  forget(placeId: string): void {
    this.#places.delete(placeId);
  }

  clear(): void {
    this.#places.clear();
  }

  isFresh(placeId: string, days: Days): boolean {
    return this.#of(placeId).fresh.some((each) => covers(each, days));
  }

  find(placeId: string, id: string): Booking | undefined {
    return this.#of(placeId).bookings.get(id);
  }

  // In the order of their nights.
  between(placeId: string, days: Days): Booking[] {
    return [...this.#of(placeId).bookings.values()]
      .filter((each) => touches(each, days))
      .sort((one, other) => (one.start < other.start ? -1 : 1));
  }

  #of(placeId: string): Kept {
    let kept = this.#places.get(placeId);
    if (!kept) {
      kept = { bookings: new Map(), fresh: [], round: 0 };
      this.#places.set(placeId, kept);
    }
    return kept;
  }
}
