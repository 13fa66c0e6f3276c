// Subscriptions for tests.

import type { Subscription } from '../../lib/types';

export function subscriptionOf(some: Partial<Subscription> = {}): Subscription {
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
