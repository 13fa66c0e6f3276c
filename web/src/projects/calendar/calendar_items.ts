// Tasks and events of a project as the grid shows them: a task on the day that it is due, and again where it is planned.

import { addDays, daysBetween, formatTime, type DateText } from '../../lib/dates';
import { t } from '../../lib/messages';
import type { GridItem, Span } from '../../calendar_grid/grid_item';
import { safeColor } from '../../ui/colors';
import { dayOf, isOverdue, momentOf, momentText, timeOf, type Edge, type Now } from '../task/due';
import { joined, statusName } from '../task/task_words';
import type { EventChange, ProjectEvent, Task, TaskChange } from '../types';

export type Dated =
  { kind: 'due' | 'planned'; task: Task } | { kind: 'event'; event: ProjectEvent };

export interface ItemsContext {
  // Of the project: tasks have none of their own.
  color: string;
  now: Now;
  mayChange: boolean;
}

// What is due at a time is shown for so long.
const dueMinutes = 30;
const minuteMs = 60_000;

export function itemsOf(
  tasks: readonly Task[],
  events: readonly ProjectEvent[],
  context: ItemsContext,
): GridItem<Dated>[] {
  return [
    ...tasks.flatMap((task) => [dueItem(task, context), plannedItem(task, context)].flat()),
    ...events.map((event) => eventItem(event, context)),
  ];
}

function base(task: Task, { color, mayChange }: ItemsContext) {
  return {
    title: task.title,
    color: safeColor(color),
    mayMove: mayChange,
    task: { isDone: task.status === 'DONE' },
  };
}

function dueItem(task: Task, context: ItemsContext): GridItem<Dated>[] {
  const { dueDate } = task;
  if (dueDate === null) return [];
  const day = dayOf(dueDate);
  const time = timeOf(dueDate);
  const said = (hour12: boolean) => momentText(dueDate, context.now.today, hour12);
  return [
    {
      ...base(task, context),
      id: `due:${task.id}`,
      start: time === undefined ? day : `${day}T${time}:00`,
      ...(time !== undefined && { end: wallOf(Date.parse(dueDate) + dueMinutes * minuteMs) }),
      allDay: time === undefined,
      lastDay: day,
      mayResize: false,
      rank: 1,
      label: (hour12) =>
        joined([
          task.title,
          isOverdue(task, context.now)
            ? t.projects.card.overdue({ day: said(hour12) })
            : t.projects.card.due({ day: said(hour12) }),
          statusName(task.status),
        ]),
      timeWords: (hour12) => (time === undefined ? '' : formatTime(time, hour12)),
      isPast: task.status === 'DONE',
      payload: { kind: 'due', task },
    },
  ];
}

function plannedItem(task: Task, context: ItemsContext): GridItem<Dated>[] {
  const { plannedStart, plannedEnd } = task;
  if (plannedStart === null) return [];
  const span = spanOf(plannedStart, plannedEnd ?? plannedStart);
  return [
    {
      ...base(task, context),
      ...span,
      id: `planned:${task.id}`,
      mayResize: false,
      rank: 2,
      label: (hour12) =>
        joined([
          task.title,
          t.projects.calendar.planned({
            day: momentText(plannedStart, context.now.today, hour12, 'start'),
          }),
          statusName(task.status),
        ]),
      timeWords: (hour12) => formatTime(span.start.slice(11, 16) || '00:00', hour12),
      isTentative: true,
      isPast: task.status === 'DONE',
      payload: { kind: 'planned', task },
    },
  ];
}

// By the local clock. An end that is no later than the start lasts as long as a due time.
function spanOf(from: string, to: string) {
  const [first, last] = [dayOf(from, 'start'), dayOf(to, 'end')];
  const [startTime, endTime] = [timeOf(from, 'start'), timeOf(to, 'end')];
  if (startTime === undefined || (endTime === undefined && to !== from)) {
    const lastDay = last < first ? first : last;
    return { start: first, end: addDays(lastDay, 1), allDay: true, lastDay };
  }
  const endMs = Math.max(Date.parse(to), Date.parse(from) + dueMinutes * minuteMs);
  return {
    start: `${first}T${startTime}:00`,
    end: wallOf(endMs),
    allDay: false,
    lastDay: wallOf(endMs - 1000).slice(0, 10),
  };
}

function eventItem(event: ProjectEvent, { mayChange, now }: ItemsContext): GridItem<Dated> {
  const { id, title, startDate, endDate, allDay } = event;
  const [first, last] = [startDate.slice(0, 10), endDate.slice(0, 10)];
  const span = allDay
    ? { start: first, end: addDays(last < first ? first : last, 1), allDay, lastDay: last }
    : timedSpan(startDate, endDate);
  const words = (hour12: boolean) => (allDay ? '' : formatTime(span.start.slice(11, 16), hour12));
  return {
    ...span,
    id: `event:${id}`,
    title,
    color: safeColor(event.color),
    mayMove: mayChange,
    mayResize: mayChange,
    rank: 0,
    label: (hour12) => joined([title, momentText(startDate, now.today, hour12, 'start')]),
    timeWords: words,
    payload: { kind: 'event', event },
  };
}

function timedSpan(startDate: string, endDate: string) {
  const startMs = Date.parse(startDate);
  const endMs = Math.max(Date.parse(endDate), startMs + minuteMs);
  return {
    start: wallOf(startMs),
    end: wallOf(endMs),
    allDay: false,
    lastDay: wallOf(endMs - 1000).slice(0, 10),
  };
}

// "2026-11-04T10:00:00" by the local clock.
export function wallOf(ms: number): string {
  const date = new Date(ms);
  const parts = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()];
  const [month, day, hour, minute] = parts.map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}T${hour}:${minute}:00`;
}

// The same moment of a task so many days later, by the local clock.
export function shifted(moment: string, days: number, edge: Edge): string {
  return momentOf(addDays(dayOf(moment, edge), days), timeOf(moment, edge) ?? '');
}

// The same time of an event so many days later, by the local clock.
export function timeLater(moment: string, days: number): string {
  const wall = wallOf(Date.parse(moment));
  return momentOf(addDays(wall.slice(0, 10), days), wall.slice(11, 16));
}

// What is sent when a task was dropped on another day; undefined when it is the same one.
export function taskMovedTo(dated: Dated, day: DateText): TaskChange | undefined {
  if (dated.kind === 'event') return undefined;
  const { dueDate, plannedStart, plannedEnd } = dated.task;
  if (dated.kind === 'due') {
    const days = dueDate === null ? 0 : daysBetween(dayOf(dueDate), day);
    return dueDate === null || days === 0 ? undefined : { dueDate: shifted(dueDate, days, 'end') };
  }
  const days = plannedStart === null ? 0 : daysBetween(dayOf(plannedStart, 'start'), day);
  if (plannedStart === null || days === 0) return undefined;
  return {
    plannedStart: shifted(plannedStart, days, 'start'),
    ...(plannedEnd !== null && { plannedEnd: shifted(plannedEnd, days, 'end') }),
  };
}

// What is sent when an event was dropped or made longer. In a month the time of day stays.
export function eventMovedTo(event: ProjectEvent, { start, end, allDay }: Span): EventChange {
  const day = start.toISOString().slice(0, 10);
  if (event.allDay || allDay) {
    const last = end ? addDays(end.toISOString().slice(0, 10), -1) : day;
    if (event.allDay) return { startDate: day, endDate: last };
  }
  const startMs = Date.parse(event.startDate);
  const days = daysBetween(wallOf(startMs).slice(0, 10), day);
  return { startDate: timeLater(event.startDate, days), endDate: timeLater(event.endDate, days) };
}
