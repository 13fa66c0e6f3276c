// An entry in words: when it is, and where somebody can look at it.

import { daysBetween, formatDate, formatTime, formatWeekday, isDate } from '../../lib/dates';
import type { Entry } from '../../lib/types';
import { entryLink } from '../addresses';
import type { EntryForm } from './drafts';
import { t } from '../../lib/messages';

type Timing = Pick<Entry, 'date' | 'kind'>;

// "Tuesday, 17 November 2026, 9:00 – 9:30".
export function whenOf({ date, kind }: Timing, hour12: boolean): string {
  switch (kind.type) {
    case 'AllDay':
      return t.calendars.when.allDay({ day: formatDate(date, 'long') });
    case 'Timed':
      return t.calendars.when.timed({ day: formatDate(date, 'long'), ...timesOf(kind, hour12) });
    case 'MultiDay':
      return t.calendars.when.days({
        first: formatDate(kind.start, 'long'),
        last: formatDate(kind.end, 'long'),
      });
    case 'Task':
      return t.calendars.when.due({ day: formatDate(date, 'long') });
  }
}

function timesOf(kind: { start: string; end: string }, hour12: boolean) {
  return { start: formatTime(kind.start, hour12), end: formatTime(kind.end, hour12) };
}

// What the fields of a form do not say: the weekday, and how long it lasts. "Tuesday, 30 minutes".
export function spanOf(form: EntryForm): string {
  if (!isDate(form.date)) return '';
  const first = formatWeekday(form.date);
  if (form.isTask) return first;
  if (!form.allDay) {
    const minutes = minutesBetween(form.start, form.end);
    return minutes > 0
      ? t.calendars.span.timed({ day: first, duration: durationOf(minutes) })
      : first;
  }
  if (!isDate(form.lastDay) || form.lastDay <= form.date) return first;
  const days = daysBetween(form.date, form.lastDay) + 1;
  return t.calendars.span.days({ first, last: formatWeekday(form.lastDay), days });
}

function minutesBetween(start: string, end: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return minutes(end) - minutes(start);
}

function durationOf(length: number): string {
  const [hours, minutes] = [Math.floor(length / 60), length % 60];
  if (hours === 0) return t.calendars.span.minutes({ minutes });
  if (minutes === 0) return t.calendars.span.hours({ hours });
  return t.calendars.span.hoursAndMinutes({ hours, minutes });
}

// The address that leads anybody who may see it to this entry.
export function linkOf(entryId: string, origin: string): string {
  return origin + entryLink(entryId);
}
