import { describe, expect, it, vi } from 'vitest';
import type { Subscription } from '../../lib/types';
import { Subscribed } from './subscribed.svelte';
import { problemWords, refreshedWords, SubscriptionList } from './subscription_list.svelte';
import { subscriptionOf as subscription } from './test_subscriptions';

const nowMs = Date.parse('2026-11-15T12:00:00Z');

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

async function listOf(api: ReturnType<typeof apiWith>) {
  const known = new Subscribed(api.subscriptions);
  const list = new SubscriptionList(api, known, atOnce);
  await list.load();
  return { list, known };
}

describe('subscriptions', () => {
  it('are read until they were fetched', async () => {
    const done = subscription({ checkedAt: '2026-11-15T12:00:00Z', eventCount: 3 });
    const api = apiWith(done);
    api.subscription.mockResolvedValueOnce(subscription());
    const { list, known } = await listOf(api);
    await list.refresh(subscription());
    expect(api.subscription).toHaveBeenCalledTimes(2);
    expect([known.all, list.fetching]).toEqual([[done], []]);
  });
  it('are not read for ever', async () => {
    const api = apiWith(subscription());
    const { list } = await listOf(api);
    await list.refresh(subscription());
    expect(api.subscription.mock.calls.length).toBeLessThan(20);
    expect(list.fetching).toEqual([]);
  });
  it('are not read when a live change has told how they are, or that they are gone', async () => {
    for (const tell of [
      (known: Subscribed) => known.put(subscription({ checkedAt: '2026-11-15T12:00:00Z' })),
      (known: Subscribed) => known.drop('a'),
    ]) {
      const api = apiWith(subscription());
      const known = new Subscribed(api.subscriptions);
      const list = new SubscriptionList(api, known, async () => tell(known));
      await list.load();
      await list.refresh(subscription());
      expect(api.subscription).not.toHaveBeenCalled();
      expect([list.fetching, list.failure]).toEqual([[], '']);
    }
  });
  it('keep the newer of two states', () => {
    const known = new Subscribed(async () => []);
    const newer = subscription({ checkedAt: '2026-11-15T12:00:00Z' });
    known.put(newer);
    known.put(subscription());
    expect(known.all).toEqual([newer]);
    const named = { ...newer, name: 'School', updatedAt: '2026-11-15T13:00:00Z' };
    known.put(named);
    known.put(newer);
    expect(known.all).toEqual([named]);
  });
  it('are added and removed, or say why not', async () => {
    const api = apiWith(subscription({ id: 'b', checkedAt: '2026-11-15T12:00:00Z' }));
    const { list, known } = await listOf(api);
    api.subscribe.mockRejectedValueOnce(new Error('This is not the address of a calendar.'));
    const wanted = { address: 'x', color: '#3b82f6' };
    expect(await list.add(wanted)).toBe(false);
    expect(list.failure).toBe('This is not the address of a calendar.');
    expect(await list.add(wanted)).toBe(true);
    expect(known.all.map(({ id }) => id)).toEqual(['a', 'b']);
    await list.remove(subscription());
    expect(known.all.map(({ id }) => id)).toEqual(['b']);
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
