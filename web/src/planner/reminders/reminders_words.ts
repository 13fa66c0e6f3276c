// Reminders in words.

import { addDays, formatDay, formatTime, type DateText } from '../../lib/dates';
import { locale } from '../../lib/locale';
import { t } from '../../lib/messages';
import { inOneUnit } from '../../events/editor/event_words';
import type { Reminder } from '../types';
import { instantOf, wallOfUtc } from '../../when/zones/zones';

// How far away the start is: "in 15 minutes", "now", "10 minutes ago".
export function distanceInWords(startMs: number, nowMs: number): string {
  const minutes = Math.round((startMs - nowMs) / 60_000);
  if (minutes === 0) return t.events.words.now();
  const { count, unit } = inOneUnit(rounded(Math.abs(minutes)));
  return new Intl.RelativeTimeFormat(locale()).format(minutes > 0 ? count : -count, unit);
}

// The further away, the less anybody cares for minutes.
function rounded(minutes: number): number {
  if (minutes >= 2880) return Math.round(minutes / 1440) * 1440;
  return minutes >= 180 ? Math.round(minutes / 60) * 60 : minutes;
}

// When it starts, by the clock of the zone: "Today, 14:00", "Tomorrow", "Friday, 20 November, 9:00".
export function startInWords(
  { start: sent, startUtc, isAllDay }: Pick<Reminder, 'start' | 'startUtc' | 'isAllDay'>,
  zone: string,
  today: DateText,
  hour12: boolean,
): string {
  const start = startUtc === undefined || isAllDay ? sent : wallOfUtc(startUtc, zone);
  const date = start.slice(0, 10);
  const names: Record<string, string> = {
    [addDays(today, -1)]: t.events.words.yesterday(),
    [today]: t.events.words.today(),
    [addDays(today, 1)]: t.events.words.tomorrow(),
  };
  const day = names[date] ?? formatDay(date);
  if (isAllDay) return day;
  return t.recurrence.rule.dayAndTime({ day, time: formatTime(start.slice(11), hour12) });
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
