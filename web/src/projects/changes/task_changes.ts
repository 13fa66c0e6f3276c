// Changing tasks: shown at once, sent with the version that the change is based on, and offered to be undone. A change
// that was based on an older version is made again on top of the current one, unless somebody else changed the same
// fields: then theirs stays, and the person is told.

import { ApiError } from '../../lib/api';
import { currentWith } from '../../lib/editor/current_state';
import { sayFailure, sayUndoable } from '../../lib/live_data/undo';
import { t } from '../../lib/messages';
import { toasts } from '../../lib/toasts.svelte';
import type { Column, Spot } from '../board/columns';
import { placeAt, spotOf } from '../board/columns';
import type { Projects } from '../data.svelte';
import { momentText } from '../task/due';
import { statusName } from '../task/task_words';
import type { Task, TaskChange, TaskMove } from '../types';
import { ChangedElsewhere, isSame, sendOnTop } from './on_top';

export type ChangesData = Pick<Projects, 'api' | 'known' | 'learn' | 'forgetTask' | 'put'>;
export type TaskField = keyof TaskChange & keyof Task;

export class TaskChanges {
  // The last change of each task that is on its way: the next one is based on what comes of it.
  readonly #pending = new Map<string, Promise<Task | undefined>>();

  constructor(
    private readonly data: ChangesData,
    // By the clock of the reader.
    private readonly words: () => { today: string; hour12: boolean },
  ) {}

  // Changes fields of a task. `message` says what was done, and is not said where it is empty. Gives back the task as it
  // is then; undefined when that failed, which is said.
  change(task: Task, change: TaskChange, message = ''): Promise<Task | undefined> {
    return this.#afterOthers(task, (base) =>
      this.#attempt(
        () => this.send(base, change),
        () => void this.change(task, change, message),
        (changed) => {
          const said = this.#repeated(change.status, changed) ?? message;
          if (said !== '') sayUndoable(said, () => this.#restore(changed, base, change));
        },
      ),
    );
  }

  // The same, without a word. Throws.
  async send(base: Task, change: TaskChange): Promise<Task> {
    const fields = Object.keys(change) as TaskField[];
    return this.#onTop(base, fields, (etag) => this.data.api.changeTask(base.id, change, etag));
  }

  // Puts a card somewhere on the board.
  async move(task: Task, columns: readonly Column[], spot: Spot): Promise<void> {
    const from = spotOf(columns, task.id);
    if (from && from.status === spot.status && from.index === spot.index) return;
    const { move, rank } = placeAt(columns, task.id, spot);
    const takeAway = this.data.put(task.id, { status: spot.status, rank });
    const back = from && placeAt(columns, task.id, from).move;
    const known = this.data.known(task.id) ?? task;
    await this.#afterOthers(known, (base) =>
      this.#attempt(
        () => this.#sendMove(base, move),
        () => void this.move(task, columns, spot),
        (moved) => {
          const said =
            this.#repeated(spot.status, moved) ??
            t.projects.changes.moved({ title: moved.title, status: statusName(moved.status) });
          sayUndoable(said, () => this.#moveBack(moved, base, back ?? { status: base.status }));
        },
      ),
    );
    takeAway();
  }

  // To another project, with its sub-tasks; what it loses there is gone.
  async moveToProject(task: Task, projectId: string, name: string): Promise<Task | undefined> {
    return this.#attempt(
      () => this.#sendMove(task, { projectId }),
      () => void this.moveToProject(task, projectId, name),
      ({ title }) => toasts.done(t.projects.changes.movedToProject({ title, name })),
    );
  }

  // Whether it is gone.
  async remove(task: Task): Promise<boolean> {
    try {
      await this.data.api.deleteTask(task.id, task.etag);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) {
        const current = currentWith<Task>(error, 'rank', 'title');
        if (current) this.data.learn(current);
        sayFailure(
          current ? new ChangedElsewhere(task.title) : error,
          () => void this.remove(task),
        );
        return false;
      }
    }
    this.data.forgetTask(task.id);
    toasts.done(t.projects.changes.deleted({ title: task.title }));
    return true;
  }

  async #afterOthers(
    task: Task,
    run: (base: Task) => Promise<Task | undefined>,
  ): Promise<Task | undefined> {
    const before = this.#pending.get(task.id);
    const running = (async () => run((await before) ?? task))();
    this.#pending.set(task.id, running);
    const result = await running;
    if (this.#pending.get(task.id) === running) this.#pending.delete(task.id);
    return result;
  }

  #sendMove(task: Task, move: TaskMove): Promise<Task> {
    // Two people who put the same card somewhere: the first one did.
    return this.#onTop(task, ['status', 'rank', 'projectId'], (etag) =>
      this.data.api.moveTask(task.id, move, etag),
    );
  }

  #onTop(
    base: Task,
    fields: readonly (keyof Task)[],
    send: (etag: string) => Promise<Task>,
  ): Promise<Task> {
    return sendOnTop(base, {
      fields,
      send,
      currentOf: (error) => currentWith<Task>(error, 'rank', 'title'),
      learn: (task) => this.data.learn(task),
    });
  }

  // Takes fields back to how they were before they were changed.
  async #restore(changed: Task, before: Task, change: TaskChange): Promise<string> {
    const fields = new Set(Object.keys(change) as TaskField[]);
    // What a task that repeats got with its next date.
    for (const field of ['dueDate', 'plannedStart', 'plannedEnd', 'checklist'] as const) {
      if (!isSame(before[field], changed[field])) fields.add(field);
    }
    await this.send(this.data.known(changed.id) ?? changed, fieldsOf(before, fields));
    return t.projects.changes.undone({ title: before.title });
  }

  async #moveBack(moved: Task, before: Task, back: TaskMove): Promise<string> {
    const now = await this.#sendMove(this.data.known(moved.id) ?? moved, back);
    const fields = (['dueDate', 'plannedStart', 'plannedEnd', 'checklist'] as const).filter(
      (field) => !isSame(before[field], moved[field]),
    );
    if (fields.length > 0) await this.send(now, fieldsOf(before, new Set(fields)));
    return t.projects.changes.undone({ title: before.title });
  }

  // What is said of a task that was done and is to be done again.
  #repeated(wanted: Task['status'] | null | undefined, { status, title, dueDate }: Task) {
    if (wanted !== 'DONE' || status === 'DONE' || dueDate === null) return undefined;
    const { today, hour12 } = this.words();
    return t.projects.changes.dueAgain({ title, day: momentText(dueDate, today, hour12) });
  }

  async #attempt(
    run: () => Promise<Task>,
    retry: () => void,
    done: (task: Task) => void,
  ): Promise<Task | undefined> {
    try {
      const task = await run();
      done(task);
      return task;
    } catch (error) {
      sayFailure(error, retry);
      return undefined;
    }
  }
}

// What is sent to make these fields what they are in `task`.
export function fieldsOf(task: Task, fields: ReadonlySet<TaskField>): TaskChange {
  return Object.fromEntries([...fields].map((field) => [field, task[field]])) as TaskChange;
}
