// The days of the timeline: a window of whole weeks around the day that is looked for, which grows at
// the end to which somebody scrolls.

import { addDays, daysBetween, startOfWeek, weekday, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';
import { monthName } from '../titles';

const weeksBefore = 2;
const weeksAfter = 10;
const weeksMore = 4;
// Nobody scrolls so far by accident, and the page stays quick.
const mostWeeks = 60;

const leastDayPixels = 28;
const daysOnDesk = 38;
const phoneDayPixels = 42;

export function windowAround(date: DateText, firstDay: number): Days {
  const start = addDays(startOfWeek(date, firstDay), -7 * weeksBefore);
  return { start, end: addDays(start, 7 * (weeksBefore + weeksAfter)) };
}

// More weeks at one end; at the other as many are let go of when there are too many.
export function grown({ start, end }: Days, direction: 1 | -1): Days {
  const more = 7 * weeksMore;
  const excess = Math.max(0, daysBetween(start, end) + more - 7 * mostWeeks);
  if (direction === 1) return { start: addDays(start, excess), end: addDays(end, more) };
  return { start: addDays(start, -more), end: addDays(end, -excess) };
}

// How wide a day is, so that five weeks are seen where there is room.
export function dayWidth(pixels: number, isPhone: boolean): number {
  if (isPhone) return phoneDayPixels;
  return Math.max(leastDayPixels, Math.floor(pixels / daysOnDesk));
}

export function isWeekend(day: DateText): boolean {
  const of = weekday(day);
  return of === 0 || of === 6;
}

export interface MonthSpan {
  // Its first day that is shown.
  first: DateText;
  name: string;
  days: number;
}

export function monthSpans(days: readonly DateText[]): MonthSpan[] {
  const spans: MonthSpan[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last?.first.slice(0, 7) === day.slice(0, 7)) last.days++;
    else spans.push({ first: day, name: monthName(day), days: 1 });
  }
  return spans;
}
