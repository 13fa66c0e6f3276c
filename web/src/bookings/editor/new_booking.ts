// Where a new booking begins when the address does not say everything.

import { addDays, isDate, type DateText } from '../../lib/dates';
import type { BookingDraft } from '../addresses';
import type { Days } from '../bookings_api';
import type { Place } from '../types';

const usualNights = 2;

export function bookablePlaces(places: readonly Place[]): Place[] {
  return places.filter(({ role }) => role !== 'viewer');
}

// Undefined when there is nothing that the person may book.
export function startOfDraft(
  draft: BookingDraft,
  places: readonly Place[],
  today: DateText,
): { place: Place; days: Days } | undefined {
  const bookable = bookablePlaces(places);
  const place = bookable.find(({ id }) => id === draft.placeId) ?? bookable[0];
  if (!place) return undefined;
  const start = draft.start !== undefined && isDate(draft.start) ? draft.start : today;
  const nights = Math.min(Math.max(usualNights, place.minNights), place.maxNights);
  const isWhole = draft.end !== undefined && isDate(draft.end) && draft.end > start;
  return { place, days: { start, end: isWhole ? (draft.end ?? start) : addDays(start, nights) } };
}
