// What is done to a task of the planner in the agenda: as in the planner, with its messages and its undo.

import type { AgendaHost, AgendaItem, AgendaSpan, UntimedItem } from '../../lib/agenda_types';
import { sayFailure } from '../../lib/live_data/undo';
import type { PlannerTask } from '../types';
import { taskApi } from './task_api';
import { plan, removeTask, tick } from './task_changes';
import { taskPatch, type PlacedTask } from './task_items';

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

// What is due is due on another day. Put among the hours, it is planned for then, and due as before.
export function moveAgendaTask(item: AgendaItem, to: AgendaSpan, host: AgendaHost) {
  const isPlanned = item.task?.as === 'planned' || !to.allDay;
  return putTask(item, isPlanned ? 'planned' : 'due', to, host);
}

export function planTask(item: UntimedItem, to: AgendaSpan, host: AgendaHost) {
  return putTask(item, 'planned', to, host);
}

function putTask(item: UntimedItem, as: PlacedTask['as'], to: AgendaSpan, host: AgendaHost) {
  const at = (wall: string) => new Date(wall.length === 10 ? `${wall}T00:00:00Z` : `${wall}Z`);
  const span = { start: at(to.start), end: at(to.end), allDay: to.allDay };
  return withTask(item, host, async (task, data) => {
    const patch = taskPatch(task, as, span, host.zone);
    await (patch ? plan(data, task, patch, host.zone) : host.refresh());
  });
}
