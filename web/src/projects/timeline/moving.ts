// Moving the bars of a timeline by days, and making them longer and shorter: where a bar is then, and what is sent.

import { addDays, daysBetween } from '../../lib/dates';
import { shifted, timeLater } from '../calendar/calendar_items';
import { dayOf, keptMoment } from '../task/due';
import type { EventChange, ProjectEvent, Task, TaskChange } from '../types';
import { eventBar, taskBar, type Bar } from './bars';

// By how many days the start and the end go on.
export interface Shift {
  start: number;
  end: number;
}

export type Grip = 'start' | 'end' | 'whole';

// A task that is only due has one day.
export function mayResize({ task, event }: Bar): boolean {
  return event !== undefined || (task !== undefined && task.plannedStart !== null);
}

// The shift after this part of the bar was moved to so many days from where it was. The end stays behind the start.
export function shiftTo(bar: Bar, shift: Shift, grip: Grip, days: number): Shift {
  if (grip === 'whole') return { start: days, end: days + shift.end - shift.start };
  const next = grip === 'start' ? { ...shift, start: days } : { ...shift, end: days };
  const missing = -daysBetween(bar.from, bar.to) - (next.end - next.start);
  const clamped = moveApart(next, grip, Math.max(missing, 0));
  // On one day the times of day decide.
  return isReversed(bar, clamped) ? moveApart(clamped, grip, 1) : clamped;
}

function moveApart({ start, end }: Shift, grip: Grip, days: number): Shift {
  return grip === 'start' ? { start: start - days, end } : { start, end: end + days };
}

function isReversed(bar: Bar, shift: Shift): boolean {
  const { task, event } = moved(bar, shift);
  if (event) return !event.allDay && Date.parse(event.endDate) <= Date.parse(event.startDate);
  if (!task?.plannedStart || !task.plannedEnd) return false;
  return Date.parse(task.plannedEnd) < Date.parse(task.plannedStart);
}

// The bar as it will be when the server has heard of it.
export function moved(bar: Bar, shift: Shift): Bar {
  const { task, event } = bar;
  if (event) return eventBar({ ...event, ...keptEvent(event, eventChange(event, shift)) });
  if (!task) return bar;
  return taskBar({ ...task, ...keptTask(taskChange(task, shift)) })[0] ?? bar;
}

export function taskChange(task: Task, { start, end }: Shift): TaskChange {
  const { plannedStart, plannedEnd, dueDate } = task;
  if (plannedStart === null) {
    return dueDate === null ? {} : { dueDate: shifted(dueDate, end, 'end') };
  }
  // Without an end it is that of the day when it starts.
  const last =
    plannedEnd === null
      ? addDays(dayOf(plannedStart, 'start'), end)
      : shifted(plannedEnd, end, 'end');
  const needsEnd = plannedEnd === null ? start !== end : end !== 0;
  return {
    ...(start !== 0 && { plannedStart: shifted(plannedStart, start, 'start') }),
    ...(needsEnd && { plannedEnd: last }),
  };
}

export function eventChange(event: ProjectEvent, { start, end }: Shift): EventChange {
  const later = (moment: string, days: number) =>
    event.allDay ? addDays(moment.slice(0, 10), days) : timeLater(moment, days);
  return {
    ...(start !== 0 && { startDate: later(event.startDate, start) }),
    ...(end !== 0 && { endDate: later(event.endDate, end) }),
  };
}

function keptTask({ plannedStart, plannedEnd, dueDate }: TaskChange): Partial<Task> {
  return {
    ...(plannedStart && { plannedStart: keptMoment(plannedStart, 'start') }),
    ...(plannedEnd && { plannedEnd: keptMoment(plannedEnd) }),
    ...(dueDate && { dueDate: keptMoment(dueDate) }),
  };
}

// Both times of an event that takes whole days are those of the start of a day.
function keptEvent(
  event: ProjectEvent,
  { startDate = event.startDate, endDate = event.endDate }: EventChange,
): Pick<ProjectEvent, 'startDate' | 'endDate'> {
  return { startDate: keptMoment(startDate, 'start'), endDate: keptMoment(endDate, 'start') };
}
