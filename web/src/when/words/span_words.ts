// When something that is typed would be, in words.

import {
  addDays,
  formatDate,
  formatShortDay,
  formatTime,
  today,
  type DateText,
} from '../../lib/dates';
import { t } from '../../lib/messages';
import type { Span } from './resolve';

// "Tue 17 Nov, 09:00 – 10:00", "Sun 3 May – Wed 6 May".
export function spanWords({ start, end, isAllDay }: Span, hour12: boolean): string {
  const first = start.slice(0, 10);
  const day = dayWords(first);
  if (isAllDay) {
    const last = addDays(end, -1);
    return last > first ? t.ui.quickAdd.days({ from: day, to: dayWords(last) }) : day;
  }
  const from = formatTime(start.slice(11, 16), hour12);
  const to = formatTime(end.slice(11, 16), hour12);
  return end > start ? t.ui.quickAdd.hours({ day, from, to }) : t.ui.quickAdd.time({ day, from });
}

// "Tue 17 Nov", and of another year "3 May 2027".
export function dayWords(date: DateText): string {
  const isThisYear = date.slice(0, 4) === today().slice(0, 4);
  return isThisYear ? formatShortDay(date) : formatDate(date, 'medium');
}
