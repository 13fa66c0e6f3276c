// What a person does to a task, with its message and its undo. These never throw: whatever goes wrong is said in a
// message.

import { ApiError } from '../../lib/api';
import { appearance } from '../../lib/appearance.svelte';
import { currentWith } from '../../lib/editor/current_state';
import { sayFailure, sayUndoable } from '../../lib/live_data/undo';
import { t } from '../../lib/messages';
import { toasts } from '../../lib/toasts.svelte';
import type { PlannerTask, TaskPatch } from '../types';
import type { PlannerTasks } from './task_data.svelte';
import { whenWords } from './task_lists';

type Data = Pick<
  PlannerTasks,
  'create' | 'change' | 'remove' | 'restoreDeleted' | 'refresh' | 'retell'
>;

// What puts the task back to how it was.
export function backPatch(before: PlannerTask, patch: TaskPatch): TaskPatch {
  const back: TaskPatch = {};
  if ('done' in patch) back.done = before.done;
  for (const as of ['due', 'planned'] as const) {
    if (!(as in patch)) continue;
    back[as] = before[as];
    const tzid = before[`${as}Tzid`];
    if (tzid !== null) back[`${as}Tzid`] = tzid;
  }
  const hadTime = before.plannedUtc !== null;
  if (('planned' in patch || 'plannedMinutes' in patch) && hadTime) {
    back.plannedMinutes = before.plannedMinutes;
  }
  return back;
}

async function changeTask(
  data: Data,
  task: PlannerTask,
  patch: TaskPatch,
  said: (changed: PlannerTask) => string,
): Promise<PlannerTask | undefined> {
  try {
    const changed = await data.change(task.id, task.etag, patch);
    sayUndoable(said(changed), async () => {
      await data.change(task.id, changed.etag, backPatch(task, patch));
      return t.events.changes.restored({ title: task.title });
    });
    return changed;
  } catch (error) {
    data.retell();
    failed(data, error, task.title, () => void changeTask(data, task, patch, said));
    return undefined;
  }
}

export function tick(data: Data, task: PlannerTask, done: boolean) {
  const { title } = task;
  return changeTask(data, task, { done }, () =>
    done ? t.planner.tasks.ticked({ title }) : t.planner.tasks.unticked({ title }),
  );
}

// Moves it to another day or time.
export function plan(data: Data, task: PlannerTask, patch: TaskPatch, zone: string) {
  return changeTask(data, task, patch, (changed) => {
    const when = whenWords(changed, zone, appearance.hour12);
    return t.planner.tasks.moved({ title: task.title, when });
  });
}

// Resolves with whether it is gone.
export async function removeTask(data: Data, task: PlannerTask): Promise<boolean> {
  const { id, title } = task;
  try {
    await data.remove(id, task.etag);
    sayUndoable(t.events.changes.deleted({ title }), async () => {
      await data.restoreDeleted(id);
      return t.events.changes.restored({ title });
    });
    return true;
  } catch (error) {
    failed(data, error, title, () => void removeTask(data, task));
    return false;
  }
}

export function currentTask(error: unknown): PlannerTask | undefined {
  return currentWith<PlannerTask>(error, 'etag');
}

function failed(data: Data, error: unknown, title: string, retry: () => void): void {
  const isGone = error instanceof ApiError && error.status === 404;
  if (currentTask(error)) toasts.failed(t.events.changes.changedElsewhere({ title }));
  else if (isGone) toasts.failed(t.events.changes.gone({ title }));
  else return sayFailure(error, retry);
  void data.refresh();
}
