import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OfflineError } from '../../lib/api';
import type { LiveEvent } from '../../lib/live';
import { CountedCalls } from '../../lib/test_calls';
import { testPreferences } from '../../events/test_parts';
import { sentReminder, testApi, testReminder } from '../test_parts';
import type { Reminder } from '../types';
import { DueReminders } from './due_reminders.svelte';

let calls: CountedCalls;
let due: DueReminders;
let known: Reminder[];
let tell: (type: LiveEvent['type'], data?: unknown) => void;

beforeEach(() => {
  vi.useFakeTimers();
  calls = new CountedCalls();
  known = [testReminder()];
  const api = testApi({
    preferences: () => calls.answer('preferences', () => testPreferences),
    dueReminders: () => calls.answer('due', () => known),
    dismissReminder: (id) => calls.answer(`dismiss ${id}`, () => undefined),
  });
  due = new DueReminders(api, (onEvent) => {
    tell = (type, data) => onEvent({ type, data });
    return () => undefined;
  });
});
afterEach(() => {
  due.stop();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(500);
const ids = () => due.reminders.map(({ id }) => id);

async function start() {
  void due.start('nora');
  await settled();
  calls.asked();
}

describe('reminders that are due', () => {
  it('are loaded for the person, and forgotten with them', async () => {
    await start();
    expect(ids()).toEqual(['evt_1.15']);
    expect(due.zone).toBe('Europe/Berlin');
    due.stop();
    expect(ids()).toEqual([]);
  });
  it('are told of once they become due', async () => {
    await start();
    const heard: string[] = [];
    due.onReminder(({ id }) => heard.push(id));
    tell('reminder', sentReminder('evt_2.15'));
    expect(heard).toEqual(['evt_2.15']);
    expect(ids()).toEqual(['evt_1.15', 'evt_2.15']);
  });
  it('come back when they could not be dismissed', async () => {
    await start();
    calls.failure = new OfflineError();
    await expect(due.dismissReminder('evt_1.15')).rejects.toThrow();
    expect(ids()).toEqual(['evt_1.15']);
    calls.failure = undefined;
    await due.dismissReminder('evt_1.15');
    expect(ids()).toEqual([]);
  });
  it('are asked for again when their events change, and when another device may have dismissed them', async () => {
    await start();
    known = [];
    tell('planner', { id: 'evt_1', kind: 'event' });
    await settled();
    expect(ids()).toEqual([]);
    // Without any, no change can make one due that the server would not tell of.
    calls.asked();
    tell('planner', { id: 'evt_3', kind: 'event' });
    tell('project-task', { id: 'x' });
    await settled();
    expect(calls.asked()).toEqual([]);
    known = [testReminder()];
    await due.refresh();
    expect(ids()).toEqual(['evt_1.15']);
  });
  it('wait for the next chance when they cannot be loaded', async () => {
    calls.failure = new OfflineError();
    await start();
    expect(due.live.status).toBe('loading');
    calls.failure = undefined;
    tell('reset');
    await settled();
    expect(ids()).toEqual(['evt_1.15']);
  });
});
