// A person's own stays: those to come, and those that are over.

import type { DateText } from '../../lib/dates';
import type { Booking, Place } from '../types';
import { t } from '../../lib/messages';

export interface OwnStays {
  // The next one first.
  upcoming: Booking[];
  // The last one first.
  past: Booking[];
}

// A stay is over with its day of departure. `todayAt` is the day that it is at a place.
export function ownStays(
  own: readonly Booking[],
  todayAt: (placeId: string) => DateText,
): OwnStays {
  const isOver = (stay: Booking) => stay.end < todayAt(stay.resourceId);
  const byStart = (one: Booking, other: Booking) => one.start.localeCompare(other.start);
  return {
    upcoming: own.filter((stay) => !isOver(stay)).sort(byStart),
    past: own.filter(isOver).sort(byStart).reverse(),
  };
}

// Whether somebody is there now, or leaves today.
export function isNow(stay: Booking, today: DateText): boolean {
  return stay.start <= today && today <= stay.end;
}

export function nightsTogether(stays: readonly Booking[]): number {
  return stays.reduce((total, { extendedProps }) => total + extendedProps.nights, 0);
}

export function placeNameOf(places: readonly Place[], id: string): string {
  return places.find((place) => place.id === id)?.name ?? t.bookings.own.leftPlace();
}
