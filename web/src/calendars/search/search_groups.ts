// Results of a search in the order in which they are read: what comes, from today on; then what was,
// the latest first.

import type { DateText } from '../../lib/dates';
import type { Entry } from '../../lib/types';
import { byDate, firstDay, lastDay } from '../entries/entry_changes';

export interface DayGroup {
  date: DateText;
  isPast: boolean;
  entries: Entry[];
}

// At most `max` entries.
export function groupsOf(entries: readonly Entry[], today: DateText, max: number): DayGroup[] {
  const sorted = entries.toSorted(byDate);
  const isPast = (entry: Entry) => lastDay(entry) < today;
  const coming = sorted.filter((entry) => !isPast(entry));
  const past = sorted.filter(isPast).reverse();
  const groups: DayGroup[] = [];
  for (const entry of [...coming, ...past].slice(0, max)) {
    const last = groups.at(-1);
    const date = firstDay(entry);
    if (last?.date === date && last.isPast === isPast(entry)) last.entries.push(entry);
    else groups.push({ date, isPast: isPast(entry), entries: [entry] });
  }
  // Within a day the morning is first, also in the past.
  for (const group of groups) group.entries.sort(byDate);
  return groups;
}
