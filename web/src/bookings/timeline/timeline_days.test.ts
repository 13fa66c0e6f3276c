import { describe, expect, it } from 'vitest';
import { daysBetween } from '../../lib/dates';
import { nightsOf } from '../nights/stays';
import { dayWidth, grown, isWeekend, monthSpans, windowAround } from './timeline_days';

describe('the days of the timeline', () => {
  it('are whole weeks around the one that is looked for', () => {
    const days = windowAround('2026-07-15', 1);
    expect(days.start).toBe('2026-06-29');
    expect(daysBetween(days.start, days.end) % 7).toBe(0);
  });

  it('grow at the end to which somebody scrolls, and not for ever', () => {
    let days = windowAround('2026-07-15', 1);
    expect(grown(days, 1).start).toBe(days.start);
    expect(grown(days, -1).end).toBe(days.end);
    expect(daysBetween(grown(days, -1).start, days.start)).toBe(28);
    for (let times = 0; times < 50; times++) days = grown(days, 1);
    expect(daysBetween(days.start, days.end)).toBe(420);
  });

  it('are so wide that five weeks are seen on a desk', () => {
    expect(Math.floor(1000 / dayWidth(1000, false))).toBeGreaterThanOrEqual(35);
    expect(dayWidth(2000, false)).toBeGreaterThan(50);
    expect(dayWidth(280, true)).toBeGreaterThanOrEqual(40);
  });

  it('have their months above them', () => {
    const spans = monthSpans(nightsOf({ start: '2026-06-29', end: '2026-07-06' }));
    expect(spans.map(({ name, days }) => `${name} ${days}`)).toEqual([
      'June 2026 2',
      'July 2026 5',
    ]);
    expect(['2026-07-03', '2026-07-04', '2026-07-05'].map(isWeekend)).toEqual([false, true, true]);
  });
});
