// What the server refuses about a booking, and where in the form that belongs.

import { ApiError } from '../../lib/api';
import { bookingRuleLimits, newPlaceLimits } from '../../lib/api_limits';
import type { BookingForm } from './booking_form';
import { fieldOfRefusal, refusalText } from './quote_words';
import { nightCount } from '../nights/stays';
import type { Booking, Place, Quote } from '../types';

export interface Refusal {
  field: 'start' | 'end';
  text: string;
}

// The most that a transaction has room for, whatever the place says.
const maxBlockedNights = newPlaceLimits.maxNights.maximum;

// What a quote says against a stay. A quote does not know that nights shall be blocked, for which
// the place's own limits do not count; and nights that are taken are shown in another way.
export function refusalOf(
  quote: Quote | undefined,
  form: Pick<BookingForm, 'start' | 'end' | 'whom'>,
  place: Place,
): Refusal | undefined {
  const refusal = quote?.refusal;
  if (!refusal || refusal.code === 'overlap') return undefined;
  if (form.whom === 'blocked') {
    if (refusal.code === 'tooShort') return undefined;
    if (refusal.code === 'tooLong' && nightCount(form) <= maxBlockedNights) return undefined;
  }
  return { field: fieldOfRefusal(refusal.code), text: refusalText(refusal, place) };
}

// Whether one of the rules for stays refused it.
export function brokeRule(error: ApiError): boolean {
  return bookingRuleLimits.enum.some((rule) => rule === error.code);
}

export function fieldOfError(error: ApiError): keyof BookingForm | undefined {
  if (error.code === 'nightsAreFree' || error.code === 'overlap') return undefined;
  if (error.code !== undefined && brokeRule(error)) return fieldOfRefusal(error.code);
  const fields = ['start', 'end', 'title', 'note', 'userId'] as const;
  return fields.find((field) => field === error.field);
}

// The booking as it is now, when somebody else changed it since.
export function newerOf(error: unknown): Booking | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code, current } = error;
  const isBooking = typeof current === 'object' && current !== null && 'extendedProps' in current;
  return code === 'staleVersion' && isBooking ? (current as Booking) : undefined;
}
