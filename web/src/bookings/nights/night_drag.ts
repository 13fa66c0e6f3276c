// What a drag over days means: which nights it marks, or where it puts a stay.

import { addDays, daysBetween, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';
import { movedBy, stayBetween } from './stays';
import type { Booking, Place } from '../types';

export type Grip = 'mark' | 'move' | 'start' | 'end';

export interface Drag {
  placeId: string;
  grip: Grip;
  // The day on which it began.
  from: DateText;
  // The day that it has come to.
  to: DateText;
  // What is moved.
  booking?: Booking;
}

// A marked day is a night. A stay that is taken by an end gets its arrival or its departure on the
// day that it is dragged to, and keeps at least one night.
export function daysOf({ grip, from, to, booking }: Drag): Days {
  if (grip === 'mark' || !booking) return stayBetween(from, to);
  const { start, end } = booking;
  switch (grip) {
    case 'move':
      return movedBy({ start, end }, daysBetween(from, to));
    case 'start':
      return { start: to < end ? to : addDays(end, -1), end };
    case 'end':
      return { start, end: to > start ? to : addDays(start, 1) };
  }
}

// Whether this person may put the booking elsewhere.
export function mayMove(booking: Booking): boolean {
  return booking.editable;
}

export function mayBook(place: Pick<Place, 'role'>): boolean {
  return place.role !== 'viewer';
}

// The day to which a key leads from another, in a view whose rows have `perRow` days; undefined for
// keys that lead nowhere.
export function dayByKey(
  key: string,
  day: DateText,
  perRow: number,
  page: (day: DateText, direction: 1 | -1) => DateText,
): DateText | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return perRow > 0 ? addDays(day, -perRow) : undefined;
    case 'ArrowDown':
      return perRow > 0 ? addDays(day, perRow) : undefined;
    case 'PageUp':
      return page(day, -1);
    case 'PageDown':
      return page(day, 1);
    default:
      return undefined;
  }
}
