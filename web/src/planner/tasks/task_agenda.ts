// What is done to a task of the planner in the agenda: as in the planner, with its messages and its undo.

import type { AgendaHost, AgendaItem, AgendaSpan, UntimedItem } from '../../lib/agenda_types';
import type { DateText } from '../../lib/dates';
import { sayFailure } from '../../lib/live_data/undo';
import type { PlannerTask, TaskPatch } from '../types';
import { taskApi } from './task_api';
import { plan, removeTask, tick } from './task_changes';
import { taskPatch, type PlacedTask } from './task_items';
import { wallOf } from './task_lists';

type Data = Parameters<typeof tick>[0];

// In place of the planner's own.
function dataOf(host: AgendaHost): Data {
  const shown = async <Result>(result: Result): Promise<Result> => {
    await host.refresh();
    return result;
  };
  return {
    create: async (...parts) => shown(await taskApi.create(...parts)),
    change: async (...parts) => shown(await taskApi.change(...parts)),
    remove: async (...parts) => shown(await taskApi.remove(...parts)),
    restoreDeleted: async (id) => shown(await taskApi.restoreDeleted(id)),
    refresh: () => host.refresh(),
    retell: () => void host.refresh(),
  };
}

// In the version that was seen in the agenda.
async function withTask(
  item: UntimedItem,
  host: AgendaHost,
  act: (task: PlannerTask, data: Data) => Promise<unknown>,
): Promise<void> {
  try {
    const task = await taskApi.get(item.id);
    await act({ ...task, etag: item.etag ?? task.etag }, dataOf(host));
  } catch (error) {
    sayFailure(error, () => void withTask(item, host, act));
  }
}

export function completeTask(item: UntimedItem, isDone: boolean, host: AgendaHost) {
  return withTask(item, host, (task, data) => tick(data, task, isDone));
}

export function removeAgendaTask(item: UntimedItem, host: AgendaHost) {
  return withTask(item, host, (task, data) => removeTask(data, task));
}

// What is due is due on another day. Put among the hours, it is planned for then, and due as before. What is on today because
// a day is over is put off by a later one in the place of that day.
export function moveAgendaTask(item: AgendaItem, to: AgendaSpan, host: AgendaHost) {
  const as = item.task?.as;
  if (as === 'planned' || !to.allDay) return putTask(item, () => ['planned'], to, host);
  if (as !== 'overdue') return putTask(item, () => ['due'], to, host);
  // It is shown on the day that is today.
  const today = item.start.slice(0, 10);
  return putTask(item, (task) => momentsBefore(today, task, host.zone), to, host);
}

export function planTask(item: UntimedItem, to: AgendaSpan, host: AgendaHost) {
  return putTask(item, () => ['planned'], to, host);
}

type Moment = PlacedTask['as'];

// When it is planned, when it is due, or both.
function momentsBefore(today: DateText, task: PlannerTask, zone: string): Moment[] {
  const moments: Moment[] = ['planned', 'due'];
  return moments.filter((as) => (wallOf(task, as, zone)?.slice(0, 10) ?? today) < today);
}

function putTask(
  item: UntimedItem,
  momentsOf: (task: PlannerTask) => Moment[],
  to: AgendaSpan,
  host: AgendaHost,
) {
  const at = (wall: string) => new Date(wall.length === 10 ? `${wall}T00:00:00Z` : `${wall}Z`);
  const span = { start: at(to.start), end: at(to.end), allDay: to.allDay };
  return withTask(item, host, async (task, data) => {
    const patches = momentsOf(task).map((as) => taskPatch(task, as, span, host.zone));
    const patch: TaskPatch = Object.assign({}, ...patches);
    const isSame = Object.keys(patch).length === 0;
    await (isSame ? host.refresh() : plan(data, task, patch, host.zone));
  });
}
