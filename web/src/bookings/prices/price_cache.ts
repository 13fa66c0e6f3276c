// What nights cost, as the server says: asked for by whole months, and once for each.

import { addMonths, startOfMonth, type DateText } from '../../lib/dates';
import type { bookingsApi, Days } from '../bookings_api';
import type { NightPrice, Place } from '../types';

interface Kept {
  // Of the state of the place that the prices are of.
  etag: string;
  nights: Map<DateText, NightPrice>;
  months: Map<DateText, Promise<void>>;
}

type Priced = Pick<Place, 'id' | 'etag' | 'seasons' | 'pricePerNight'>;

export class PriceCache {
  #places = new Map<string, Kept>();

  constructor(
    private readonly api: Pick<typeof bookingsApi, 'prices'>,
    private readonly onLoad: () => void,
  ) {}

  // Without seasons every night costs the same, and nobody has to be asked.
  priceOf(place: Priced, night: DateText): NightPrice | undefined {
    if (place.seasons.length === 0) {
      return { date: night, price: place.pricePerNight, season: null };
    }
    // The old price is shown until the new one has come.
    return this.#places.get(place.id)?.nights.get(night);
  }

  // Does not throw: a price that cannot be loaded is not shown, and asked for the next time.
  async load(place: Priced, days: Days): Promise<void> {
    if (place.seasons.length === 0) return;
    const kept = this.#of(place);
    const months = monthsOf(days);
    const missing = months.filter((month) => !kept.months.has(month));
    const [first] = missing;
    const last = missing.at(-1);
    if (first && last) {
      const asked = this.#fetch(place.id, kept, { start: first, end: addMonths(last, 1) });
      for (const month of missing) kept.months.set(month, asked);
      asked.catch(() => missing.forEach((month) => kept.months.delete(month)));
    }
    await Promise.allSettled(months.map((month) => kept.months.get(month)));
  }

  clear(): void {
    this.#places.clear();
  }

  async #fetch(placeId: string, kept: Kept, days: Days): Promise<void> {
    const { nights } = await this.api.prices(placeId, days);
    for (const night of nights) kept.nights.set(night.date, night);
    this.onLoad();
  }

  // What has been asked about another state of the place is asked again.
  #of({ id, etag }: Priced): Kept {
    let kept = this.#places.get(id);
    if (kept?.etag !== etag) {
      kept = { etag, nights: new Map(kept?.nights), months: new Map() };
      this.#places.set(id, kept);
    }
    return kept;
  }
}

function monthsOf({ start, end }: Days): DateText[] {
  const months: DateText[] = [];
  for (let month = startOfMonth(start); month < end; month = addMonths(month, 1)) {
    months.push(month);
    // The end of all dates.
    if (month === addMonths(month, 1)) break;
  }
  return months;
}
