// Where stays are drawn: from the middle of the day of arrival to the middle of the day of departure,
// so that one can leave and another come on the same day.

import { daysBetween, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';

// In days from the beginning of a row: 0.5 is the middle of its first day.
export interface Piece {
  from: number;
  to: number;
  // Whether arrival and departure are in this row.
  isFirst: boolean;
  isLast: boolean;
}

// Undefined when nothing of it is in the row.
export function pieceIn(row: Days, stay: Days): Piece | undefined {
  const length = daysBetween(row.start, row.end);
  const from = daysBetween(row.start, stay.start) + 0.5;
  const to = daysBetween(row.start, stay.end) + 0.5;
  if (to <= 0 || from >= length) return undefined;
  return {
    from: Math.max(from, 0),
    to: Math.min(to, length),
    isFirst: from >= 0,
    isLast: to <= length,
  };
}

// A share of the row, for CSS.
export function percentOf(days: number, row: Days): string {
  return `${(100 * days) / daysBetween(row.start, row.end)}%`;
}

export interface Halves<Holder> {
  // Who leaves on this day, or stays over it.
  morning: Holder | undefined;
  evening: Holder | undefined;
}

// What the two halves of a day show: the night before it, and the night that begins on it.
export function halvesOf<Holder>(
  day: DateText,
  dayBefore: DateText,
  held: ReadonlyMap<DateText, Holder>,
): Halves<Holder> {
  return { morning: held.get(dayBefore), evening: held.get(day) };
}
