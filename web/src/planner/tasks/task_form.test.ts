import { expect, it } from 'vitest';
import { formOfTask, isChanged, taskPatchOf } from './task_form';
import { plannedAt, taskOf } from './test_tasks';

it('sends nothing of what was not changed', () => {
  for (const task of [
    taskOf(),
    plannedAt('2026-11-19T09:00:00', { tags: ['a'], color: '#22c55e' }),
  ]) {
    expect(taskPatchOf(formOfTask(task), task)).toEqual({});
    expect(isChanged(formOfTask(task), task)).toBe(false);
  }
});

it('sends what was changed, and null for what was cleared', () => {
  const task = plannedAt('2026-11-19T09:00:00', { description: 'x', priority: 'HIGH' });
  const form = { ...formOfTask(task), title: ' New ', description: ' ', priority: '' as const };
  expect(taskPatchOf(form, task)).toEqual({ title: 'New', description: null, priority: null });
});

it('says a day without a time, and minutes with one', () => {
  const task = plannedAt('2026-11-19T09:00:00');
  const form = formOfTask(task);
  expect(taskPatchOf({ ...form, plannedTime: '' }, task)).toEqual({ planned: '2026-11-19' });
  expect(taskPatchOf({ ...form, plannedMinutes: '45' }, task)).toEqual({ plannedMinutes: 45 });
  expect(taskPatchOf({ ...form, plannedDay: '' }, task)).toEqual({ planned: null });
});
