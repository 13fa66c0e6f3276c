import { describe, expect, it } from 'vitest';
import { daysOfYear, weeksOfMonth } from './year_days';

function itemOf(start: string, color = '#111111', lastDay = start.slice(0, 10)) {
  return { start, lastDay, color };
}

describe('the days of a year', () => {
  it('have the colours of their items, each once and three at most', () => {
    const days = daysOfYear(
      [
        itemOf('2026-03-01', '#444444'),
        itemOf('2026-03-01', '#222222'),
        itemOf('2026-03-01', '#222222'),
        itemOf('2026-03-01', '#333333'),
        itemOf('2026-03-01', '#111111'),
      ],
      '2026',
    );
    expect(days.get('2026-03-01')).toEqual({ count: 5, colors: ['#222222', '#111111', '#333333'] });
    expect(days.has('2026-03-02')).toBe(false);
  });

  it('have what lasts several days on each of them, and nothing of other years', () => {
    const start = '2025-12-30';
    const days = daysOfYear(
      [
        itemOf(start, '#111111', '2026-01-02'),
        itemOf('2025-05-05'),
        itemOf('2026-12-31', '#111111', '2027-02-01'),
      ],
      '2026',
    );
    expect([...days.keys()]).toEqual(['2026-01-01', '2026-01-02', '2026-12-31']);
  });

  it('end with the last day there is', () => {
    const start = '9999-12-30';
    const days = daysOfYear([itemOf(start, '#111111', '9999-12-31')], '9999');
    expect(days.size).toBe(2);
  });
});

describe('the weeks of a month', () => {
  it('begin on the first day of the week', () => {
    const weeks = weeksOfMonth('2026-11-01', 1);
    expect(weeks[0]).toEqual([...Array.from({ length: 6 }), '2026-11-01']);
    expect(weeksOfMonth('2026-11-01', 0)[0]?.[0]).toBe('2026-11-01');
    expect(weeks.length).toBe(6);
  });

  it('have all days of the month and whole weeks', () => {
    const weeks = weeksOfMonth('2024-02-01', 1);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks.flat().filter((day) => day !== undefined)).toHaveLength(29);
  });
});
