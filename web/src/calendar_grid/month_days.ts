// What the small month shows: which of its days have anything.

import { addDays, type DateText } from '../lib/dates';
import { firstDayOf, type GridItem } from './grid_item';

// Those of the days from one to another, both included, on which something is.
export function daysWithItems(
  items: readonly Pick<GridItem, 'start' | 'lastDay'>[],
  from: DateText,
  to: DateText,
): Set<DateText> {
  const days = new Set<DateText>();
  for (const item of items) {
    const first = firstDayOf(item);
    const last = item.lastDay;
    if (last < from || first > to) continue;
    const end = last < to ? last : to;
    for (let day = first > from ? first : from; day <= end; day = addDays(day, 1)) {
      days.add(day);
      if (day === end) break;
    }
  }
  return days;
}
