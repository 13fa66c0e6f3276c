// An entry in words: when it is, and where somebody can look at it.

import { daysBetween, formatDate, formatTime, formatWeekday, isDate } from '../../lib/dates';
import type { Entry } from '../../lib/types';
import type { EntryForm } from './drafts';

type Timing = Pick<Entry, 'date' | 'kind'>;

// "Tuesday, 17 November 2026, 9:00 – 9:30".
export function whenOf({ date, kind }: Timing, hour12: boolean): string {
  switch (kind.type) {
    case 'AllDay':
      return `${formatDate(date, 'long')}, all day`;
    case 'Timed':
      return `${formatDate(date, 'long')}, ${timesOf(kind, hour12)}`;
    case 'MultiDay':
      return `${formatDate(kind.start, 'long')} – ${formatDate(kind.end, 'long')}`;
    case 'Task':
      return `Due ${formatDate(date, 'long')}`;
  }
}

function timesOf(kind: { start: string; end: string }, hour12: boolean): string {
  return `${formatTime(kind.start, hour12)} – ${formatTime(kind.end, hour12)}`;
}

// What the fields of a form do not say: the weekday, and how long it lasts. "Tuesday, 30 minutes".
export function spanOf(form: EntryForm): string {
  if (!isDate(form.date)) return '';
  const first = formatWeekday(form.date);
  if (form.isTask) return first;
  if (!form.allDay) {
    const minutes = minutesBetween(form.start, form.end);
    return minutes > 0 ? `${first}, ${durationOf(minutes)}` : first;
  }
  if (!isDate(form.lastDay) || form.lastDay <= form.date) return first;
  const days = daysBetween(form.date, form.lastDay) + 1;
  return `${first} to ${formatWeekday(form.lastDay)}, ${days} days`;
}

function minutesBetween(start: string, end: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  return minutes(end) - minutes(start);
}

function durationOf(minutes: number): string {
  const count = (amount: number, unit: string) =>
    amount === 0 ? '' : `${amount} ${unit}${amount === 1 ? '' : 's'}`;
  const parts = [count(Math.floor(minutes / 60), 'hour'), count(minutes % 60, 'minute')];
  return parts.filter(Boolean).join(' ');
}

// The address that leads anybody who may see it to this entry.
export function linkOf(entryId: string, origin: string): string {
  return `${origin}/calendar/entries/${entryId}`;
}
