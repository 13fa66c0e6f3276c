// Which tasks are shown, in which order and in which groups. All of it is in the query of the address.

import { folded } from '../lib/folded';
import { dueGroup, isOverdue, type Now } from './task/due';
import { priorities, taskStatuses, type Task, type TaskPriority } from './types';

export const dueChoices = ['overdue', 'week', 'none'] as const;
export const groupings = ['none', 'status', 'assignee', 'priority', 'due'] as const;
export const sortings = ['board', 'due', 'priority', 'title', 'changed'] as const;
export type Grouping = (typeof groupings)[number];
export type Sorting = (typeof sortings)[number];

// Empty texts filter nothing. `assignee` is an id, or "none".
export interface TaskFilter {
  text: string;
  assignee: string;
  priority: '' | TaskPriority;
  tag: string;
  due: '' | (typeof dueChoices)[number];
}

export interface Arrangement {
  group: Grouping;
  sort: Sorting;
}

export const noFilter: TaskFilter = { text: '', assignee: '', priority: '', tag: '', due: '' };

function oneOf<Choice extends string>(
  choices: readonly Choice[],
  text: string | null,
): Choice | undefined {
  return choices.find((each) => each === text);
}

export function filterFromQuery(query: URLSearchParams): TaskFilter {
  return {
    text: query.get('q') ?? '',
    assignee: query.get('assignee') ?? '',
    priority: oneOf(priorities, query.get('priority')) ?? '',
    tag: query.get('tag') ?? '',
    due: oneOf(dueChoices, query.get('due')) ?? '',
  };
}

export function arrangementFromQuery(query: URLSearchParams): Arrangement {
  return {
    group: oneOf(groupings, query.get('group')) ?? 'status',
    sort: oneOf(sortings, query.get('sort')) ?? 'board',
  };
}

// "?q=roof&due=week", or nothing.
export function queryOf(filter: TaskFilter, { group, sort }: Arrangement): string {
  const query = new URLSearchParams();
  if (filter.text !== '') query.set('q', filter.text);
  for (const name of ['assignee', 'priority', 'tag', 'due'] as const) {
    if (filter[name] !== '') query.set(name, filter[name]);
  }
  if (group !== 'status') query.set('group', group);
  if (sort !== 'board') query.set('sort', sort);
  const text = query.toString();
  return text && `?${text}`;
}

export function isFiltered(filter: TaskFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}

export function matches(filter: TaskFilter, task: Task, now: Now): boolean {
  const { assignee, priority, tag, due } = filter;
  if (assignee !== '' && (task.assigneeId ?? 'none') !== assignee) return false;
  if (priority !== '' && task.priority !== priority) return false;
  if (tag !== '' && !task.tagIds.includes(tag)) return false;
  if (due === 'overdue' && !isOverdue(task, now)) return false;
  if (due === 'week' && !['overdue', 'week'].includes(dueGroup(task, now))) return false;
  if (due === 'none' && task.dueDate !== null) return false;
  if (filter.text.trim() === '') return true;
  const text = folded(`${task.title}\n${task.description ?? ''}`);
  return folded(filter.text)
    .trim()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const rankOf = <Value>(order: readonly Value[], value: Value) => order.indexOf(value);

// Below everything else where it has none.
const late = '9999';

export function compareBy(sort: Sorting): (one: Task, other: Task) => number {
  const keys: Record<Sorting, (task: Task) => (string | number)[]> = {
    board: (task) => [rankOf(taskStatuses, task.status), task.rank],
    due: (task) => [task.dueDate ?? late, rankOf(priorities, task.priority)],
    priority: (task) => [rankOf(priorities, task.priority), task.dueDate ?? late],
    title: (task) => [folded(task.title)],
    changed: (task) => [-Date.parse(task.updatedAt)],
  };
  const key = keys[sort];
  return (one, other) => {
    const [left, right] = [
      [...key(one), one.rank, one.id],
      [...key(other), other.rank, other.id],
    ];
    for (const [at, value] of left.entries()) {
      const against = right[at] ?? '';
      if (value !== against) return value < against ? -1 : 1;
    }
    return 0;
  };
}

export interface TaskGroup {
  // What its tasks have in common: a status, the id of a person, a priority, when they are due.
  key: string;
  tasks: Task[];
}

const dueOrder = ['overdue', 'week', 'later', 'none', 'done'];

// The groups that have any tasks, in their order. `people` are in the order of their names.
export function groupTasks(
  tasks: readonly Task[],
  { group, sort }: Arrangement,
  now: Now,
  people: readonly string[] = [],
): TaskGroup[] {
  const orders: Record<Grouping, readonly string[]> = {
    none: [''],
    status: taskStatuses,
    assignee: [...people, ''],
    priority: priorities,
    due: dueOrder,
  };
  const keyOf: Record<Grouping, (task: Task) => string> = {
    none: () => '',
    status: ({ status }) => status,
    // Somebody who is no member any more.
    assignee: ({ assigneeId }) => (assigneeId && people.includes(assigneeId) ? assigneeId : ''),
    priority: ({ priority }) => priority,
    due: (task) => dueGroup(task, now),
  };
  const groups = new Map<string, Task[]>(orders[group].map((key) => [key, []]));
  for (const task of [...tasks].sort(compareBy(sort))) groups.get(keyOf[group](task))?.push(task);
  return Array.from(groups, ([key, grouped]) => ({ key, tasks: grouped })).filter(
    (each) => each.tasks.length > 0,
  );
}
