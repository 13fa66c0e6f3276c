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
    const days = t.events.words.spoken({ from: first, to: formatWeekday(span.endDate) });
    return t.events.words.daysLong({ days, count });
  }
  const minutes = minutesOfSpan(span);
  if (minutes < 0) return first;
  const length = minutes === 0 ? t.events.words.noLength() : durationInWords(minutes);
  return t.events.words.dayLong({ day: first, length });
}

// "1 day 2 hours 5 minutes".
export function durationInWords(minutes: number): string {
  const words = (count: number, unit: Unit) =>
    count === 0 ? '' : t.events.lengths.long[unit]({ count });
  const whole = Math.floor(minutes);
  const parts = [
    words(Math.floor(whole / 1440), 'day'),
    words(Math.floor((whole % 1440) / 60), 'hour'),
    words(whole % 60, 'minute'),
  ];
  return joined(...parts) || t.events.words.shorterThanMinute();
}

// "Tuesday, 17 November 2026, 9:00 – 10:00 in Berlin".
export function whenInWords(span: Span, hour12: boolean): string {
  const first = formatDate(span.startDate, 'long');
  const last = formatDate(span.endDate, 'long');
  const isOneDay = span.startDate === span.endDate;
  if (span.isAllDay) {
    return isOneDay
      ? t.events.words.dayAllDay({ day: first })
      : t.events.words.span({ from: first, to: last });
  }
  if (span.zone !== '' && span.endZone !== '') {
    const { from, to } = edgesInWords(span, hour12);
    return t.events.words.span({ from: placed(from, span.zone), to: placed(to, span.endZone) });
  }
  return placed(clockWords(span, hour12), span.zone);
}

// The same by the clock on the wall, wherever it is: "Tuesday, 17 November 2026, 9:00 – 10:00".
export function clockWords(span: Span, hour12: boolean): string {
  const { from, to } = edgesInWords(span, hour12);
  const isMoment = span.startDate === span.endDate && span.startTime === span.endTime;
  return isMoment ? from : t.events.words.span({ from, to });
}

function edgesInWords(span: Span, hour12: boolean): { from: string; to: string } {
  const { dayAndTime } = t.recurrence.rule;
  const [day, last] = [formatDate(span.startDate, 'long'), formatDate(span.endDate, 'long')];
  const time = formatTime(span.endTime, hour12);
  return {
    from: dayAndTime({ day, time: formatTime(span.startTime, hour12) }),
    to: span.startDate === span.endDate ? time : dayAndTime({ day: last, time }),
  };
}

function placed(when: string, zone: string): string {
  if (zone === '') return t.events.words.floating({ when });
  return t.events.words.inPlace({ when, place: placeOfZone(zone) });
}

// "At start", "15 minutes before", "1 day before".
export function reminderInWords(minutes: number): string {
  if (minutes === 0) return t.eventEditor.reminders.atStart();
  return t.eventEditor.reminders.before({ length: shortReminder(minutes) });
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
  return t.events.lengths[style][unit]({ count });
}

// "Reminder 15 minutes and 1 hour before".
export function reminderList(minutes: readonly number[]): string {
  if (minutes.length === 0) return t.eventEditor.reminders.noReminder();
  const before = minutes.filter((each) => each > 0).map((each) => shortReminder(each));
  if (before.length === 0) return t.eventEditor.reminders.listAtStart();
  const lengths = listed(before);
  return minutes.includes(0)
    ? t.eventEditor.reminders.listBoth({ lengths })
    : t.eventEditor.reminders.listBefore({ lengths });
}

// Short, because there are many beside each other: "15 min", "1 h", "1 day".
export function chipReminder(minutes: number): string {
  return shortReminder(minutes, 'short');
}

type Changed = keyof typeof t.eventEditor.editor.changed;

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
  return listed([...names].map((name) => t.eventEditor.editor.changed[name]()));
}
