// What the values of tasks and projects are called.

import { t } from '../../lib/messages';
import type { ProjectStatus, TaskPriority, TaskStatus } from '../types';

export function statusName(status: TaskStatus): string {
  return t.projects.statuses[status]();
}

export function priorityName(priority: TaskPriority): string {
  return t.projects.priorities[priority]();
}

export function projectStatusName(status: ProjectStatus): string {
  return t.projects.projectStatuses[status]();
}

// "Dig, high priority, due tomorrow": facts of one thing, as the language puts them together.
export function joined(texts: readonly string[]): string {
  const [first = '', ...rest] = texts.filter((text) => text !== '');
  return rest.reduce((before, then) => t.projects.facts({ first: before, then }), first);
}
