import { afterEach, expect, it, vi } from 'vitest';
import { toasts } from '../../lib/toasts.svelte';
import type { PlannerTask, TaskPatch } from '../types';
import { backPatch, removeTask, tick } from './task_changes';
import { plannedAt, taskOf } from './test_tasks';

afterEach(() => toasts.clear());

function fakeData() {
  let task = taskOf();
  return {
    sent: [] as unknown[],
    create: vi.fn(),
    refresh: vi.fn(() => Promise.resolve()),
    retell: vi.fn(),
    change(_: string, etag: string, patch: TaskPatch): Promise<PlannerTask> {
      this.sent.push([etag, patch]);
      task = { ...task, done: patch.done ?? task.done, etag: `v${this.sent.length + 1}` };
      return Promise.resolve(task);
    },
    remove: vi.fn(() => Promise.resolve()),
    restoreDeleted: vi.fn(() => Promise.resolve(task)),
  };
}

it('ticks, and takes it back with the state that it made', async () => {
  const data = fakeData();
  await tick(data, taskOf(), true);
  expect(data.sent).toEqual([['v1', { done: true }]]);
  toasts.undoNewest();
  await vi.waitFor(() => expect(data.sent).toHaveLength(2));
  expect(data.sent[1]).toEqual(['v2', { done: false }]);
});

it('deletes, and takes it out of the bin', async () => {
  const data = fakeData();
  expect(await removeTask(data, taskOf())).toBe(true);
  toasts.undoNewest();
  await vi.waitFor(() => expect(data.restoreDeleted).toHaveBeenCalledWith('tsk_1'));
});

it('puts a planned task back to where it was', () => {
  const patch = { planned: '2026-11-20' };
  expect(backPatch(plannedAt('2026-11-19T09:00:00'), patch)).toEqual({
    planned: '2026-11-19T09:00:00',
    plannedTzid: 'Europe/Berlin',
    plannedMinutes: 30,
  });
  expect(backPatch(taskOf(), { planned: '2026-11-19T09:00', plannedTzid: 'UTC' })).toEqual({
    planned: null,
  });
});
