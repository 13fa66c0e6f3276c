import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgendaItem } from '../../lib/agenda_types';
import { toasts } from '../../lib/toasts.svelte';
import { taskApi } from './task_api';
import { moveAgendaTask } from './task_agenda';
import { plannedAt, taskOf } from './test_tasks';
import type { PlannerTask } from '../types';

vi.mock('./task_api', () => ({ taskApi: { get: vi.fn(), change: vi.fn() } }));

const api = vi.mocked(taskApi);
const refresh = vi.fn(() => Promise.resolve());
const host = { zone: 'Europe/Berlin', newMinutes: 30, refresh };
// It is Wednesday, the 18th.
const today = '2026-11-18';
const tomorrow = { start: '2026-11-19', end: '2026-11-20', allDay: true };

function itemOf(as: 'due' | 'planned' | 'overdue'): AgendaItem {
  return {
    ...{ kind: 'task', app: 'planner', id: 'tsk_1', title: 'Call the plumber', may: ['move'] },
    ...{ start: today, end: tomorrow.start, allDay: true, self: '', etag: 'seen', people: [] },
    owner: { kind: 'person', id: 'nora', name: '' },
    task: { done: false, as },
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  api.change.mockImplementation((_id, _etag, patch) =>
    Promise.resolve({ ...taskOf(), ...patch } as PlannerTask),
  );
});
afterEach(() => toasts.clear());

describe('a task that is dragged to another day', () => {
  const day = '2026-11-19';
  it.each([
    ['is due then', 'due', taskOf({ due: today }), { due: day }],
    ['is planned for then', 'planned', taskOf({ planned: today }), { planned: day }],
    ['was due before', 'overdue', taskOf({ due: '2026-11-12' }), { due: day }],
    ['is left over', 'overdue', taskOf({ planned: '2026-11-17' }), { planned: day }],
    ['is left over of hours', 'overdue', plannedAt('2026-11-17T09:00:00'), { planned: day }],
    [
      'is left over, and due later',
      'overdue',
      taskOf({ planned: '2026-11-17', due: '2026-11-25' }),
      { planned: day },
    ],
    [
      'was due before, and is planned for later',
      'overdue',
      taskOf({ planned: '2026-11-25', due: '2026-11-12' }),
      { due: day },
    ],
    [
      'is left over, and was due before',
      'overdue',
      taskOf({ planned: '2026-11-17', due: '2026-11-12' }),
      { planned: day, due: day },
    ],
  ] as const)('%s', async (_, as, task, patch) => {
    api.get.mockResolvedValue(task);
    await moveAgendaTask(itemOf(as), tomorrow, host);
    expect(api.change).toHaveBeenCalledWith('tsk_1', 'seen', patch);
  });

  it('is planned among the hours, and due as before', async () => {
    api.get.mockResolvedValue(taskOf({ due: '2026-11-12' }));
    const hours = { start: `${day}T10:00:00`, end: `${day}T10:30:00`, allDay: false };
    await moveAgendaTask(itemOf('overdue'), hours, host);
    const planned = { planned: `${day}T10:00:00`, plannedTzid: 'Europe/Berlin' };
    expect(api.change).toHaveBeenCalledWith('tsk_1', 'seen', planned);
  });
});
