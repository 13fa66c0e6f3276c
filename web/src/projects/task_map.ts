// Tasks by their ids. A map is never changed: a change is another one.

import type { Task } from './types';

export type TaskMap = ReadonlyMap<string, Task>;

export const noTasks: TaskMap = new Map();

export function mapOf(tasks: Iterable<Task>): TaskMap {
  return new Map(Array.from(tasks, (task) => [task.id, task]));
}

// null: without it.
export function withTask(tasks: TaskMap, id: string, task: Task | null): TaskMap {
  if (!task && !tasks.has(id)) return tasks;
  const changed = new Map(tasks);
  if (task) changed.set(id, task);
  else changed.delete(id);
  return changed;
}

// Versions of tasks that were replaced by changes made here. The stream tells of them later than the replies do.
export class ReplacedVersions {
  readonly #versions = new Set<string>();

  has({ id, etag }: Task): boolean {
    return this.#versions.has(keyOf(id, etag));
  }

  replace(before: Task | undefined, task: Task): void {
    if (before && before.etag !== task.etag) this.#versions.add(keyOf(before.id, before.etag));
    this.#versions.delete(keyOf(task.id, task.etag));
  }

  clear(): void {
    this.#versions.clear();
  }
}

function keyOf(id: string, etag: string): string {
  return `${id}#${etag}`;
}
