// The weeks in which a month lies, with the days of its neighbours that are in them.

import { addDays, endOfMonth, startOfMonth, startOfWeek, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';

export function weeksAround(date: DateText, firstDay: number): DateText[][] {
  const last = endOfMonth(date);
  const weeks: DateText[][] = [];
  let start = startOfWeek(startOfMonth(date), firstDay);
  while (start <= last) {
    const first = start;
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(first, at)));
    start = addDays(start, 7);
    // The end of all dates.
    if (start === first) break;
  }
  return weeks;
}

export function daysAround(date: DateText, firstDay: number): Days {
  const weeks = weeksAround(date, firstDay);
  const last = weeks.at(-1)?.at(-1) ?? date;
  return { start: weeks[0]?.[0] ?? date, end: addDays(last, 1) };
}
