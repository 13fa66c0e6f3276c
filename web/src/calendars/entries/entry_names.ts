// Entries in words: the full name that screen readers say, and the times that are shown.

import { formatDate, formatDay, formatTime, type DateText } from '../../lib/dates';
import type { Entry } from '../../lib/types';
import { t } from '../../lib/messages';

export interface EntryName {
  entry: Entry;
  calendarName: string;
  hour12: boolean;
}

// "Dentist, Tuesday, 17 November, 9:00 to 9:30, calendar Family"
export function fullName({ entry, calendarName, hour12 }: EntryName): string {
  const { kind } = entry;
  const said = {
    title: entry.title,
    day: longDate(entry.date),
    where: entry.location ? 'yes' : 'no',
    location: entry.location ?? '',
    in: calendarName ? 'yes' : 'no',
    calendar: calendarName,
  };
  switch (kind.type) {
    case 'Timed': {
      const [start, end] = [formatTime(kind.start, hour12), formatTime(kind.end, hour12)];
      return t.calendars.names.timed({ ...said, start, end });
    }
    case 'MultiDay': {
      const [first, last] = [longDate(kind.start), longDate(kind.end)];
      return t.calendars.names.days({ ...said, first, last });
    }
    case 'Task':
      return t.calendars.names.task({ ...said, done: kind.completed ? 'yes' : 'no' });
    default:
      return t.calendars.names.allDay(said);
  }
}

// The time in a row of the list.
export function timeWords(entry: Entry, hour12: boolean): string {
  const { kind } = entry;
  switch (kind.type) {
    case 'Timed':
      return `${formatTime(kind.start, hour12)} – ${formatTime(kind.end, hour12)}`;
    case 'MultiDay':
      return t.calendars.names.until({ day: formatDate(kind.end, 'short') });
    case 'Task':
      return t.calendars.entry.task();
    default:
      return t.calendars.entry.allDay();
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
