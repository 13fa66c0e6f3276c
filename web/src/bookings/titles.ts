// What a view is of, in words.

import { addDays, addMonths, formatMonths, titleOf, type DateText } from '../lib/dates';
import type { BookingsView, Shown } from './addresses';
import { t } from '../lib/messages';

// As many days as are seen at once, more or less.
const timelineDays = 35;
const timelineStep = 28;

// "July 2026"
export function monthName(date: DateText): string {
  return titleOf('month', date, 1);
}

// "July 2026", "2026", "July – August 2026"; where there is little room "Jul – Aug 2026".
export function titleOfShown(
  { view, date }: Pick<Shown, 'view' | 'date'>,
  isShort = false,
): string {
  if (view !== 'timeline') return titleOf(view, date, 1);
  const last = addDays(date, timelineDays - 1);
  if (date.slice(0, 7) === last.slice(0, 7)) return monthName(date);
  const title = formatMonths(date, last);
  return isShort ? title.replaceAll(/(\p{L}{3})\p{L}*/gu, '$1') : title;
}

export function stepOfShown(view: BookingsView, date: DateText, direction: 1 | -1): DateText {
  if (view === 'timeline') return addDays(date, timelineStep * direction);
  return addMonths(date, (view === 'month' ? 1 : 12) * direction);
}

// What the arrows go by.
export const periods = {
  timeline: 'fourWeeks',
  month: 'month',
  year: 'year',
} as const;

export function viewName(view: BookingsView): string {
  return t.bookings.views[view]();
}
