// Loads bookings into the cache: only what is not fresh.

import { addDays } from '../lib/dates';
import { Loader } from '../lib/live_data/loader';
import type { bookingsApi, Days } from './bookings_api';
import type { BookingCache } from './booking_cache';

export class BookingLoader {
  readonly #loader = new Loader();

  constructor(
    private readonly api: Pick<typeof bookingsApi, 'list'>,
    private readonly cache: BookingCache,
    // Called when more is known.
    private readonly onLoad: () => void,
  ) {}

  // Several places are asked for in one request, which answers for all that a person has.
  load(days: Days, placeIds: readonly string[]): Promise<void> {
    const missing = () => placeIds.filter((id) => !this.cache.isFresh(id, days));
    const state = (id: string) => `${id}:${this.cache.roundOf(id)}`;
    return this.#loader.load({
      isFresh: () => missing().length === 0,
      key: () => `${days.start} ${days.end} ${missing().map(state).join(' ')}`,
      ask: (isLast) => this.#ask(days, missing(), isLast),
    });
  }

  async #ask(days: Days, placeIds: readonly string[], isLast: boolean): Promise<void> {
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
