// Events and preferences for tests.

import { testEvent as plainEvent, testPreferences } from '../test_parts';
import type { PlannerEvent, Preferences } from '../types';

export const preferences: Preferences = {
  ...testPreferences,
  defaultEventDuration: 45,
  defaultCalendarIncrement: 30,
  defaultReminderMinutes: [10],
  autoArchiveCompletedTasks: false,
};

export function testEvent(change: Partial<PlannerEvent> = {}): PlannerEvent {
  return plainEvent({
    id: 'evt_1',
    title: 'Call',
    startUtc: '2026-11-17T20:00:00Z',
    endUtc: '2026-11-17T21:30:00Z',
    startLocal: '2026-11-17T15:00:00',
    endLocal: '2026-11-17T16:30:00',
    startTzid: 'America/New_York',
    icalUid: 'call@norn',
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    ...change,
  });
}

export function testOccurrence(change: Partial<PlannerEvent> = {}): PlannerEvent {
  return testEvent({
    id: 'inst_20261117_1',
    kind: 'occurrence',
    masterId: 'mst_1',
    recurrenceId: '2026-11-17T20:00:00Z',
    rrule: 'FREQ=WEEKLY;BYDAY=TU',
    etag: 'v1.0',
    ...change,
  });
}
