// The tasks in the lists beside the days: what is late, what is for today, what has no day, what is done.

import { formatDay, formatTime, type DateText } from '../../lib/dates';
import { t } from '../../lib/messages';
import { wallAt } from '../../when/zones/zones';
import type { PlannerTask, WallTime } from '../types';

export const taskSections = ['overdue', 'today', 'unscheduled', 'later', 'done'] as const;
export type TaskSection = (typeof taskSections)[number];

// By the clock of the planner's zone.
export interface TaskNow {
  zone: string;
  now: WallTime;
}

type When = 'due' | 'planned';

// By the clock of the zone: a day, or a day and a time.
export function wallOf(task: PlannerTask, which: When, zone: string): DateText | WallTime | null {
  const utc = task[`${which}Utc`];
  return utc === null ? task[which] : wallAt(Date.parse(utc), zone);
}

export function isOverdue(task: PlannerTask, { zone, now }: TaskNow): boolean {
  const due = wallOf(task, 'due', zone);
  if (task.done || due === null) return false;
  return due.length === 10 ? due < now.slice(0, 10) : due < now;
}

// It was planned for a day before today, and is left to today.
export function isLeftOver(task: PlannerTask, { zone, now }: TaskNow): boolean {
  const planned = wallOf(task, 'planned', zone);
  return !task.done && planned !== null && planned.slice(0, 10) < now.slice(0, 10);
}

export function sectionOf(task: PlannerTask, at: TaskNow): TaskSection {
  if (task.done) return 'done';
  if (isOverdue(task, at) || isLeftOver(task, at)) return 'overdue';
  const days = (['planned', 'due'] as const).map((which) => wallOf(task, which, at.zone));
  if (days.every((day) => day === null)) return 'unscheduled';
  return days.some((day) => day?.slice(0, 10) === at.now.slice(0, 10)) ? 'today' : 'later';
}

// Of what is done, the latest first; the rest as it is.
export function sectionsOf(
  tasks: readonly PlannerTask[],
  at: TaskNow,
): Record<TaskSection, PlannerTask[]> {
  const sections: Record<TaskSection, PlannerTask[]> = {
    overdue: [],
    today: [],
    unscheduled: [],
    later: [],
    done: [],
  };
  for (const task of tasks) {
    if (task.archivedAt === null) sections[sectionOf(task, at)].push(task);
  }
  const latest = (task: PlannerTask) => task.completedAt ?? '';
  sections.done.sort((a, b) => latest(b).localeCompare(latest(a)));
  return sections;
}

// "Tue 17 Nov, 9:00"
export function momentWords(wall: DateText | WallTime, hour12: boolean): string {
  const day = formatDay(wall.slice(0, 10));
  return wall.length > 10 ? `${day}, ${formatTime(wall.slice(11, 16), hour12)}` : day;
}

// "Planned for Tuesday, 17 November, 9:00 · Due Friday, 20 November"
export function whenWords(task: PlannerTask, zone: string, hour12: boolean): string {
  const planned = wallOf(task, 'planned', zone);
  const due = wallOf(task, 'due', zone);
  return [
    planned !== null && t.planner.tasks.plannedFor({ when: momentWords(planned, hour12) }),
    due !== null && t.planner.tasks.dueBy({ when: momentWords(due, hour12) }),
  ]
    .filter((each) => each !== false)
    .join(' · ');
}
