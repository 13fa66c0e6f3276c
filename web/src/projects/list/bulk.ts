// Changing many tasks at once. Each is changed on its own: what is refused does not stop the others.

import { messageOf } from '../../lib/api';
import { inLanguage } from '../../lib/faults';
import { sayUndoable } from '../../lib/live_data/undo';
import { t } from '../../lib/messages';
import { toasts } from '../../lib/toasts.svelte';
import type { ChangesData, TaskField } from '../changes/task_changes';
import { fieldsOf } from '../changes/task_changes';
import type { BatchChange, BatchResult, Task, TaskChange } from '../types';

// What one request may have.
const atOnce = 100;

type Data = ChangesData;
type ChangeOf = (task: Task) => TaskChange | undefined;

// Changes what `changeOf` says of each; those without a change stay as they are.
export async function changeMany(
  data: Data,
  tasks: readonly Task[],
  changeOf: ChangeOf,
): Promise<void> {
  const before = new Map<string, { task: Task; change: TaskChange }>();
  for (const task of tasks) {
    const change = changeOf(task);
    if (change && Object.keys(change).length > 0) before.set(task.id, { task, change });
  }
  const changes = Array.from(before.values(), ({ task, change }) => ({
    ...{ id: task.id, etag: task.etag, action: 'change' as const, change },
  }));
  const done = await send(data, changes);
  if (done.length === 0) return;
  sayUndoable(t.projects.bulk.changed({ count: done.length }), async () => {
    await changeBack(data, done, before);
    return t.projects.bulk.undone();
  });
}

async function changeBack(
  data: Data,
  done: readonly Task[],
  before: ReadonlyMap<string, { task: Task; change: TaskChange }>,
): Promise<void> {
  const back = done.flatMap((task) => {
    const was = before.get(task.id);
    if (!was) return [];
    const fields = new Set(Object.keys(was.change) as TaskField[]);
    // What a task that repeats got with its next date.
    if (was.change.status) fields.add('dueDate').add('checklist');
    const { etag } = data.known(task.id) ?? task;
    return [{ id: task.id, etag, action: 'change' as const, change: fieldsOf(was.task, fields) }];
  });
  await send(data, back);
}

export async function moveMany(
  data: Data,
  tasks: readonly Task[],
  projectId: string,
): Promise<void> {
  // Sub-tasks go with their tasks.
  const ids = new Set(tasks.map(({ id }) => id));
  const own = tasks.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  const changes = own.map(({ id, etag }) => ({
    ...{ id, etag, action: 'move' as const, move: { projectId } },
  }));
  const done = await send(data, changes);
  if (done.length > 0) toasts.done(t.projects.bulk.moved({ count: done.length }));
}

export async function deleteMany(data: Data, tasks: readonly Task[]): Promise<void> {
  const changes = tasks.map(({ id, etag }) => ({ id, etag, action: 'delete' as const }));
  let count = 0;
  await send(data, changes, (result) => {
    // Sub-tasks may have gone with their task.
    if (result.status !== 204 && result.status !== 404) return false;
    data.forgetTask(result.id);
    count += 1;
    return true;
  });
  if (count > 0) toasts.done(t.projects.bulk.deleted({ count }));
}

// The tasks that were changed. Says what was refused.
async function send(
  data: Data,
  changes: readonly BatchChange[],
  isDone: (result: BatchResult) => boolean = () => false,
): Promise<Task[]> {
  const done: Task[] = [];
  const refused: BatchResult[] = [];
  try {
    for (let at = 0; at < changes.length; at += atOnce) {
      for (const result of await data.api.changeTasks(changes.slice(at, at + atOnce))) {
        if (result.task) {
          data.learn(result.task);
          done.push(result.task);
        } else if (!isDone(result)) refused.push(result);
      }
    }
  } catch (error) {
    toasts.failed(messageOf(error));
  }
  const [first] = refused;
  if (first) toasts.failed(await refusedText(refused.length, first));
  return done;
}

async function refusedText(count: number, { problem }: BatchResult): Promise<string> {
  const detail = problem?.detail ?? '';
  const why = problem ? await inLanguage(problem.code, problem.params, detail) : detail;
  return t.projects.bulk.refused({ count, why });
}
