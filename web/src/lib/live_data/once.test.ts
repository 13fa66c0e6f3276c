import { expect, it, vi } from 'vitest';
import { deferred } from '../test_calls';
import { Once } from './once';

it('asks once for what is on its way, and again when it has come', async () => {
  const once = new Once();
  const first = deferred<number>();
  const load = vi.fn(() => first.promise);
  const answers = [once.run('a', load), once.run('a', load)];
  expect(load).toHaveBeenCalledTimes(1);
  first.resolve(7);
  expect(await Promise.all(answers)).toEqual([7, 7]);
  await once.run('a', load);
  expect(load).toHaveBeenCalledTimes(2);
});

it('asks again after a failure, and waits for all', async () => {
  const once = new Once();
  const failing = once.run('a', () => Promise.reject(new Error('no')));
  await once.settled();
  await expect(failing).rejects.toThrow('no');
  expect(await once.run('a', async () => 1)).toBe(1);
});
