import { describe, expect, it } from 'vitest';
import { usualPlaceId, usualShown } from './last_shown';

describe('where to begin', () => {
  const date = '2026-07-01';
  it('is all places, or the month of the only one', () => {
    expect(usualShown(['a', 'b'], date, false, {})).toEqual({ view: 'timeline', date });
    expect(usualShown(['a'], date, false, {})).toEqual({ view: 'month', placeId: 'a', date });
    expect(usualShown(['a', 'b'], date, true, {})).toEqual({ view: 'month', placeId: 'a', date });
    expect(usualShown([], date, true, {})).toEqual({ view: 'timeline', date });
  });

  it('is as it was left, as far as the place is still there', () => {
    const last = { view: 'year', placeId: 'b' } as const;
    expect(usualShown(['a', 'b'], date, false, last)).toEqual({ ...last, date });
    expect(usualShown(['a'], date, false, last)).toEqual({ view: 'year', placeId: 'a', date });
    expect(usualPlaceId(['a', 'b'], last)).toBe('b');
    expect(usualPlaceId([], last)).toBeUndefined();
  });
});
