import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clock } from './clock.svelte';

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('goes on at midnight, also after a sleep, until it is stopped', () => {
  vi.setSystemTime(new Date(2026, 11, 31, 23, 59, 50));
  const stop = clock.start();
  expect(clock.today).toBe('2026-12-31');
  vi.advanceTimersByTime(30_000);
  expect(clock.today).toBe('2027-01-01');
  vi.setSystemTime(new Date(2027, 0, 3, 8));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(clock.today).toBe('2027-01-03');
  stop();
  vi.setSystemTime(new Date(2027, 0, 4, 8));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(clock.today).toBe('2027-01-03');
  expect(vi.getTimerCount()).toBe(0);
});
