// Results of a search in the order in which they are read: what comes, from today on; then what was,
// the latest first.

import type { DateText } from '../../lib/dates';
import type { FoundItem } from './search';

export interface DayGroup {
  date: DateText;
  isPast: boolean;
  items: FoundItem[];
}

// By day, then by time; what has no time comes first.
function byDay(one: FoundItem, other: FoundItem): number {
  const key = ({ first, time, title }: FoundItem) => `${first} ${time} ${title}`;
  const [left, right] = [key(one), key(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

// At most `max` of them.
export function groupsOf(items: readonly FoundItem[], today: DateText, max: number): DayGroup[] {
  const sorted = items.toSorted(byDay);
  const isPast = ({ last }: FoundItem) => last < today;
  const coming = sorted.filter((item) => !isPast(item));
  const past = sorted.filter(isPast).reverse();
  const groups: DayGroup[] = [];
  for (const item of [...coming, ...past].slice(0, max)) {
    const last = groups.at(-1);
    const date = item.first;
    if (last?.date === date && last.isPast === isPast(item)) last.items.push(item);
    else groups.push({ date, isPast: isPast(item), items: [item] });
  }
  // Within a day the morning is first, also in the past.
  for (const group of groups) group.items.sort(byDay);
  return groups;
}
