// What this page knows of one project: its tasks, its tags and its members.

import type { DateRange } from '../lib/dates';
import { mapOf, noTasks, ReplacedVersions, withTask, type TaskMap } from './task_map';
import type { Member, ProjectEvent, Tag, Task } from './types';

export class ProjectContents {
  tasks = $state.raw<TaskMap>(noTasks);
  tags = $state.raw<readonly Tag[]>([]);
  members = $state.raw<readonly Member[]>([]);
  isLoaded = $state(false);
  // Those of the days that were asked for last, and what was heard of since.
  events = $state.raw<readonly ProjectEvent[]>([]);
  eventDays: DateRange | undefined;
  // Changes that came while the tasks were on their way: the answer may be older.
  #heard: [string, Task | null][] | undefined;
  readonly #replaced = new ReplacedVersions();

  constructor(readonly id: string) {}

  // Before the tasks are asked for.
  expect(): void {
    this.#heard = [];
  }

  learn(tasks: readonly Task[]): void {
    this.#replaced.clear();
    let known = mapOf(tasks);
    for (const [id, task] of this.#heard ?? []) known = withTask(known, id, task);
    this.#heard = undefined;
    this.tasks = known;
    this.isLoaded = true;
  }

  // From the stream.
  hear(id: string, task: Task | null): void {
    this.#heard?.push([id, task]);
    if (task && this.#replaced.has(task)) return;
    this.tasks = withTask(this.tasks, id, task);
  }

  // From the reply to a change that was based on another version.
  put(task: Task): void {
    this.#replaced.replace(this.tasks.get(task.id), task);
    this.#heard?.push([task.id, task]);
    this.tasks = withTask(this.tasks, task.id, task);
  }

  remove(id: string): void {
    this.#heard?.push([id, null]);
    this.tasks = withTask(this.tasks, id, null);
  }

  putEvent(id: string, event: ProjectEvent | null): void {
    const others = this.events.filter((each) => each.id !== id);
    this.events = event ? [...others, event] : others;
  }

  // Shows everything once more as it is, where somebody moved what could not be changed.
  retell(): void {
    this.tasks = mapOf(this.tasks.values());
    this.events = [...this.events];
  }

  putTag(id: string, tag: Tag | null): void {
    const others = this.tags.filter((each) => each.id !== id);
    this.tags = (tag ? [...others, tag] : others).sort((one, other) =>
      one.name.localeCompare(other.name),
    );
  }

  tagOf(id: string): Tag | undefined {
    return this.tags.find((each) => each.id === id);
  }

  memberOf(id: string | null): Member | undefined {
    return id === null ? undefined : this.members.find(({ userId }) => userId === id);
  }

  // The sub-tasks of a task, in their order.
  subtasksOf(id: string): Task[] {
    return [...this.tasks.values()].filter(({ parentId }) => parentId === id).sort(byRank);
  }
}

// The order within a column.
export function byRank(one: Task, other: Task): number {
  if (one.rank !== other.rank) return one.rank < other.rank ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
