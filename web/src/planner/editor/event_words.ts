// An event in words: when it is, how long it takes, when it reminds.

import { daysBetween, formatDate, formatTime, formatWeekday } from '../../lib/dates';
import { isSteady, minutesOfSpan, type Span } from './event_clock';
import { listed } from '../recurrence/rule_word_parts';
import { placeOfZone } from '../zones/zones_list';

// What the fields do not say: the weekday, and how long it takes. "Tuesday, 1 hour 30 minutes".
export function spanInWords(span: Span): string {
  if (!isSteady(span)) return '';
  const first = formatWeekday(span.startDate);
  if (span.isAllDay) {
    const days = daysBetween(span.startDate, span.endDate) + 1;
    return days > 1 ? `${first} to ${formatWeekday(span.endDate)}, ${days} days` : first;
  }
  const minutes = minutesOfSpan(span);
  if (minutes < 0) return first;
  return `${first}, ${minutes === 0 ? 'a moment' : durationInWords(minutes)}`;
}

export function durationInWords(minutes: number): string {
  const count = (amount: number, unit: string) =>
    amount === 0 ? '' : `${amount} ${unit}${amount === 1 ? '' : 's'}`;
  const whole = Math.floor(minutes);
  const parts = [
    count(Math.floor(whole / 1440), 'day'),
    count(Math.floor((whole % 1440) / 60), 'hour'),
    count(whole % 60, 'minute'),
  ];
  return parts.filter(Boolean).join(' ') || 'less than a minute';
}

// "Tuesday, 17 November 2026, 9:00 – 10:00 in Berlin".
export function whenInWords(span: Span, hour12: boolean): string {
  const first = formatDate(span.startDate, 'long');
  const isOneDay = span.startDate === span.endDate;
  if (span.isAllDay) {
    return isOneDay ? `${first}, all day` : `${first} – ${formatDate(span.endDate, 'long')}`;
  }
  const time = (clock: string) => formatTime(clock, hour12);
  const where = span.zone === '' ? ', wherever you are' : ` in ${placeOfZone(span.zone)}`;
  const endWhere =
    span.zone !== '' && span.endZone !== '' ? ` in ${placeOfZone(span.endZone)}` : '';
  const start = `${first}, ${time(span.startTime)}`;
  if (isOneDay && span.startTime === span.endTime && endWhere === '') return start + where;
  const end = `${isOneDay ? '' : `${formatDate(span.endDate, 'long')}, `}${time(span.endTime)}`;
  return endWhere === '' ? `${start} – ${end}${where}` : `${start}${where} – ${end}${endWhere}`;
}

// "At the start", "15 minutes before", "1 day before".
export function reminderInWords(minutes: number): string {
  if (minutes === 0) return 'At the start';
  return `${shortReminder(minutes)} before`;
}

export function shortReminder(minutes: number): string {
  const units: [number, string][] = [
    [10_080, 'week'],
    [1440, 'day'],
    [60, 'hour'],
    [1, 'minute'],
  ];
  for (const [size, unit] of units) {
    const amount = minutes / size;
    if (minutes >= size && Number.isInteger(amount)) {
      return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
    }
  }
  return durationInWords(minutes);
}

const fieldNames: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  location: 'location',
  color: 'colour',
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
  startTzid: 'time zone',
  endTzid: 'time zone',
};

// Attributes of an exception as a person calls them: "title and time".
export function fieldsInWords(fields: readonly string[]): string {
  const names = [
    ...new Set(fields.flatMap((field) => fieldNames[field.replace(/^.*\./, '')] ?? [])),
  ];
  return listed(names);
}
