// An event in words: when it is, how long it takes, when it reminds.

import { daysBetween, formatDate, formatTime, formatWeekday } from '../../lib/dates';
import { t } from '../../lib/messages';
import { isSteady, minutesOfSpan, type Span } from './event_clock';
import { joined, listed } from '../../when/recurrence/rule_word_parts';
import { placeOfZone } from '../../when/zones/zones_list';

// What the fields do not say: the weekday, and how long it takes. "Tuesday, 1 hour 30 minutes".
export function spanInWords(span: Span): string {
  if (!isSteady(span)) return '';
  const first = formatWeekday(span.startDate);
  if (span.isAllDay) {
    const count = daysBetween(span.startDate, span.endDate) + 1;
    if (count <= 1) return first;
    const days = t.planner.words.spoken({ from: first, to: formatWeekday(span.endDate) });
    return t.planner.words.daysLong({ days, count });
  }
  const minutes = minutesOfSpan(span);
  if (minutes < 0) return first;
  const length = minutes === 0 ? t.planner.words.noLength() : durationInWords(minutes);
  return t.planner.words.dayLong({ day: first, length });
}

// "1 day 2 hours 5 minutes".
export function durationInWords(minutes: number): string {
  const words = (count: number, unit: Unit) =>
    count === 0 ? '' : t.planner.lengths.long[unit]({ count });
  const whole = Math.floor(minutes);
  const parts = [
    words(Math.floor(whole / 1440), 'day'),
    words(Math.floor((whole % 1440) / 60), 'hour'),
    words(whole % 60, 'minute'),
  ];
  return joined(...parts) || t.planner.words.shorterThanMinute();
}

// "Tuesday, 17 November 2026, 9:00 – 10:00 in Berlin".
export function whenInWords(span: Span, hour12: boolean): string {
  const first = formatDate(span.startDate, 'long');
  const last = formatDate(span.endDate, 'long');
  const isOneDay = span.startDate === span.endDate;
  if (span.isAllDay) {
    return isOneDay
      ? t.planner.words.dayAllDay({ day: first })
      : t.planner.words.span({ from: first, to: last });
  }
  const startTime = formatTime(span.startTime, hour12);
  const endTime = formatTime(span.endTime, hour12);
  const from = t.recurrence.rule.dayAndTime({ day: first, time: startTime });
  const to = isOneDay ? endTime : t.recurrence.rule.dayAndTime({ day: last, time: endTime });
  if (span.zone !== '' && span.endZone !== '') {
    return t.planner.words.span({ from: placed(from, span.zone), to: placed(to, span.endZone) });
  }
  const isMoment = isOneDay && span.startTime === span.endTime;
  return placed(isMoment ? from : t.planner.words.span({ from, to }), span.zone);
}

function placed(when: string, zone: string): string {
  if (zone === '') return t.planner.words.floating({ when });
  return t.planner.words.inPlace({ when, place: placeOfZone(zone) });
}

// "At start", "15 minutes before", "1 day before".
export function reminderInWords(minutes: number): string {
  if (minutes === 0) return t.planner.reminders.atStart();
  return t.planner.reminders.before({ length: shortReminder(minutes) });
}

type Style = 'long' | 'short';
type Unit = 'week' | 'day' | 'hour' | 'minute';

const unitMinutes: readonly [number, Unit][] = [
  [10_080, 'week'],
  [1440, 'day'],
  [60, 'hour'],
];

// In the largest unit of which it is a whole number: 60 minutes are 1 hour, 90 are 90 minutes.
export function inOneUnit(minutes: number): { count: number; unit: Unit } {
  for (const [size, unit] of unitMinutes) {
    if (minutes >= size && minutes % size === 0) return { count: minutes / size, unit };
  }
  return { count: minutes, unit: 'minute' };
}

export function shortReminder(minutes: number, style: Style = 'long'): string {
  const { count, unit } = inOneUnit(minutes);
  return t.planner.lengths[style][unit]({ count });
}

// Short, because there are many beside each other: "15 min", "1 h", "1 day".
export function chipReminder(minutes: number): string {
  return shortReminder(minutes, 'short');
}

type Changed = keyof typeof t.planner.editor.changed;

const fieldNames: Readonly<Record<string, Changed>> = {
  title: 'title',
  description: 'description',
  location: 'location',
  color: 'color',
  status: 'status',
  tags: 'tags',
  reminderMinutes: 'reminders',
  links: 'links',
  ttl: 'expiry',
  isAllDay: 'time',
  startDate: 'time',
  endDate: 'time',
  startUtc: 'time',
  endUtc: 'time',
  startLocal: 'time',
  endLocal: 'time',
  startTzid: 'zone',
  endTzid: 'zone',
};

// Attributes of an exception as a person calls them: "title and time".
export function fieldsInWords(fields: readonly string[]): string {
  const names = new Set(fields.flatMap((field) => fieldNames[field.replace(/^.*\./, '')] ?? []));
  return listed([...names].map((name) => t.planner.editor.changed[name]()));
}
