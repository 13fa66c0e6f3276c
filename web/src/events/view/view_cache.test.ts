import { expect, it } from 'vitest';
import { occurrenceOf } from '../test_parts';
import { ViewCache } from './view_cache';

it('knows on which days something lasts', () => {
  const cache = new ViewCache();
  const start = '2026-11-15T22:00:00';
  const night = occurrenceOf({ start, end: '2026-11-16T06:00:00' });
  const evening = occurrenceOf({ id: 'c', start, end: '2026-11-16T00:00:00' });
  cache.put({ from: '2026-11-01', to: '2026-11-30' }, [night, evening], 'e1', cache.round);
  expect(cache.between({ from: '2026-11-16', to: '2026-11-22' })).toEqual([night]);
});
