import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Debounce } from './debounce';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs each name once, after the last time it was asked for', async () => {
  const debounce = new Debounce(50);
  const [one, other] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  debounce.run('one', one);
  await vi.advanceTimersByTimeAsync(40);
  debounce.run('one', one);
  debounce.run('other', other);
  await vi.advanceTimersByTimeAsync(40);
  expect([one, other].map((each) => each.mock.calls.length)).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(20);
  expect([one, other].map((each) => each.mock.calls.length)).toEqual([1, 1]);
});

it('runs nothing that was cancelled, and survives what fails', async () => {
  const debounce = new Debounce(50);
  const run = vi.fn(async () => undefined);
  debounce.run('one', run);
  debounce.cancel('one');
  debounce.run('other', run);
  debounce.clear();
  debounce.run('failing', async () => {
    throw new Error('no');
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(run).not.toHaveBeenCalled();
});
