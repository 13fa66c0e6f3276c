import { describe, expect, it } from 'vitest';
import { stepOfShown, titleOfShown } from './titles';

describe('titles', () => {
  it.each([
    ['timeline', '2026-07-01', 'July – August 2026'],
    ['timeline', '2026-12-10', 'December 2026 – January 2027'],
    ['month', '2026-07-15', 'July 2026'],
    ['year', '2026-07-15', '2026'],
  ] as const)('of %s %s', (view, date, title) => {
    expect(titleOfShown({ view, date })).toBe(title);
  });

  it('are shorter on a phone', () => {
    expect(titleOfShown({ view: 'timeline', date: '2026-07-01' }, true)).toBe('Jul – Aug 2026');
  });

  it('go on by what is seen', () => {
    expect(stepOfShown('timeline', '2026-07-01', 1)).toBe('2026-07-29');
    expect(stepOfShown('month', '2026-01-31', 1)).toBe('2026-02-28');
    expect(stepOfShown('year', '2026-07-01', -1)).toBe('2025-07-01');
  });
});
