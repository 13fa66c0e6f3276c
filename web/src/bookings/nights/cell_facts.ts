// What a day of a place shows and says in the views that have one cell for each day.

import { addDays, type DateText } from '../../lib/dates';
import { halvesOf } from './half_days';
import { dayLabel } from './stay_words';
import type { Booking, NightPrice, Place } from '../types';

export interface CellFacts {
  label: string;
  // What the night costs, while it can still be booked.
  price: number | undefined;
  season: string | null;
}

export function cellFacts(
  place: Pick<Place, 'currency'>,
  day: DateText,
  today: DateText,
  held: ReadonlyMap<DateText, Booking>,
  night: NightPrice | undefined,
): CellFacts {
  const halves = halvesOf(day, addDays(day, -1), held);
  const label = dayLabel({ day, today, halves, price: night, currency: place.currency });
  const isPriced = night && night.price > 0 && !halves.evening && day >= today;
  return { label, price: isPriced ? night.price : undefined, season: night?.season ?? null };
}
