import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { briefMs, Traffic } from './traffic';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function quietOf(traffic: Traffic) {
  const state = { isQuiet: false };
  void traffic.quiet().then(() => (state.isQuiet = true));
  await vi.advanceTimersByTimeAsync(0);
  return state;
}

it('is quiet when nothing was under way for half a second', async () => {
  const state = await quietOf(new Traffic());
  await vi.advanceTimersByTimeAsync(499);
  expect(state.isQuiet).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isQuiet).toBe(true);
});

it('waits for what is under way, and for what follows it', async () => {
  const traffic = new Traffic();
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const chain = async () => {
    await traffic.follow(pause(900));
    await pause(100);
    await traffic.follow(pause(900)).catch(() => undefined);
  };
  void chain();
  const state = await quietOf(traffic);
  await vi.advanceTimersByTimeAsync(2300);
  expect(state.isQuiet).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(state.isQuiet).toBe(true);
});

it('counts a request that failed as over', async () => {
  const traffic = new Traffic();
  await expect(traffic.follow(Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  const state = await quietOf(traffic);
  await vi.advanceTimersByTimeAsync(500);
  expect(state.isQuiet).toBe(true);
});

it('does not wait for ever', async () => {
  const traffic = new Traffic();
  void traffic.follow(new Promise(() => undefined));
  const state = await quietOf(traffic);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(state.isQuiet).toBe(true);
});

it('can be waited for briefly: until nothing is under way', async () => {
  const traffic = new Traffic();
  void traffic.follow(new Promise((resolve) => setTimeout(resolve, 1000)));
  const states = [false, false];
  void traffic.quiet(briefMs).then(() => (states[0] = true));
  void traffic.quiet().then(() => (states[1] = true));
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(2 * briefMs);
  expect(states).toEqual([true, false]);
});
