import { describe, expect, it, vi } from 'vitest';
import type { Subscription } from '../../lib/types';
import { problemWords, refreshedWords, SubscriptionList } from './subscription_list.svelte';

const nowMs = Date.parse('2026-11-15T12:00:00Z');

function subscription(some: Partial<Subscription> = {}): Subscription {
  return {
    id: 'a',
    address: 'https://x.example/a.ics',
    name: 'Holidays',
    color: '#3b82f6',
    createdAt: '2026-11-15T11:00:00Z',
    updatedAt: '2026-11-15T11:00:00Z',
    checkedAt: null,
    refreshedAt: null,
    nextAt: '2026-11-15T11:00:00.000Z',
    problem: null,
    problemStatus: null,
    eventCount: 0,
    etag: 'v1',
    ...some,
  };
}

function apiWith(later: Subscription) {
  return {
    subscriptions: vi.fn(async () => [subscription()]),
    subscription: vi.fn(async () => later),
    subscribe: vi.fn(async () => subscription({ id: later.id })),
    refreshSubscription: vi.fn(async () => subscription({ id: later.id })),
    unsubscribe: vi.fn(async () => undefined),
  };
}

const atOnce = async () => undefined;

describe('subscriptions', () => {
  it('are read until they were fetched', async () => {
    const done = subscription({ checkedAt: '2026-11-15T12:00:00Z', eventCount: 3 });
    const api = apiWith(done);
    api.subscription.mockResolvedValueOnce(subscription());
    const list = new SubscriptionList(api, atOnce);
    await list.load();
    await list.refresh(subscription());
    expect(api.subscription).toHaveBeenCalledTimes(2);
    expect([list.all, list.fetching]).toEqual([[done], []]);
  });
  it('are not read for ever', async () => {
    const api = apiWith(subscription());
    const list = new SubscriptionList(api, atOnce);
    await list.load();
    await list.refresh(subscription());
    expect(api.subscription.mock.calls.length).toBeLessThan(20);
    expect(list.fetching).toEqual([]);
  });
  it('are added and removed, or say why not', async () => {
    const api = apiWith(subscription({ id: 'b', checkedAt: '2026-11-15T12:00:00Z' }));
    const list = new SubscriptionList(api, atOnce);
    await list.load();
    api.subscribe.mockRejectedValueOnce(new Error('This is not the address of a calendar.'));
    const wanted = { address: 'x', color: '#3b82f6' };
    expect(await list.add(wanted)).toBe(false);
    expect(list.failure).toBe('This is not the address of a calendar.');
    expect(await list.add(wanted)).toBe(true);
    expect(list.all?.map(({ id }) => id)).toEqual(['a', 'b']);
    await list.remove(subscription());
    expect(list.all?.map(({ id }) => id)).toEqual(['b']);
  });
  it.each([
    [{}, 'Not fetched yet.', ''],
    [{ refreshedAt: '2026-11-15T10:00:00Z', eventCount: 1 }, '1 event, refreshed 2 hours ago.', ''],
    [
      { problem: 'badStatus', problemStatus: 404 } as const,
      'Not fetched yet.',
      'Its server replied with an error (404). Check the address.',
    ],
  ])('say how they are: %o', (some, refreshed, problem) => {
    expect(refreshedWords(subscription(some), nowMs)).toBe(refreshed);
    expect(problemWords(subscription(some))).toBe(problem);
  });
});
