import { describe, expect, it } from 'vitest';
import { taskOf } from '../test_things';
import type { ProjectEvent } from '../types';
import { barsOf, daysShown, linksOf, pathOf } from './bars';

const dig = taskOf({
  ...{ id: 'dig', plannedStart: '2026-11-09T08:00:00Z', plannedEnd: '2026-11-11T23:59:59Z' },
  dueDate: '2026-11-13T23:59:59Z',
});
const sow = taskOf({ id: 'sow', dueDate: '2026-11-16T23:59:59Z', blockedBy: ['dig', 'gone'] });
const fair = {
  ...{ id: 'fair', title: 'Fair', startDate: '2026-11-05T00:00:00Z' },
  ...{ endDate: '2026-11-06T00:00:00Z', allDay: true },
} as ProjectEvent;
const bars = barsOf([sow, dig, taskOf({ id: 'undated' })], [fair]);

describe('the bars of a timeline', () => {
  it('are what has a day, as it begins', () => {
    expect(bars.map(({ id, from, to, due }) => [id, from, to, due])).toEqual([
      ['fair', '2026-11-05', '2026-11-06', undefined],
      ['dig', '2026-11-09', '2026-11-11', '2026-11-13'],
      ['sow', '2026-11-16', '2026-11-16', undefined],
    ]);
  });

  it('are on whole weeks with today among them, however far away some are', () => {
    expect(daysShown(bars, '2026-11-04', 1)).toEqual({ from: '2026-11-02', count: 42 });
    const far = barsOf([taskOf({ dueDate: '2031-01-01T23:59:59Z' })], []);
    expect(daysShown(far, '2026-11-04', 1)).toEqual({ from: '2026-11-02', count: 400 });
    const past = barsOf([taskOf({ dueDate: '2020-01-01T23:59:59Z' })], []);
    expect(daysShown(past, '2026-11-04', 1).from).toBe('2026-07-06');
    expect(daysShown([], '2026-11-04', 0).from).toBe('2026-11-01');
  });

  it('are joined where one waits for another', () => {
    expect(linksOf(bars, '2026-11-02')).toEqual([
      { key: 'dig:sow', fromRow: 1, fromDay: 10, toRow: 2, toDay: 14 },
    ]);
  });
});

describe('a line between two bars', () => {
  const link = { key: '', fromRow: 0, fromDay: 2, toRow: 1, toDay: 4 };

  it('goes down to the one that waits, or around when that begins too early', () => {
    expect(pathOf(link, 20, 40)).toBe('M40 20H48V60H80');
    expect(pathOf({ ...link, toDay: 1 }, 20, 40)).toBe('M40 20H48V40H12V60H20');
  });
});
