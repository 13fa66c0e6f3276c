import { describe, expect, it } from 'vitest';
import { daysWithItems } from './month_days';

const days = (start: string, lastDay: string) => ({ start, lastDay });
const itemOn = (date: string) => days(`${date}T09:00:00`, date);

describe('the days of a month that have items', () => {
  it('are those of single items within it', () => {
    const items = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((d) => itemOn(d));
    expect([...daysWithItems(items, '2026-11-01', '2026-11-30')]).toEqual([
      '2026-11-01',
      '2026-11-30',
    ]);
  });

  it('are all days of what lasts longer, as far as they are within it', () => {
    const found = daysWithItems([days('2026-10-01', '2026-11-02')], '2026-11-01', '2026-11-30');
    expect([...found]).toEqual(['2026-11-01', '2026-11-02']);
    const all = daysWithItems([days('2020-01-01', '2029-01-01')], '2026-11-01', '2026-11-30');
    expect(all.size).toBe(30);
  });

  it('end with the last day of all', () => {
    const found = daysWithItems([itemOn('9999-12-31')], '9999-12-01', '9999-12-31');
    expect([...found]).toEqual(['9999-12-31']);
  });
});
