import { describe, expect, it } from 'vitest';
import {
  dayOf,
  dueGroup,
  isOverdue,
  keptMoment,
  momentOf,
  momentText,
  timeOf,
  type Now,
} from './due';

// A Wednesday, 10:00 in Berlin.
const now: Now = { today: '2026-11-04', ms: Date.parse('2026-11-04T09:00:00Z'), firstDay: 1 };
const due = (dueDate: string | null, status = 'TODO' as 'TODO' | 'DONE') => ({ dueDate, status });

describe('a due date', () => {
  it('that ends a day is that day, wherever the reader is', () => {
    expect(dayOf('2026-11-04T23:59:59Z')).toBe('2026-11-04');
    expect(timeOf('2026-11-04T23:59:59Z')).toBeUndefined();
    expect(dayOf('2026-11-04T00:00:00Z', 'start')).toBe('2026-11-04');
  });

  it('with a time is by the clock of the reader', () => {
    expect(dayOf('2026-11-04T23:30:00Z')).toBe('2026-11-05');
    expect(timeOf('2026-11-04T23:30:00Z')).toBe('00:30');
    expect(momentOf('2026-11-05', '00:30')).toBe('2026-11-04T23:30:00Z');
    expect(momentOf('2026-11-05', '')).toBe('2026-11-05');
    expect(keptMoment('2026-11-05')).toBe('2026-11-05T23:59:59Z');
    expect(keptMoment('2026-11-05T08:00:00Z')).toBe('2026-11-05T08:00:00Z');
  });

  it('is overdue once it is over, unless the task is done', () => {
    expect(isOverdue(due('2026-11-04T23:59:59Z'), now)).toBe(false);
    expect(isOverdue(due('2026-11-03T23:59:59Z'), now)).toBe(true);
    expect(isOverdue(due('2026-11-04T08:59:00Z'), now)).toBe(true);
    expect(isOverdue(due('2026-11-04T09:01:00Z'), now)).toBe(false);
    expect(isOverdue(due('2026-11-03T23:59:59Z', 'DONE'), now)).toBe(false);
  });

  it.each([
    [due(null), 'none'],
    [due('2026-11-02T23:59:59Z'), 'overdue'],
    [due('2026-11-08T23:59:59Z'), 'week'],
    [due('2026-11-09T23:59:59Z'), 'later'],
    [due('2026-11-02T23:59:59Z', 'DONE'), 'done'],
  ] as const)('%o is in the group %s', (task, group) => {
    expect(dueGroup(task, now)).toBe(group);
  });

  it('ends the week where the reader does', () => {
    expect(dueGroup(due('2026-11-08T23:59:59Z'), { ...now, firstDay: 0 })).toBe('later');
  });

  it.each([
    ['2026-11-04T23:59:59Z', 'Today'],
    ['2026-11-05T13:00:00Z', 'Tomorrow, 14:00'],
    ['2026-11-03T23:59:59Z', 'Yesterday'],
    ['2026-11-20T23:59:59Z', 'Fri 20 Nov'],
    ['2027-01-02T23:59:59Z', '2 Jan 2027'],
  ])('%s is said as “%s”', (moment, words) => {
    expect(momentText(moment, now.today, false)).toBe(words);
  });
});
