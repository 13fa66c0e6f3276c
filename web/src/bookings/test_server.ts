// Places, bookings and a server for the tests of the bookings.

import { CountedCalls } from '../lib/test_calls';
import type { bookingsApi, Days } from './bookings_api';
import { overlaps } from './nights/stays';
import { testBooking, testPlace, type BookingParts } from './test_bookings';
import type { Booking, NewBooking, Place, Wish } from './types';

const moment = '2026-01-01T00:00:00Z';
const times = { createdAt: moment, updatedAt: moment };

export function placeOf(parts: Partial<Place> = {}): Place {
  return testPlace({
    name: 'Cottage',
    tzid: 'Europe/Berlin',
    pricePerNight: 12000,
    role: 'member',
    ...times,
    ...parts,
  });
}

// A guest's, of three nights.
export function bookingOf({ extendedProps, ...parts }: BookingParts = {}): Booking {
  const nobody = { userId: null, isOwn: false, total: null, createdBy: null, updatedBy: null };
  return testBooking({
    id: 'a',
    start: '2026-07-03',
    end: '2026-07-06',
    ...parts,
    extendedProps: { ...nobody, ...times, ...extendedProps },
  });
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
  readonly #calls = new CountedCalls();
  readonly api: typeof bookingsApi;

  constructor() {
    const answer = <T>(call: string, result: () => T) => this.#calls.answer(call, result);
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

  set failure(failure: Error | undefined) {
    this.#calls.failure = failure;
  }

  // What was asked since this was asked last.
  asked(): string[] {
    return this.#calls.asked();
  }

  #find(id: string): Booking {
    const found = this.bookings.find((each) => each.id === id);
    if (!found) throw new Error(`There is no ${id}.`);
    return found;
  }
}

function days({ start, end }: Days): Days {
  return { start, end };
}

function pricesIn({ start }: Days) {
  return { currency: 'EUR', nights: [{ date: start, price: 18000, season: 'Summer' }] };
}
