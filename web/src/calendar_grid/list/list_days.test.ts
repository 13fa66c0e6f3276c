import { describe, expect, it } from 'vitest';
import { emptyDaysAt, extended, isExhausted, ListDays } from './list_days.svelte';

const november = { from: '2026-11-04', to: '2026-12-01' };
const none = { emptyDays: 0, isOtherEndNear: false };

describe('the days of a list', () => {
  it('goes on in both directions', () => {
    expect(extended([november], 1, 50)).toEqual([
      november,
      { from: '2026-12-02', to: '2026-12-29' },
    ]);
    expect(extended([november], -1, 50)).toEqual([
      { from: '2026-10-07', to: '2026-11-03' },
      november,
    ]);
  });

  it('takes longer steps where there is little, but no longer than a request may be', () => {
    expect(extended([november], 1, 3)[1]).toEqual({ from: '2026-12-02', to: '2027-01-26' });
    const year = { from: '2026-01-01', to: '2026-12-31' };
    expect(extended([year], 1, 3)[1]).toEqual({ from: '2027-01-01', to: '2028-01-01' });
  });

  it('drops what is far away at the other end', () => {
    let pieces: ReturnType<typeof extended> = [november];
    for (let step = 0; step < 40; step++) pieces = extended(pieces, 1, 50);
    expect(pieces).toHaveLength(16);
    expect(pieces[0]?.from).toBe('2028-10-04');
  });

  it('ends where dates end', () => {
    const last = [{ from: '9999-12-01', to: '9999-12-31' }];
    expect(extended(last, 1, 50)).toBe(last);
    expect(isExhausted(last, 1, none)).toBe(true);
    expect(isExhausted(last, -1, none)).toBe(false);
  });

  it('counts the empty days at its ends', () => {
    const days = ['2026-11-10', '2026-11-20'];
    expect(emptyDaysAt(november, 1, days)).toBe(11);
    expect(emptyDaysAt(november, -1, days)).toBe(6);
    expect(emptyDaysAt(november, 1, [])).toBe(28);
    expect(emptyDaysAt(november, -1, [])).toBe(28);
  });

  it('looks through two empty years', () => {
    expect(isExhausted([november], 1, { ...none, emptyDays: 729 })).toBe(false);
    expect(isExhausted([november], 1, { ...none, emptyDays: 730 })).toBe(true);
  });

  it('drops nothing that is near', () => {
    const pieces = Array.from({ length: 16 }, () => november);
    expect(isExhausted(pieces, 1, none)).toBe(false);
    expect(isExhausted(pieces, 1, { ...none, isOtherEndNear: true })).toBe(true);
  });

  it('loads one piece at a time', () => {
    const days = new ListDays();
    days.begin('2026-11-04');
    expect(days.range).toEqual(november);
    days.extend(1, 50);
    expect(days.pieces).toHaveLength(1);
    days.settle(days.pieces);
    days.extend(1, 50);
    expect(days.pieces).toHaveLength(2);
    days.settle([november]);
    expect(days.isLoading).toBe(true);
  });
});
