import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OfflineError } from '../api';
import { connection } from '../connection.svelte';
import type { LiveEvent } from '../live';
import { toasts } from '../toasts.svelte';
import { traffic } from '../traffic';
import { LiveData, type LiveSource } from './live_data.svelte';

let calls: string[];
let failure: Error | undefined;
let hear: (type: LiveEvent['type'], data?: unknown) => void;
let live: LiveData<string>;
const stopListening = vi.fn();

const called = async (name: string) => {
  calls.push(name);
  if (failure) throw failure;
};

function make(more: Partial<LiveSource<string>> = {}) {
  const source: LiveSource<string> = {
    loadFirst: async () => {
      await called('first');
      live.status = 'ready';
    },
    loadShown: (shown) => called(`shown ${shown}`),
    reload: () => called('reload'),
    change: ({ type }) => void calls.push(`change ${type}`),
    forget: () => void calls.push('forget'),
    ...more,
  };
  live = new LiveData(source, (onEvent) => {
    hear = (type, data) => onEvent({ type, data });
    return stopListening;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  failure = undefined;
  make();
});
afterEach(() => {
  live.stop();
  toasts.clear();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(1000);
// What was called since this was asked last.
const since = () => calls.splice(0);

async function start() {
  void live.start('ada');
  hear('hello', { resumed: false });
  await settle();
  since();
}

describe('starting', () => {
  it('waits for the stream, and loads once', async () => {
    void live.start('ada');
    await vi.advanceTimersByTimeAsync(10);
    expect(since()).toEqual(['forget']);
    hear('hello', { resumed: false });
    await settle();
    expect(since()).toEqual(['first', 'shown undefined']);
    expect(live.status).toBe('ready');
  });
  it('does not wait for long, and loads again what it asked for before the stream', async () => {
    void live.start('ada');
    await settle();
    expect(since()).toEqual(['forget', 'first', 'shown undefined']);
    hear('hello', { resumed: false });
    await settle();
    expect(since()).toEqual(['reload']);
  });
  it('shows what came first before it asks again, when the stream begins meanwhile', async () => {
    const slowly = async (name: string) => {
      await called(name);
      await new Promise((resolve) => setTimeout(resolve, 500));
      calls.push(`${name} came`);
    };
    const invalidate = () => void calls.push('invalidate');
    make({ loadFirst: () => slowly('first'), loadShown: () => slowly('shown'), invalidate });
    void live.start('ada');
    await vi.advanceTimersByTimeAsync(700);
    hear('hello', { resumed: false });
    // What draws it may be on its way for longer.
    void traffic.follow(new Promise((resolve) => setTimeout(resolve, 1000)));
    await settle();
    const shown = ['first', 'first came', 'shown', 'shown came'];
    expect(since()).toEqual(['forget', ...shown]);
    await settle();
    expect(since()).toEqual(['invalidate', 'reload']);
  });
  it('asks at once for what need not wait', async () => {
    make({ prepare: () => called('prepare'), beganEarly: () => void calls.push('early') });
    void live.start('ada');
    expect(since()).toEqual(['forget', 'prepare']);
    hear('hello', { resumed: false });
    await settle();
    expect(since()).toEqual(['early', 'first', 'shown undefined']);
  });
  it('is for one person: the same again changes nothing', async () => {
    await start();
    await live.start('ada');
    expect(since()).toEqual([]);
    void live.start('ben');
    expect(stopListening).toHaveBeenCalled();
    expect([since(), live.status]).toEqual([['forget'], 'loading']);
  });
  it('knows what is shown, also before it is known for whom', async () => {
    void live.show('June');
    void live.start('ada');
    await settle();
    expect(since()).toContain('shown June');
    await live.show('July');
    expect(since()).toEqual(['shown July']);
  });
});

describe('a failure', () => {
  it('at first is the status, and starting again tries once more', async () => {
    failure = new OfflineError();
    void live.start('ada');
    await settle();
    expect([live.status, live.failure]).toEqual(['failed', failure.message]);
    failure = undefined;
    void live.start('ada');
    await settle();
    expect(live.status).toBe('ready');
  });
  it('later on is a message with a way to retry; what is known stays', async () => {
    await start();
    failure = new Error('No.');
    await live.show('June');
    expect([live.status, toasts.list.at(-1)?.text]).toEqual([
      'ready',
      'Not everything could be loaded. No.',
    ]);
    failure = undefined;
    since();
    toasts.list.at(-1)?.action?.run();
    expect(since()).toEqual(['reload']);
  });
  it('is silent while the server cannot be reached, and for whoever has left', async () => {
    await start();
    failure = new OfflineError();
    await live.show('June');
    const leaving = live.guard(() => called('late'));
    live.stop();
    await leaving;
    expect([toasts.list, live.failure]).toEqual([[], '']);
  });
  it('can be dealt with by the page', async () => {
    make({ handles: () => true });
    await start();
    failure = new Error('No.');
    await live.show('June');
    expect(toasts.list).toEqual([]);
  });
});

describe('live changes', () => {
  it('reach the page', async () => {
    await start();
    hear('entry', {});
    expect(since()).toEqual(['change entry']);
  });
  it.each([
    ['reset', {}],
    ['hello', { resumed: false }],
  ] as const)('%s loads again, once for all that come together', async (type, data) => {
    await start();
    hear(type, data);
    hear('reset', {});
    await settle();
    expect(since()).toEqual(['reload']);
  });
  it('need no load when the stream went on where it was', async () => {
    await start();
    hear('hello', { resumed: true });
    await settle();
    expect(since()).toEqual([]);
  });
  it('may have been missed while the server could not be reached', async () => {
    await start();
    connection.lost();
    connection.reached();
    await settle();
    expect(since()).toEqual(['reload']);
  });
});

it('is busy until the last of several loads is over', async () => {
  let finish: (() => void)[] = [];
  const load = () => new Promise<void>((resolve) => finish.push(resolve));
  const loads = [live.busyWhile(load), live.busyWhile(load)];
  finish[0]?.();
  await loads[0];
  expect(live.isBusy).toBe(true);
  finish[1]?.();
  await loads[1];
  expect(live.isBusy).toBe(false);
  finish = [];
});
