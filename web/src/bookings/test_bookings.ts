// Places, bookings and answers of the server for the tests of the dialogs.

import type { Me } from '../lib/types';
import type { bookingsApi } from './bookings_api';
import { nightCount } from './nights/stays';
import type { Booking, Member, Place, Quote } from './types';

export const ada = '850db3c3-61da-4c16-b69c-00f9676c0e41';
export const ben = '165d8874-0935-45f6-aa87-ca2d08560a15';

export const testMe: Me = {
  id: ada,
  name: 'Ada',
  email: 'ada@example.org',
  administrator: false,
  hasPassword: true,
  secondFactor: false,
  language: '',
  createdAt: '',
  updatedAt: '',
};

const start = '2027-07-03';
const end = '2027-07-06';
const moment = '2026-11-01T00:00:00Z';

export function testPlace(parts: Partial<Place> = {}): Place {
  return {
    id: 'default',
    name: 'Cabin',
    color: '#3D9152',
    description: null,
    houseRules: null,
    maxNights: 30,
    minNights: 1,
    checkIn: '16:00',
    checkOut: '10:00',
    tzid: 'UTC',
    currency: 'EUR',
    pricePerNight: 8000,
    seasons: [],
    allowsPast: false,
    showsNames: true,
    version: 1,
    createdAt: moment,
    updatedAt: moment,
    role: 'administrator',
    etag: 'v1',
    ...parts,
  };
}

export type BookingParts = Partial<Omit<Booking, 'extendedProps'>> & {
  extendedProps?: Partial<Booking['extendedProps']>;
};

// Ada's own, of three nights.
export function testBooking({ extendedProps, ...parts }: BookingParts = {}): Booking {
  const days = { start: parts.start ?? start, end: parts.end ?? end };
  return {
    id: 'one',
    title: 'Ada',
    allDay: true,
    resourceId: 'default',
    color: '#3D9152',
    editable: true,
    ...parts,
    ...days,
    extendedProps: {
      placeId: parts.resourceId ?? 'default',
      kind: 'booking',
      userId: ada,
      isOwn: true,
      note: null,
      nights: nightCount(days),
      total: 24_000,
      currency: 'EUR',
      checkIn: '16:00',
      checkOut: '10:00',
      version: 1,
      etag: 'v1',
      createdBy: ada,
      updatedBy: ada,
      createdAt: moment,
      updatedAt: moment,
      ...extendedProps,
    },
  };
}

export function testQuote(parts: Partial<Quote> = {}): Quote {
  return {
    start,
    end,
    nights: 3,
    parts: [{ season: null, start, end, nights: 3, pricePerNight: 8000, total: 24_000 }],
    total: 24_000,
    currency: 'EUR',
    taken: [],
    refusal: null,
    ...parts,
  };
}

export function testMember(parts: Partial<Member> = {}): Member {
  return {
    userId: ada,
    name: 'Ada',
    email: null,
    role: 'administrator',
    createdAt: moment,
    updatedAt: moment,
    etag: 'v1',
    ...parts,
  };
}

// Only what a test needs is there.
export function testBookingsApi(parts: Partial<typeof bookingsApi>): typeof bookingsApi {
  return parts as typeof bookingsApi;
}
