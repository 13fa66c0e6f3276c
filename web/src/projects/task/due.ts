// When a task is due or planned. Times are kept in UTC; one that ends a day, 23:59:59, stands for that whole day
// wherever the reader is, and so does the start of a planned day, 00:00:00.

import {
  addDays,
  dateOfMoment,
  formatDate,
  formatShortDay,
  formatTime,
  startOfWeek,
  type DateText,
} from '../../lib/dates';
import { t } from '../../lib/messages';
import type { Task } from '../types';

// Which time of day stands for the whole day.
export type Edge = 'start' | 'end';
const wholeDay: Record<Edge, string> = { start: 'T00:00:00Z', end: 'T23:59:59Z' };

export function isWholeDay(moment: string, edge: Edge = 'end'): boolean {
  return moment.replace('.000Z', 'Z').endsWith(wholeDay[edge]);
}

// The day that the reader sees.
export function dayOf(moment: string, edge: Edge = 'end'): DateText {
  return isWholeDay(moment, edge) ? moment.slice(0, 10) : dateOfMoment(moment);
}

// "14:05" by the local clock; undefined for a whole day.
export function timeOf(moment: string, edge: Edge = 'end'): string | undefined {
  if (isWholeDay(moment, edge)) return undefined;
  const date = new Date(moment);
  return [date.getHours(), date.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

// As it is sent: a day, or a time in UTC.
export function momentOf(date: DateText, time: string): string {
  if (time === '') return date;
  return new Date(`${date}T${time}`).toISOString().replace(/\.\d+Z$/, 'Z');
}

// The same as the server would keep it.
export function keptMoment(sent: string, edge: Edge = 'end'): string {
  return sent.includes('T') ? sent : sent + wholeDay[edge];
}

export type DueGroup = 'overdue' | 'week' | 'later' | 'none' | 'done';

export interface Now {
  today: DateText;
  ms: number;
  // 0 is Sunday.
  firstDay: number;
}

export function isOverdue(
  { dueDate, status }: Pick<Task, 'dueDate' | 'status'>,
  now: Now,
): boolean {
  if (dueDate === null || status === 'DONE') return false;
  return isWholeDay(dueDate) ? dueDate.slice(0, 10) < now.today : Date.parse(dueDate) < now.ms;
}

export function dueGroup(task: Pick<Task, 'dueDate' | 'status'>, now: Now): DueGroup {
  if (task.status === 'DONE') return 'done';
  if (task.dueDate === null) return 'none';
  if (isOverdue(task, now)) return 'overdue';
  const nextWeek = addDays(startOfWeek(now.today, now.firstDay), 7);
  return dayOf(task.dueDate) < nextWeek ? 'week' : 'later';
}

// "Today", "Tomorrow, 14:00", "Fri 20 Nov", "20 Nov 2027".
export function momentText(
  moment: string,
  today: DateText,
  hour12: boolean,
  edge: Edge = 'end',
): string {
  const day = dayText(dayOf(moment, edge), today);
  const time = timeOf(moment, edge);
  return time === undefined ? day : t.projects.dayAndTime({ day, time: formatTime(time, hour12) });
}

function dayText(day: DateText, today: DateText): string {
  if (day === today) return t.projects.today();
  if (day === addDays(today, 1)) return t.projects.tomorrow();
  if (day === addDays(today, -1)) return t.projects.yesterday();
  return day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(day) : formatDate(day, 'medium');
}
