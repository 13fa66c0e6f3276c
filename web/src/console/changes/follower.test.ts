import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '../types';
import { Follower, mostShown } from './follower.svelte';

const change = (id: number): Change => ({
  id: String(id),
  at: '2026-11-04T10:00:00Z',
  kind: 'INSERT',
  keys: {},
  item: null,
  before: null,
  hidden: [],
});

let all: Change[];
let asked: (string | undefined)[];
let isVisible: boolean;
let failure: Error | undefined;
let follower: Follower;

beforeEach(() => {
  vi.useFakeTimers();
  all = [];
  asked = [];
  isVisible = true;
  failure = undefined;
  follower = new Follower(
    (after) => {
      asked.push(after);
      if (failure) return Promise.reject(failure);
      const changes = all.slice(Number(after ?? all.length));
      return Promise.resolve({ changes, after: String(all.length), missed: false });
    },
    () => isVisible,
  );
});
afterEach(() => {
  follower.end();
  vi.useRealTimers();
});

const shown = () => follower.changes.map(({ id }) => id);
const later = (ms = 2000) => vi.advanceTimersByTimeAsync(ms);

it('shows what comes, the newest first, and no more than it keeps', async () => {
  all = [change(1)];
  follower.start();
  await later(0);
  expect([shown(), follower.isLoaded]).toEqual([[], true]);
  all.push(change(2), change(3));
  await later();
  expect(shown()).toEqual(['3', '2']);
  for (let id = 4; id < 4 + mostShown; id++) all.push(change(id));
  await later();
  expect(shown()).toHaveLength(mostShown);
  expect(shown()[0]).toBe(String(mostShown + 3));
  expect(asked).toEqual([undefined, '1', '3']);
});

it('asks for nothing while it is paused or not seen, and has it afterwards', async () => {
  follower.start();
  await later(0);
  follower.pause(true);
  all.push(change(1));
  await later(10_000);
  expect([shown(), asked.length]).toEqual([[], 1]);
  follower.pause(false);
  await later(0);
  expect(shown()).toEqual(['1']);
  isVisible = false;
  all.push(change(2));
  await later(10_000);
  expect(asked.length).toBe(2);
  isVisible = true;
  follower.look();
  await later(0);
  expect(shown()).toEqual(['2', '1']);
});

it('stops with what is wrong, and goes on where it was', async () => {
  follower.start();
  await later(0);
  failure = new Error('Norn cannot be reached');
  all.push(change(1));
  await later(10_000);
  expect([follower.failure, asked.length]).toEqual(['Norn cannot be reached', 2]);
  failure = undefined;
  follower.retry();
  await later(0);
  expect([follower.failure, shown()]).toEqual(['', ['1']]);
  follower.end();
  await later(10_000);
  expect(asked.length).toBe(3);
});
