import { expect, it } from 'vitest';
import { CountedCalls } from '../../lib/test_calls';
import { occurrenceOf, testApi } from '../test_parts';
import { ViewCache } from './view_cache';
import { ViewLoader } from './view_loader';

const week = { from: '2026-11-16', to: '2026-11-22' };

function world() {
  const server = new CountedCalls();
  const content = { ...week, tzid: 'UTC', occurrences: [occurrenceOf()] };
  const api = testApi({
    view: ({ from, to }, etag) =>
      server.answer(`view ${from} ${to}`, () =>
        etag === 's1' ? { isSame: true } : { isSame: false, content, etag: 's1' },
      ),
  });
  const cache = new ViewCache();
  return { server, cache, loader: new ViewLoader(api, cache, () => undefined) };
}

it('asks once for what several want', async () => {
  const { server, loader } = world();
  await Promise.all([loader.load(week, 'UTC'), loader.load(week, 'UTC')]);
  await loader.load(week, 'UTC');
  expect(server.asked()).toHaveLength(1);
});

it('asks again when something changed meanwhile', async () => {
  const { server, cache, loader } = world();
  const loading = loader.load(week, 'UTC');
  cache.invalidate();
  await loading;
  expect(server.asked()).toHaveLength(2);
  expect(cache.isFresh(week)).toBe(true);
});

it('learns that what is known is right', async () => {
  const { cache, loader } = world();
  await loader.load(week, 'UTC');
  const known = cache.between(week)[0];
  cache.invalidate();
  await loader.load(week, 'UTC');
  expect(cache.between(week)[0]).toBe(known);
  expect(cache.isFresh(week)).toBe(true);
});

it('says that it failed, and can be asked again', async () => {
  const { server, cache, loader } = world();
  server.failure = new Error('no');
  await expect(loader.load(week, 'UTC')).rejects.toThrow('no');
  server.failure = undefined;
  await loader.load(week, 'UTC');
  expect(cache.isFresh(week)).toBe(true);
});
