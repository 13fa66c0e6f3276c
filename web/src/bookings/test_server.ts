// Places, bookings and a server for the tests of the bookings.

import type { bookingsApi, Days } from './bookings_api';
import { nightCount, overlaps } from './nights/stays';
import type { Booking, NewBooking, Place, Wish } from './types';

export function placeOf(parts: Partial<Place> = {}): Place {
  return {
    id: 'default',
    name: 'Cottage',
    color: '#3D9152',
    description: null,
    houseRules: null,
    maxNights: 30,
    minNights: 1,
    checkIn: '16:00',
    checkOut: '10:00',
    tzid: 'Europe/Berlin',
    currency: 'EUR',
    pricePerNight: 12000,
    seasons: [],
    allowsPast: false,
    showsNames: true,
    version: 1,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    role: 'member',
    etag: 'v1',
    ...parts,
  };
}

type Parts = Partial<Omit<Booking, 'extendedProps'>> & {
  extendedProps?: Partial<Booking['extendedProps']>;
};

export function bookingOf({ extendedProps, ...parts }: Parts = {}): Booking {
  const start = parts.start ?? '2026-07-03';
  const end = parts.end ?? '2026-07-06';
  const resourceId = parts.resourceId ?? 'default';
  return {
    id: 'a',
    title: 'Ada',
    allDay: true,
    color: '#3D9152',
    editable: true,
    ...parts,
    start,
    end,
    resourceId,
    extendedProps: {
      placeId: resourceId,
      kind: 'booking',
      userId: null,
      isOwn: false,
      note: null,
      nights: nightCount({ start, end }),
      total: null,
      currency: 'EUR',
      checkIn: '16:00',
      checkOut: '10:00',
      version: 1,
      etag: 'v1',
      createdBy: null,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
      ...extendedProps,
    },
  };
}

export function wishOf(parts: Partial<Wish> = {}): Wish {
  return {
    id: 'w',
    placeId: 'default',
    placeName: 'Cottage',
    userId: 'nora',
    userName: 'Nora',
    start: '2026-07-03',
    end: '2026-07-06',
    nights: 3,
    note: null,
    createdAt: '2026-01-01T00:00:00Z',
    offered: false,
    ...parts,
  };
}

// A server with lists, which writes down what it is asked.
export class FakeServer {
  places = [placeOf()];
  bookings: Booking[] = [];
  wishes: Wish[] = [];
  failure: Error | undefined;
  #calls: string[] = [];
  readonly api: typeof bookingsApi;

  constructor() {
    const answer = this.#answer.bind(this);
    const partial: Partial<typeof bookingsApi> = {
      places: () => answer('places', () => ({ places: this.places, invitations: [] })),
      ownWishes: () => answer('wishes', () => ({ wishes: this.wishes })),
      own: () => answer('own', () => this.bookings.filter((each) => each.extendedProps.isOwn)),
      list: (days, placeId) =>
        answer(`list ${days.start} ${days.end} ${placeId ?? 'all'}`, () =>
          this.bookings.filter(
            (each) => overlaps(each, days) && (placeId ?? each.resourceId) === each.resourceId,
          ),
        ),
      prices: (placeId, days) =>
        answer(`prices ${placeId} ${days.start} ${days.end}`, () => pricesIn(days)),
      booking: (_placeId, id) => answer(`get ${id}`, () => this.#find(id)),
      create: (placeId, input: NewBooking) =>
        answer(`create ${input.start}`, () => {
          const made = bookingOf({ id: 'new', resourceId: placeId, ...days(input) });
          this.bookings.push(made);
          return made;
        }),
      change: (_placeId, id, change, etag) =>
        answer(`change ${id} ${etag}`, () => {
          const { start, end } = { ...this.#find(id), ...change };
          const changed = bookingOf({ ...this.#find(id), start, end });
          this.bookings = this.bookings.map((each) => (each.id === id ? changed : each));
          return changed;
        }),
      remove: (_placeId, id, etag) =>
        answer(`remove ${id} ${etag}`, () => {
          this.bookings = this.bookings.filter((each) => each.id !== id);
        }),
    };
    this.api = partial as typeof bookingsApi;
  }

  // What was asked since this was asked last.
  asked(): string[] {
    return this.#calls.splice(0);
  }

  #find(id: string): Booking {
    const found = this.bookings.find((each) => each.id === id);
    if (!found) throw new Error(`There is no ${id}.`);
    return found;
  }

  async #answer<T>(call: string, result: () => T): Promise<T> {
    this.#calls.push(call);
    // What it is when it is asked, however long the answer takes.
    const kept = this.failure ? undefined : result();
    await Promise.resolve();
    if (this.failure) throw this.failure;
    return kept as T;
  }
}

function days({ start, end }: Days): Days {
  return { start, end };
}

function pricesIn({ start }: Days) {
  return { currency: 'EUR', nights: [{ date: start, price: 18000, season: 'Summer' }] };
}
