// What only the planner has, for tests.

import type { PlannerApi } from './planner_api';
import type * as api from '../lib/api_types';
import type { Reminder } from './types';

export function testReminder(change: Partial<Reminder> = {}): Reminder {
  return {
    id: 'evt_1.15',
    title: 'Standup',
    dueAt: '2026-11-15T08:45:00Z',
    startUtc: '2026-11-15T09:00:00Z',
    start: '2026-11-15T10:00:00',
    isAllDay: false,
    location: null,
    color: null,
    item: {
      ...{ kind: 'event', app: 'planner', id: 'evt_1', title: 'Standup', allDay: false },
      ...{ start: '2026-11-15T10:00:00', self: '', may: [], people: [] },
      owner: { kind: 'person', id: 'nora', name: '' },
    },
    ...change,
  };
}

// As the server sends it.
export function sentReminder(id: string): api.Reminder {
  return { id, dueAt: '2026-11-15T08:45:00Z', minutes: 15, item: testReminder().item };
}

// Only what a test says is there to be called.
export function testApi(routes: Partial<PlannerApi>): PlannerApi {
  return routes as PlannerApi;
}
