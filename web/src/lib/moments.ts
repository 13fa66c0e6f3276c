// Moments (RFC 3339) in words, as the reader writes them.

import { locale } from './locale';
import { t } from './messages';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

// "5 minutes ago"; what is a month ago or more is a date.
export function ago(moment: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(moment)) / 1000);
  // Clocks of servers and browsers differ a little.
  if (seconds < minute) return t.base.moments.justNow();
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  if (seconds < hour) return relative.format(-Math.floor(seconds / minute), 'minute');
  if (seconds < day) return relative.format(-Math.floor(seconds / hour), 'hour');
  if (seconds < 30 * day) return relative.format(-Math.floor(seconds / day), 'day');
  return t.base.moments.onDay({ day: dayOf(moment) });
}

// "15 November 2026", or "November 15, 2026" for those who write it so.
export function dayOf(moment: string, of = locale()): string {
  return new Intl.DateTimeFormat(of, { dateStyle: 'long' }).format(new Date(moment));
}

// Moments later by whole days.
export function daysFromNow(days: number, now = Date.now()): string {
  return new Date(now + days * day * 1000).toISOString();
}
