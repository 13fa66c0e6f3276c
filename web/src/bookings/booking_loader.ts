// Loads bookings into the cache: only what is not fresh, and the same days at most once at a time.

import { addDays } from '../lib/dates';
import type { bookingsApi, Days } from './bookings_api';
import type { BookingCache } from './booking_cache';

// How often days are asked for again because something changed while they were on their way.
const maxTries = 4;

export class BookingLoader {
  #asked = new Map<string, Promise<void>>();

  constructor(
    private readonly api: Pick<typeof bookingsApi, 'list'>,
    private readonly cache: BookingCache,
    // Called when more is known.
    private readonly onLoad: () => void,
  ) {}

  // Several places are asked for in one request, which answers for all that a person has.
  async load(days: Days, placeIds: readonly string[]): Promise<void> {
    for (let tries = 1; tries <= maxTries; tries++) {
      const missing = placeIds.filter((id) => !this.cache.isFresh(id, days));
      if (missing.length === 0) return;
      await this.#ask(days, missing, tries === maxTries);
    }
  }

  #ask(days: Days, placeIds: readonly string[], isLast: boolean): Promise<void> {
    const rounds = placeIds.map((id) => `${id}:${this.cache.roundOf(id)}`);
    const key = `${days.start} ${days.end} ${rounds.join(' ')}`;
    const asked = this.#asked.get(key) ?? this.#fetch(days, placeIds, isLast);
    this.#asked.set(key, asked);
    const forget = () => this.#asked.delete(key);
    asked.then(forget, forget);
    return asked;
  }

  async #fetch(days: Days, placeIds: readonly string[], isLast: boolean): Promise<void> {
    const rounds = new Map(placeIds.map((id) => [id, this.cache.roundOf(id)]));
    const [only] = placeIds;
    // Whoever leaves on the first day is seen on it, with the last night before.
    const asked = { start: addDays(days.start, -1), end: days.end };
    const bookings = await this.api.list(asked, placeIds.length === 1 ? only : undefined);
    for (const [id, round] of rounds) {
      // An old answer would take back what a person has just done.
      if (!isLast && this.cache.roundOf(id) !== round) continue;
      this.cache.put(
        id,
        days,
        bookings.filter((each) => each.resourceId === id),
      );
    }
    this.onLoad();
  }
}
