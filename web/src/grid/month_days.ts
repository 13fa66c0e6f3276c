// What the small month shows of entries: which of its days have any.

import { addDays, type DateText } from '../lib/dates';
import type { Entry } from '../lib/types';
import { firstDay, lastDay } from './entry_changes';

// Those of the days from one to another, both included, on which something is.
export function daysWithEntries(
  entries: readonly Entry[],
  from: DateText,
  to: DateText,
): Set<DateText> {
  const days = new Set<DateText>();
  for (const entry of entries) {
    const first = firstDay(entry);
    const last = lastDay(entry);
    if (last < from || first > to) continue;
    const end = last < to ? last : to;
    for (let day = first > from ? first : from; day <= end; day = addDays(day, 1)) {
      days.add(day);
      if (day === end) break;
    }
  }
  return days;
}
