// Finding things by their words.

import { lastDayOf } from '../../events/view/placements';
import type { DateText } from '../../lib/dates';
import { folded } from '../../lib/folded';
import type { Entry } from '../../lib/types';
import { byDate, firstDay, lastDay } from '../entries/entry_changes';
import type { PlacedEvent } from '../events/calendar_events';

// An entry, or an event of a calendar: what comes next of it, or where it was.
export interface FoundItem {
  id: string;
  calendarId: string;
  first: DateText;
  last: DateText;
  // "16:00:00"; empty: it has no time.
  time: string;
  title: string;
  item: Entry | PlacedEvent;
}

export function foundEntry(entry: Entry): FoundItem {
  const { id, calendarId, title, kind } = entry;
  const time = kind.type === 'Timed' ? kind.start : '';
  return { id, calendarId, title, time, first: firstDay(entry), last: lastDay(entry), item: entry };
}

export function foundEvent(item: PlacedEvent): FoundItem {
  const { calendarId, occurrence } = item;
  const { id, title, start } = occurrence;
  const [first, last] = [start.slice(0, 10), lastDayOf(occurrence)];
  return { id, calendarId, title, time: start.slice(11), first, last, item };
}

// The entries that have all words of the text, in any order and anywhere; by date.
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return entries
    .filter((entry) => {
      const where = folded(`${entry.title}\n${entry.location ?? ''}\n${entry.description ?? ''}`);
      return words.every((word) => where.includes(word));
    })
    .sort(byDate);
}
