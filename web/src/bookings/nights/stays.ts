// Nights and stays as plain dates: a night is named by the day on which it begins, and a stay from
// `start` to `end` has the nights from `start` to the one before `end`.

import { addDays, daysBetween, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';
import type { Booking } from '../types';

export function nightsOf({ start, end }: Days): DateText[] {
  return Array.from({ length: Math.max(0, daysBetween(start, end)) }, (_, at) =>
    addDays(start, at),
  );
}

export function nightCount({ start, end }: Days): number {
  return Math.max(0, daysBetween(start, end));
}

// Whether they have a night in common.
export function overlaps(one: Days, other: Days): boolean {
  return one.start < other.end && other.start < one.end;
}

// Whether something of it is seen in these days: a stay is seen on its day of departure as well.
export function touches(stay: Days, days: Days): boolean {
  return stay.start < days.end && stay.end >= days.start;
}

export function covers(outer: Days, inner: Days): boolean {
  return outer.start <= inner.start && outer.end >= inner.end;
}

export function sameDays(one: Days, other: Days): boolean {
  return one.start === other.start && one.end === other.end;
}

// The stay between two nights, both included, whichever is first.
export function stayBetween(one: DateText, other: DateText): Days {
  const [first, last] = one <= other ? [one, other] : [other, one];
  return { start: first, end: addDays(last, 1) };
}

export function movedBy({ start, end }: Days, days: number): Days {
  return { start: addDays(start, days), end: addDays(end, days) };
}

// By night, what holds it.
export function holders(bookings: readonly Booking[], days: Days): Map<DateText, Booking> {
  const held = new Map<DateText, Booking>();
  for (const booking of bookings) {
    if (!overlaps(booking, days)) continue;
    const start = booking.start > days.start ? booking.start : days.start;
    const end = booking.end < days.end ? booking.end : days.end;
    for (const night of nightsOf({ start, end })) held.set(night, booking);
  }
  return held;
}

// The day that it is at a place.
export function dayIn(tzid: string, instant: number): DateText {
  return dayFormat(tzid).format(instant);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

// A zone that this browser does not know shall not take the page down.
function dayFormat(tzid: string): Intl.DateTimeFormat {
  let format = dayFormats.get(tzid);
  if (!format) {
    const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    try {
      format = new Intl.DateTimeFormat('en-CA', { ...options, timeZone: tzid });
    } catch {
      format = new Intl.DateTimeFormat('en-CA', options);
    }
    dayFormats.set(tzid, format);
  }
  return format;
}
