// The rows of a list: the name of each group, and below it its tasks.

import type { TaskGroup } from '../filters';
import type { Task } from '../types';

export type Row =
  { kind: 'group'; key: string; count: number } | { kind: 'task'; key: string; task: Task };

// Groups that are closed show their name only; a single group without a name shows none.
export function rowsOfGroups(
  groups: readonly TaskGroup[],
  closed: ReadonlySet<string> = new Set(),
): Row[] {
  return groups.flatMap(({ key, tasks }) => {
    const head: Row[] =
      key === '' && groups.length === 1 ? [] : [{ kind: 'group', key, count: tasks.length }];
    if (closed.has(key)) return head;
    return [
      ...head,
      ...tasks.map((task): Row => ({ kind: 'task', key: `${key} ${task.id}`, task })),
    ];
  });
}

// From the one that was ticked last to this one, both included.
export function between(rows: readonly Row[], from: string, to: string): string[] {
  const ids = rows.flatMap((row) => (row.kind === 'task' ? [row.task.id] : []));
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].sort((one, other) => one - other);
  return start === undefined || end === undefined || start < 0 ? [to] : ids.slice(start, end + 1);
}
