// Entries in words: the full name that screen readers say, and the times that are shown.

import { formatDate, formatDay, formatTime, type DateText } from '../../lib/dates';
import type { Entry } from '../../lib/types';

export interface EntryName {
  entry: Entry;
  calendarName: string;
  hour12: boolean;
}

// "Dentist, Tuesday, 17 November, 9:00 to 9:30, calendar Family"
export function fullName({ entry, calendarName, hour12 }: EntryName): string {
  const { kind } = entry;
  const words = [entry.title];
  if (kind.type === 'Task') words.push(kind.completed ? 'task, done' : 'task');
  words.push(
    kind.type === 'MultiDay'
      ? `${longDate(kind.start)} to ${longDate(kind.end)}`
      : longDate(entry.date),
  );
  if (kind.type === 'AllDay') words.push('all day');
  if (kind.type === 'Timed') {
    words.push(`${formatTime(kind.start, hour12)} to ${formatTime(kind.end, hour12)}`);
  }
  if (entry.location) words.push(entry.location);
  if (calendarName) words.push(`calendar ${calendarName}`);
  return words.join(', ');
}

// The time in a row of the list.
export function timeWords(entry: Entry, hour12: boolean): string {
  const { kind } = entry;
  switch (kind.type) {
    case 'Timed':
      return `${formatTime(kind.start, hour12)} – ${formatTime(kind.end, hour12)}`;
    case 'MultiDay':
      return `until ${formatDate(kind.end, 'short')}`;
    case 'Task':
      return 'Task';
    default:
      return 'All day';
  }
}

// A month has a thousand names on few days.
const longDates = new Map<DateText, string>();
const maxLongDates = 1000;

function longDate(date: DateText): string {
  let text = longDates.get(date);
  if (text === undefined) {
    text = formatDay(date);
    if (longDates.size >= maxLongDates) longDates.clear();
    longDates.set(date, text);
  }
  return text;
}
