// Reminders in words.

import { addDays, formatDay, formatTime, type DateText } from '../../lib/dates';
import { shortReminder } from '../editor/event_words';
import type { Reminder } from '../types';
import { instantOf } from '../zones/zones';

// "Reminder 15 minutes and 1 hour before".
export function reminderList(minutes: readonly number[]): string {
  if (minutes.length === 0) return 'No reminder';
  const before = minutes.filter((each) => each > 0).map(shortReminder);
  const words = before.length > 0 ? [`${listed(before)} before`] : [];
  if (minutes.includes(0)) words.unshift('at the start');
  return `Reminder ${words.join(' and ')}`;
}

// How far away the start is: "in 15 minutes", "now", "10 minutes ago".
export function distanceInWords(startMs: number, nowMs: number): string {
  const minutes = Math.round((startMs - nowMs) / 60_000);
  if (minutes === 0) return 'now';
  const length = shortReminder(rounded(Math.abs(minutes)));
  return minutes > 0 ? `in ${length}` : `${length} ago`;
}

// The further away, the less anybody cares for minutes.
function rounded(minutes: number): number {
  if (minutes >= 2880) return Math.round(minutes / 1440) * 1440;
  return minutes >= 180 ? Math.round(minutes / 60) * 60 : minutes;
}

// When it starts, by the person's clock: "Today, 14:00", "Tomorrow", "Friday, 20 November, 9:00".
export function startInWords(
  { start, isAllDay }: Pick<Reminder, 'start' | 'isAllDay'>,
  today: DateText,
  hour12: boolean,
): string {
  const date = start.slice(0, 10);
  const names: Record<string, string> = {
    [addDays(today, -1)]: 'Yesterday',
    [today]: 'Today',
    [addDays(today, 1)]: 'Tomorrow',
  };
  const day = names[date] ?? formatDay(date);
  return isAllDay ? day : `${day}, ${formatTime(start.slice(11), hour12)}`;
}

// Whole days start at midnight where the person is.
export function startMsOf(reminder: Reminder, zone: string): number {
  if (reminder.startUtc !== undefined) return Date.parse(reminder.startUtc);
  const { start } = reminder;
  return instantOf(start.length === 10 ? `${start}T00:00:00` : start, zone);
}

// When it is due, or due again.
export function dueMsOf({ dueAt, snoozedUntil }: Reminder): number {
  return Date.parse(snoozedUntil ?? dueAt);
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}
