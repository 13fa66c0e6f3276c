// What a year shows of its days: a few colours each, and how much there is.

import { addDays, type DateText } from '../lib/dates';
import { firstDayOf, type GridItem } from './grid_item';

export interface YearDay {
  count: number;
  // At most three, each once; those of the most items first.
  colors: string[];
}

const maxColors = 3;

// The days of the year that have anything, by their date.
export function daysOfYear(
  items: readonly Pick<GridItem, 'start' | 'lastDay' | 'color'>[],
  year: string,
): Map<DateText, YearDay> {
  const counts = new Map<DateText, Map<string, number>>();
  const first = `${year}-01-01`;
  const last = `${year}-12-31`;
  for (const item of items) {
    const from = firstDayOf(item) < first ? first : firstDayOf(item);
    const to = item.lastDay > last ? last : item.lastDay;
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const colors = counts.get(day) ?? new Map<string, number>();
      colors.set(item.color, (colors.get(item.color) ?? 0) + 1);
      counts.set(day, colors);
      // The last day of all has no next one.
      if (day === last) break;
    }
  }
  return new Map(Array.from(counts, ([day, colors]) => [day, summaryOf(colors)]));
}

function summaryOf(colors: Map<string, number>): YearDay {
  const sorted = [...colors].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    count: sorted.reduce((sum, [, count]) => sum + count, 0),
    colors: sorted.slice(0, maxColors).map(([color]) => color),
  };
}

// The days of a month in weeks of seven, undefined before the first and after the last.
export function weeksOfMonth(first: DateText, firstDay: number): (DateText | undefined)[][] {
  const start = new Date(`${first}T00:00:00Z`).getUTCDay();
  const days: (DateText | undefined)[] = Array.from({ length: (start - firstDay + 7) % 7 });
  const month = first.slice(0, 7);
  for (let day = 1; day <= 31; day++) {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const isOfMonth = new Date(`${date}T00:00:00Z`).getUTCDate() === day;
    if (isOfMonth) days.push(date);
  }
  while (days.length % 7 !== 0) days.push(undefined);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
