// The tasks and events of a project as bars on a line of days, and which of them wait for which.

import { addDays, daysBetween, startOfWeek, type DateText } from '../../lib/dates';
import { dayOf } from '../task/due';
import type { ProjectEvent, Task } from '../types';

export interface Bar {
  // Of the task or the event.
  id: string;
  title: string;
  // Both are days of it.
  from: DateText;
  to: DateText;
  task?: Task;
  event?: ProjectEvent;
  // The day that a planned task is due, where that is another one.
  due?: DateText;
}

// Those that have a day, in the order in which they begin.
export function barsOf(tasks: readonly Task[], events: readonly ProjectEvent[]): Bar[] {
  const bars = [...tasks.flatMap(taskBar), ...events.map(eventBar)];
  return bars.sort(
    (one, other) =>
      one.from.localeCompare(other.from) ||
      one.to.localeCompare(other.to) ||
      one.title.localeCompare(other.title) ||
      one.id.localeCompare(other.id),
  );
}

export function taskBar(task: Task): Bar[] {
  const { id, title, plannedStart, plannedEnd, dueDate } = task;
  const due = dueDate === null ? undefined : dayOf(dueDate);
  if (plannedStart === null)
    return due === undefined ? [] : [{ id, title, from: due, to: due, task }];
  const from = dayOf(plannedStart, 'start');
  const end = plannedEnd === null ? from : dayOf(plannedEnd);
  const to = end < from ? from : end;
  return [{ id, title, from, to, task, ...(due !== undefined && due !== to && { due }) }];
}

export function eventBar(event: ProjectEvent): Bar {
  const { id, title, startDate, endDate, allDay } = event;
  const from = allDay ? startDate.slice(0, 10) : dayOf(startDate, 'start');
  const end = allDay ? endDate.slice(0, 10) : dayOf(endDate);
  return { id, title, from, to: end < from ? from : end, event };
}

// What is further away is not drawn.
const mostDaysBack = 120;
const mostDays = 400;
const leastDaysAhead = 35;

// The days that are shown: whole weeks, with today among them.
export function daysShown(
  bars: readonly Bar[],
  today: DateText,
  firstDay: number,
): { from: DateText; count: number } {
  const earliest = bars.map(({ from }) => from).sort()[0] ?? today;
  const latest = bars
    .flatMap(({ to, due }) => [to, due ?? to])
    .sort()
    .at(-1);
  const back = addDays(today, -mostDaysBack);
  const wanted = [earliest, today].sort()[0] ?? today;
  const from = startOfWeek(wanted < back ? back : wanted, firstDay);
  const ahead = addDays(today, leastDaysAhead);
  const to = latest !== undefined && latest > ahead ? addDays(latest, 7) : ahead;
  const weeks = Math.ceil((daysBetween(from, to) + 1) / 7);
  return { from, count: Math.min(weeks * 7, mostDays) };
}

// From the end of a task to the beginning of one that waits for it: rows and days, counted from the first ones.
export interface Link {
  key: string;
  fromRow: number;
  fromDay: number;
  toRow: number;
  toDay: number;
}

export function linksOf(bars: readonly Bar[], first: DateText): Link[] {
  const rows = new Map(bars.flatMap(({ id, task }, row) => (task ? [[id, row]] : [])));
  return bars.flatMap((bar, toRow) =>
    (bar.task?.blockedBy ?? []).flatMap((blockerId) => {
      const fromRow = rows.get(blockerId);
      const blocker = fromRow === undefined ? undefined : bars[fromRow];
      if (fromRow === undefined || !blocker) return [];
      const fromDay = daysBetween(first, blocker.to) + 1;
      return [
        {
          key: `${blockerId}:${bar.id}`,
          fromRow,
          fromDay,
          toRow,
          toDay: daysBetween(first, bar.from),
        },
      ];
    }),
  );
}

// A line from one to the other, in pixels: a little to the right, down or up, and into the other from the left.
export function pathOf(link: Link, dayWidth: number, rowHeight: number): string {
  const [x1, y1] = [link.fromDay * dayWidth, (link.fromRow + 0.5) * rowHeight];
  const [x2, y2] = [link.toDay * dayWidth, (link.toRow + 0.5) * rowHeight];
  const step = 8;
  if (x2 >= x1 + 2 * step) return `M${x1} ${y1}H${x1 + step}V${y2}H${x2}`;
  // It begins before the other has ended: around it.
  const between = y1 + (y2 > y1 ? rowHeight / 2 : -rowHeight / 2);
  return `M${x1} ${y1}H${x1 + step}V${between}H${x2 - step}V${y2}H${x2}`;
}
