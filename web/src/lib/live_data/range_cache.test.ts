import { beforeEach, expect, it } from 'vitest';
import { RangeCache } from './range_cache';

interface Thing {
  id: string;
  from: string;
  to: string;
}

const week = { from: '2026-11-16', to: '2026-11-22' };
const month = { from: '2026-10-26', to: '2026-12-06' };
const one: Thing = { id: 'a', from: '2026-11-17', to: '2026-11-17' };
const other: Thing = { id: 'b', from: '2026-11-02', to: '2026-11-02' };

let cache: RangeCache<Thing>;
beforeEach(() => {
  cache = new RangeCache(
    ({ id }) => id,
    ({ from, to }) => ({ from, to }),
  );
});

const put = (range: typeof week, things = [one], round = cache.round) =>
  cache.put(range, things, 'e1', round);

it('knows the days within a longer range', () => {
  put(month, [one, other]);
  expect(cache.isFresh(week)).toBe(true);
  expect(cache.between(week)).toEqual([one]);
  expect(cache.etagOf(week)).toBeUndefined();
  expect(cache.etagOf(month)).toBe('e1');
});

it('shows what is old, and does not take it for fresh', () => {
  put(week);
  cache.invalidate();
  expect(cache.isFresh(week)).toBe(false);
  expect(cache.between(week)).toEqual([one]);
  cache.confirm(week, cache.round);
  expect(cache.isFresh(week)).toBe(true);
});

it('does not take for fresh what was asked before something changed', () => {
  const { round } = cache;
  cache.invalidate();
  put(week, [one], round);
  expect(cache.isFresh(week)).toBe(false);
  cache.confirm(week, round);
  expect(cache.isFresh(week)).toBe(false);
});

it('prefers what is fresh to what is old', () => {
  put(week, [one]);
  cache.invalidate();
  put(month, []);
  expect(cache.between(week)).toEqual([]);
});

it('puts together what several know, each once', () => {
  put({ from: '2026-11-01', to: '2026-11-10' }, [other]);
  put({ from: '2026-11-10', to: '2026-11-18' }, [one]);
  put({ from: '2026-11-15', to: '2026-11-20' }, [one]);
  expect(cache.between({ from: '2026-11-01', to: '2026-11-30' })).toEqual([other, one]);
});

it('knows on which days something lasts', () => {
  const night = { id: 'c', from: '2026-11-15', to: '2026-11-16' };
  put(month, [night, { id: 'd', from: '2026-11-15', to: '2026-11-15' }]);
  expect(cache.between(week)).toEqual([night]);
});

it('keeps the last few ranges', () => {
  for (let day = 1; day <= 28; day++) {
    const date = `2027-02-${String(day).padStart(2, '0')}`;
    put({ from: date, to: date });
  }
  expect(cache.isFresh({ from: '2027-02-01', to: '2027-02-01' })).toBe(false);
  expect(cache.isFresh({ from: '2027-02-28', to: '2027-02-28' })).toBe(true);
});
