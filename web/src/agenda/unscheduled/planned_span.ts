// The day and the time that were written, as the time of a task.

import { addDays, type DateText } from '../../lib/dates';
import { addMinutes } from '../items/item_days';
import type { AgendaSpan } from '../types';

// Without a time, it is the whole day.
export function plannedSpan(day: DateText, time: string, minutes: number): AgendaSpan {
  if (!/^\d\d:\d\d/.test(time)) return { start: day, end: addDays(day, 1), allDay: true };
  const start = `${day}T${time.slice(0, 5)}:00`;
  return { start, end: addMinutes(start, minutes), allDay: false };
}
