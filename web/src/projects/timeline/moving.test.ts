import { describe, expect, it } from 'vitest';
import { taskOf } from '../test_things';
import type { ProjectEvent, Task } from '../types';
import { barsOf, type Bar } from './bars';
import { eventChange, mayResize, moved, shiftTo, taskChange } from './moving';

const dig = taskOf({ plannedStart: '2026-11-09T00:00:00Z', plannedEnd: '2026-11-11T23:59:59Z' });
const open = taskOf({ plannedStart: '2026-11-09T00:00:00Z' });
const due = taskOf({ dueDate: '2026-11-16T23:59:59Z' });
const late = taskOf({ plannedStart: '2026-11-09T14:00:00Z', plannedEnd: '2026-11-10T12:00:00Z' });
const fair = {
  ...{ id: 'fair', title: 'Fair', startDate: '2026-11-05T00:00:00Z' },
  ...{ endDate: '2026-11-06T00:00:00Z', allDay: true },
} as ProjectEvent;
const none = { start: 0, end: 0 };

function barOf(task: Task): Bar {
  const [bar] = barsOf([task], []);
  if (!bar) throw new Error('It has no day.');
  return bar;
}

describe('what is sent of a task', () => {
  it('is what was moved', () => {
    expect(taskChange(dig, { start: 1, end: 1 })).toEqual({
      plannedStart: '2026-11-10',
      plannedEnd: '2026-11-12',
    });
    expect(taskChange(dig, { start: 0, end: -1 })).toEqual({ plannedEnd: '2026-11-10' });
    expect(taskChange(dig, { start: -2, end: 0 })).toEqual({ plannedStart: '2026-11-07' });
    expect(taskChange(due, { start: 3, end: 3 })).toEqual({ dueDate: '2026-11-19' });
  });

  it('has an end when it gets longer than its first day', () => {
    expect(taskChange(open, { start: 1, end: 1 })).toEqual({ plannedStart: '2026-11-10' });
    expect(taskChange(open, { start: 0, end: 2 })).toEqual({ plannedEnd: '2026-11-11' });
    expect(taskChange(open, { start: -1, end: 0 })).toEqual({
      plannedStart: '2026-11-08',
      plannedEnd: '2026-11-09',
    });
  });
});

it('sends days of an event that takes whole days', () => {
  expect(eventChange(fair, { start: 1, end: 1 })).toEqual({
    startDate: '2026-11-06',
    endDate: '2026-11-07',
  });
  expect(eventChange(fair, { start: 0, end: 2 })).toEqual({ endDate: '2026-11-08' });
});

it('shows a bar where it will be', () => {
  const { from, to } = moved(barOf(dig), { start: 1, end: 3 });
  expect([from, to]).toEqual(['2026-11-10', '2026-11-14']);
  const [bar] = barsOf([], [fair]);
  expect(bar && moved(bar, { start: -1, end: 0 }).from).toBe('2026-11-04');
});

describe('a bar that is made longer or shorter', () => {
  it('keeps its end behind its start', () => {
    const bar = barOf(dig);
    expect(shiftTo(bar, none, 'end', 4)).toEqual({ start: 0, end: 4 });
    expect(shiftTo(bar, none, 'end', -9)).toEqual({ start: 0, end: -2 });
    expect(shiftTo(bar, none, 'start', 9)).toEqual({ start: 2, end: 0 });
    expect(shiftTo(bar, { start: 0, end: 1 }, 'whole', 3)).toEqual({ start: 3, end: 4 });
    // From two o'clock until noon is no time.
    expect(shiftTo(barOf(late), none, 'end', -1)).toEqual(none);
  });

  it('is one with a planned time', () => {
    expect([dig, open, due].map((task) => mayResize(barOf(task)))).toEqual([true, true, false]);
  });
});
