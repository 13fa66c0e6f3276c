// The tasks of the planner that this page knows: what is to be done, and what was done lately. Loaded after the days that
// the page is for, and kept up to date by live changes.

import { listen, type LiveEvent } from '../../lib/live';
import { LiveData } from '../../lib/live_data/live_data.svelte';
import { addDays, today } from '../../lib/dates';
import type { PlannerTask, TaskInput, TaskPatch } from '../types';
import { taskApi, type TaskApi } from './task_api';

const doneDays = 31;

export class PlannerTasks {
  readonly live: LiveData<undefined>;
  #tasks: readonly PlannerTask[] = [];
  #etag: string | undefined;
  #asked = 0;

  constructor(
    readonly api: TaskApi = taskApi,
    listenTo: typeof listen = listen,
  ) {
    const load = () => this.#load();
    this.live = new LiveData<undefined>(
      {
        loadFirst: load,
        loadShown: () => Promise.resolve(),
        reload: load,
        change: (event) => this.#applyChange(event),
        forget: () => this.#forget(),
      },
      listenTo,
    );
  }

  // In the order of the server: by day, then those without one.
  get all(): readonly PlannerTask[] {
    this.live.track();
    return this.#tasks;
  }

  start(userId: string): Promise<void> {
    return this.live.start(userId);
  }

  stop(): void {
    this.live.stop();
  }

  // From what is known, or from the server: an archived one, for example.
  async get(id: string): Promise<PlannerTask> {
    return this.#tasks.find((task) => task.id === id) ?? (await this.api.get(id));
  }

  async create(input: TaskInput, idempotencyKey?: string): Promise<PlannerTask> {
    const task = await this.api.create(input, idempotencyKey);
    this.#put(task);
    return task;
  }

  async change(id: string, etag: string, patch: TaskPatch): Promise<PlannerTask> {
    const task = await this.api.change(id, etag, patch);
    this.#put(task);
    return task;
  }

  async remove(id: string, etag: string): Promise<void> {
    await this.api.remove(id, etag);
    this.#tasks = this.#tasks.filter((task) => task.id !== id);
    this.live.changed();
  }

  async restoreDeleted(id: string): Promise<PlannerTask> {
    const task = await this.api.restoreDeleted(id);
    this.#put(task);
    return task;
  }

  // Loads all of them again.
  async refresh(): Promise<void> {
    await this.live.guard(() => this.#load());
  }

  // Shows the tasks as they were: what was dragged goes back.
  retell(): void {
    this.#tasks = [...this.#tasks];
    this.live.changed();
  }

  // What the server said of it. Its place among the others comes with the next load, which a live change asks for.
  #put(task: PlannerTask): void {
    const isKnown = this.#tasks.some(({ id }) => id === task.id);
    this.#tasks = isKnown
      ? this.#tasks.map((each) => (each.id === task.id ? task : each))
      : [...this.#tasks, task];
    this.#etag = undefined;
    this.live.changed();
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked;
    const { visit } = this.live;
    const answer = await this.api.list(addDays(today(), -doneDays), this.#etag);
    if (visit !== this.live.visit || asked !== this.#asked) return;
    if (!answer.isSame) {
      this.#tasks = answer.content.tasks;
      this.#etag = answer.etag;
    }
    this.live.status = 'ready';
    this.live.changed();
  }

  #forget(): void {
    this.#tasks = [];
    this.#etag = undefined;
  }

  // docs/http_api.md has the live changes.
  #applyChange({ type, data }: LiveEvent): void {
    const { kind } = (data ?? {}) as { kind?: string };
    if (type === 'planner' && kind === 'task') this.live.reloadSoon();
  }
}

export const plannerTasks = new PlannerTasks();
