import { describe, expect, it } from 'vitest';
import { taskItemsOf, taskPatch } from './task_items';
import { plannedAt, taskOf } from './test_tasks';

const zone = 'Europe/Berlin';
const context = { zone, now: '2026-11-18T10:00:00', slotMinutes: 15 };
const span = (start: string, end: string | null = null, allDay = false) => ({
  start: new Date(`${start}Z`),
  end: end === null ? null : new Date(`${end}Z`),
  allDay,
});

describe('in the grid', () => {
  it('is where it is planned, and where it is due', () => {
    const task = plannedAt('2026-11-19T09:00:00', { due: '2026-11-20', plannedMinutes: 90 });
    const items = taskItemsOf([task], context);
    expect(items.map(({ id, start, end, allDay }) => [id, start, end, allDay])).toEqual([
      ['planned:tsk_1', '2026-11-19T09:00:00', '2026-11-19T10:30:00', false],
      ['due:tsk_1', '2026-11-20', '2026-11-21', true],
    ]);
    expect(items[0]?.task).toEqual({ isDone: false });
  });

  it('is not there without a date, or when it is archived', () => {
    const archived = taskOf({ due: '2026-11-20', archivedAt: '2026-11-18T00:00:00Z' });
    expect(taskItemsOf([taskOf(), archived], context)).toEqual([]);
  });
});

describe('where a gesture puts it', () => {
  it('is planned there from the list, and stays due', () => {
    expect(
      taskPatch(taskOf({ due: '2026-11-20' }), 'planned', span('2026-11-19T09:00'), zone),
    ).toEqual({ planned: '2026-11-19T09:00:00', plannedTzid: zone });
    expect(taskPatch(taskOf(), 'planned', span('2026-11-19T00:00', null, true), zone)).toEqual({
      planned: '2026-11-19',
    });
  });

  it('keeps its zone and its length', () => {
    const task = plannedAt('2026-11-19T09:00:00');
    const there = { ...task, plannedTzid: 'America/New_York', planned: '2026-11-19T03:00:00' };
    const moved = span('2026-11-19T10:00', '2026-11-19T10:30');
    expect(taskPatch(there, 'planned', moved, zone)).toEqual({ planned: '2026-11-19T04:00:00' });
    expect(taskPatch(task, 'planned', span('2026-11-19T09:00', '2026-11-19T09:30'), zone)).toBe(
      undefined,
    );
    const longer = span('2026-11-19T09:00', '2026-11-19T10:00');
    expect(taskPatch(task, 'planned', longer, zone)).toEqual({
      planned: '2026-11-19T09:00:00',
      plannedMinutes: 60,
    });
  });
});
