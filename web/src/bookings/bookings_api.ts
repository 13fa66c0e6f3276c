// The routes of places and bookings, one function each.

import { request } from '../lib/api';
import type { Authors } from '../lib/authorship';
import type {
  Booking,
  BookingChange,
  DateText,
  Feed,
  Invitation,
  Member,
  MemberList,
  NewBooking,
  NightPrices,
  Place,
  PlaceList,
  PlaceSettings,
  Quote,
  Role,
  Statistics,
  Wish,
} from './types';

const root = '/api/v1';

export interface Days {
  start: DateText;
  // Exclusive.
  end: DateText;
}

function placeAddress(placeId: string, rest = '', query: Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString();
  return `${root}/places/${encodeURIComponent(placeId)}${rest}${text ? `?${text}` : ''}`;
}

function eventAddress(placeId: string, id: string): string {
  return placeAddress(placeId, `/events/${encodeURIComponent(id)}`);
}

export const bookingsApi = {
  places(): Promise<PlaceList> {
    return request('GET', `${root}/places`);
  },
  createPlace(
    settings: Partial<PlaceSettings> & { name: string; color: string },
    idempotencyKey?: string,
  ): Promise<Place> {
    return request('POST', `${root}/places`, { body: settings, idempotencyKey });
  },
  place(placeId: string): Promise<Place> {
    return request('GET', placeAddress(placeId));
  },
  changePlace(placeId: string, change: Partial<PlaceSettings>, ifMatch: string): Promise<Place> {
    return request('PATCH', placeAddress(placeId), { body: change, ifMatch });
  },
  deletePlace(placeId: string): Promise<void> {
    return request('DELETE', placeAddress(placeId));
  },

  authors(placeId: string, id: string): Promise<Authors> {
    return request('GET', `${eventAddress(placeId, id)}/authors`);
  },

  members(placeId: string): Promise<MemberList> {
    return request('GET', placeAddress(placeId, '/members'));
  },
  invite(
    placeId: string,
    email: string,
    role: Role,
  ): Promise<{ member?: Member; invitation?: Invitation }> {
    return request('POST', placeAddress(placeId, '/members'), { body: { email, role } });
  },
  changeRole(placeId: string, userId: string, role: Role, ifMatch: string): Promise<Member> {
    const path = placeAddress(placeId, `/members/${encodeURIComponent(userId)}`);
    return request('PATCH', path, { body: { role }, ifMatch });
  },
  removeMember(placeId: string, userId: string): Promise<void> {
    return request('DELETE', placeAddress(placeId, `/members/${encodeURIComponent(userId)}`));
  },
  withdraw(placeId: string, email: string): Promise<void> {
    return request('DELETE', placeAddress(placeId, '/invitations', { email }));
  },
  accept(placeId: string): Promise<Place> {
    return request('POST', placeAddress(placeId, '/invitation'));
  },
  decline(placeId: string): Promise<void> {
    return request('DELETE', placeAddress(placeId, '/invitation'));
  },

  // Of one place, or of all.
  list({ start, end }: Days, placeId?: string): Promise<Booking[]> {
    if (placeId !== undefined) {
      return request('GET', placeAddress(placeId, '/events', { start, end }));
    }
    return request('GET', `${root}/bookings?start=${start}&end=${end}`);
  },
  own(): Promise<Booking[]> {
    return request('GET', `${root}/bookings/own`);
  },
  booking(placeId: string, id: string): Promise<Booking> {
    return request('GET', eventAddress(placeId, id));
  },
  create(placeId: string, booking: NewBooking, idempotencyKey?: string): Promise<Booking> {
    return request('POST', placeAddress(placeId, '/events'), { body: booking, idempotencyKey });
  },
  change(placeId: string, id: string, change: BookingChange, ifMatch: string): Promise<Booking> {
    return request('PATCH', eventAddress(placeId, id), { body: change, ifMatch });
  },
  remove(placeId: string, id: string, ifMatch: string): Promise<void> {
    return request('DELETE', eventAddress(placeId, id), { ifMatch });
  },
  prices(placeId: string, { start, end }: Days): Promise<NightPrices> {
    return request('GET', placeAddress(placeId, '/prices', { start, end }));
  },
  // `instead`: a booking that would move.
  quote(placeId: string, { start, end }: Days, instead?: string): Promise<Quote> {
    const query = { start, end, ...(instead === undefined ? {} : { instead }) };
    return request('GET', placeAddress(placeId, '/quote', query));
  },

  ownWishes(): Promise<{ wishes: Wish[] }> {
    return request('GET', `${root}/wishes`);
  },
  wishes(placeId: string): Promise<{ wishes: Wish[] }> {
    return request('GET', placeAddress(placeId, '/wishes'));
  },
  wish(placeId: string, { start, end }: Days, note?: string | null): Promise<Wish> {
    return request('POST', placeAddress(placeId, '/wishes'), { body: { start, end, note } });
  },
  removeWish(placeId: string, id: string): Promise<void> {
    return request('DELETE', placeAddress(placeId, `/wishes/${encodeURIComponent(id)}`));
  },

  statistics(placeId: string, year: number): Promise<Statistics> {
    return request('GET', placeAddress(placeId, '/statistics', { year: String(year) }));
  },

  feed(placeId: string): Promise<Feed> {
    return request('GET', placeAddress(placeId, '/feed'));
  },
  createFeed(placeId: string): Promise<{ url: string }> {
    return request('POST', placeAddress(placeId, '/feed'));
  },
  deleteFeed(placeId: string): Promise<void> {
    return request('DELETE', placeAddress(placeId, '/feed'));
  },
};
