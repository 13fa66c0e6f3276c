// Moments (RFC 3339) in words, in English, with day and month in the order of the reader.

import { englishHere } from './locale';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

// "5 minutes ago"; what is a month ago or more is a date.
export function ago(moment: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(moment)) / 1000);
  // Clocks of servers and browsers differ a little.
  if (seconds < minute) return 'just now';
  if (seconds < hour) return relative.format(-Math.floor(seconds / minute), 'minute');
  if (seconds < day) return relative.format(-Math.floor(seconds / hour), 'hour');
  if (seconds < 30 * day) return relative.format(-Math.floor(seconds / day), 'day');
  return `on ${dayOf(moment)}`;
}

// "15 November 2026", or "November 15, 2026" for those who write it so.
export function dayOf(moment: string, locale = englishHere()): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(moment));
}

// Moments later by whole days.
export function daysFromNow(days: number, now = Date.now()): string {
  return new Date(now + days * day * 1000).toISOString();
}
