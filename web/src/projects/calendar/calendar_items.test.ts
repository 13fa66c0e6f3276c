import { describe, expect, it } from 'vitest';
import { taskOf } from '../test_things';
import type { ProjectEvent } from '../types';
import { eventMovedTo, itemsOf, taskMovedTo, type ItemsContext } from './calendar_items';

const context: ItemsContext = {
  color: '#3D9152',
  now: { today: '2026-11-04', ms: Date.parse('2026-11-04T09:00:00Z'), firstDay: 1 },
  mayChange: true,
};

function eventOf(change: Partial<ProjectEvent> = {}): ProjectEvent {
  return {
    ...{ id: 'e', projectId: 'garden', projectIds: ['garden'], title: 'Fair', description: null },
    ...{ startDate: '2026-11-07T00:00:00Z', endDate: '2026-11-08T00:00:00Z', allDay: true },
    ...{ color: '#D64545', createdBy: null, updatedBy: null, etag: '1' },
    ...{ createdAt: '2026-11-04T09:00:00Z', updatedAt: '2026-11-04T09:00:00Z' },
    ...change,
  };
}

const spans = (...given: Parameters<typeof itemsOf>) =>
  itemsOf(...given).map(({ start, end, allDay, lastDay }) => [start, end, allDay, lastDay]);

describe('a day of a project', () => {
  it('has the tasks that are due on it, with and without a time', () => {
    const day = taskOf({ dueDate: '2026-11-05T23:59:59Z' });
    const time = taskOf({ dueDate: '2026-11-05T23:30:00Z' });
    expect(spans([day, time, taskOf()], [], context)).toEqual([
      ['2026-11-05', undefined, true, '2026-11-05'],
      ['2026-11-06T00:30:00', '2026-11-06T01:00:00', false, '2026-11-06'],
    ]);
    const [item] = itemsOf([day], [], context);
    expect(item?.label(false)).toBe('Dig, due Tomorrow, To do');
  });

  it('has what is planned, for hours or for days', () => {
    const hours = taskOf({
      plannedStart: '2026-11-05T08:00:00Z',
      plannedEnd: '2026-11-05T10:00:00Z',
    });
    const days = taskOf({
      plannedStart: '2026-11-05T00:00:00Z',
      plannedEnd: '2026-11-06T23:59:59Z',
    });
    expect(spans([hours, days], [], context)).toEqual([
      ['2026-11-05T09:00:00', '2026-11-05T11:00:00', false, '2026-11-05'],
      ['2026-11-05', '2026-11-07', true, '2026-11-06'],
    ]);
  });

  it('has events, whose last day is one of theirs', () => {
    const timed = eventOf({
      ...{ allDay: false, startDate: '2026-11-07T22:00:00Z', endDate: '2026-11-07T23:30:00Z' },
    });
    expect(spans([], [eventOf(), timed], context)).toEqual([
      ['2026-11-07', '2026-11-09', true, '2026-11-08'],
      ['2026-11-07T23:00:00', '2026-11-08T00:30:00', false, '2026-11-08'],
    ]);
  });
});

describe('what is dropped on another day', () => {
  it('keeps its time', () => {
    const task = taskOf({
      ...{ dueDate: '2026-11-05T13:00:00Z', plannedStart: '2026-11-04T08:00:00Z' },
      plannedEnd: '2026-11-05T23:59:59Z',
    });
    expect(taskMovedTo({ kind: 'due', task }, '2026-11-09')).toEqual({
      dueDate: '2026-11-09T13:00:00Z',
    });
    expect(taskMovedTo({ kind: 'due', task }, '2026-11-05')).toBeUndefined();
    expect(taskMovedTo({ kind: 'planned', task }, '2026-11-06')).toEqual({
      plannedStart: '2026-11-06T08:00:00Z',
      plannedEnd: '2026-11-07',
    });
  });

  it('may be an event, which may also get longer', () => {
    const at = (text: string) => new Date(`${text}T00:00:00Z`);
    const span = { start: at('2026-11-10'), end: at('2026-11-13'), allDay: true };
    expect(eventMovedTo(eventOf(), span)).toEqual({
      startDate: '2026-11-10',
      endDate: '2026-11-12',
    });
    const timed = eventOf({
      ...{ allDay: false, startDate: '2026-11-07T08:00:00Z', endDate: '2026-11-07T09:00:00Z' },
    });
    expect(eventMovedTo(timed, { ...span, end: null })).toEqual({
      startDate: '2026-11-10T08:00:00Z',
      endDate: '2026-11-10T09:00:00Z',
    });
  });
});
