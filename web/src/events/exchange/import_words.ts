// When an event of a calendar file starts, in words. The file says a day, a time of the clock on the
// wall, or a time in UTC; which zone a wall time is of matters to nobody at this point.

import { formatDate, formatTime, isDate } from '../../lib/dates';
import { t } from '../../lib/messages';

export function startWords(start: string, hour12: boolean): string {
  const date = start.slice(0, 10);
  if (!isDate(date)) return start;
  const day = formatDate(date, 'medium');
  if (start.length === 10) return day;
  const when = { day, time: formatTime(start.slice(11), hour12) };
  return start.endsWith('Z')
    ? t.recurrence.rule.dayAndTimeUtc(when)
    : t.recurrence.rule.dayAndTime(when);
}
