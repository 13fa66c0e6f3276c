// An entry in words: when it is.

import { daysBetween, formatDate, formatTime, formatWeekday, isDate } from '../../lib/dates';
import type { Entry } from '../../lib/types';
import type { ItemForm } from './item_form';
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
export function spanOf(form: ItemForm): string {
  if (!isDate(form.startDate)) return '';
  const first = formatWeekday(form.startDate);
  if (form.isTask) return first;
  const days = isDate(form.endDate) ? daysBetween(form.startDate, form.endDate) : 0;
  if (!form.isAllDay) {
    const minutes = days * minutesOfDay + minutesBetween(form.startTime, form.endTime);
    return minutes > 0
      ? t.calendars.span.timed({ day: first, duration: durationOf(minutes) })
      : first;
  }
  if (days <= 0) return first;
  return t.calendars.span.days({ first, last: formatWeekday(form.endDate), days: days + 1 });
}

const minutesOfDay = 1440;

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
