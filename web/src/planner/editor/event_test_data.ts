// Events and preferences for tests.

import type { PlannerEvent, Preferences } from '../types';

export const preferences: Preferences = {
  defaultTzid: 'Europe/Berlin',
  weekStart: 1,
  defaultEventDuration: 45,
  defaultCalendarIncrement: 30,
  defaultReminderMinutes: [10],
  theme: 'auto',
  autoArchiveCompletedTasks: false,
  autoArchiveDelayHours: 24,
  enableBrowserNotifications: false,
  enableSoundNotifications: false,
  version: 1,
  etag: 'v1',
};

export function testEvent(change: Partial<PlannerEvent> = {}): PlannerEvent {
  return {
    id: 'evt_1',
    kind: 'event',
    title: 'Call',
    description: null,
    location: null,
    color: null,
    status: 'CONFIRMED',
    tags: [],
    reminderMinutes: [],
    links: [],
    isAllDay: false,
    startUtc: '2026-11-17T20:00:00Z',
    endUtc: '2026-11-17T21:30:00Z',
    startLocal: '2026-11-17T15:00:00',
    endLocal: '2026-11-17T16:30:00',
    startTzid: 'America/New_York',
    endTzid: null,
    icalUid: 'call@norn',
    sequence: 0,
    version: 1,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    etag: 'v1',
    ...change,
  };
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
