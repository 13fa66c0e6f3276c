// Planner objects for tests.

import type { PlannerApi } from './planner_api';
import type { PlannerEvent, Preferences, Reminder } from './types';

// An answer that comes when the test says so.
export { deferred as pending } from '../lib/test_calls';

export const testPreferences: Preferences = {
  defaultTzid: 'Europe/Berlin',
  weekStart: 1,
  defaultEventDuration: 30,
  defaultCalendarIncrement: 15,
  defaultReminderMinutes: [15],
  theme: 'auto',
  autoArchiveCompletedTasks: true,
  autoArchiveDelayHours: 24,
  enableBrowserNotifications: false,
  enableSoundNotifications: false,
  weekNumbers: false,
  version: 1,
  etag: 'v1',
};

export function testEvent(change: Partial<PlannerEvent> = {}): PlannerEvent {
  return {
    id: 'evt_00000000-0000-4000-8000-000000000001',
    kind: 'event',
    title: 'Lunch',
    description: null,
    location: null,
    color: null,
    status: 'CONFIRMED',
    tags: [],
    reminderMinutes: [],
    links: [],
    isAllDay: false,
    startUtc: '2026-11-16T12:00:00Z',
    endUtc: '2026-11-16T12:30:00Z',
    startLocal: '2026-11-16T13:00:00',
    endLocal: '2026-11-16T13:30:00',
    startTzid: 'Europe/Berlin',
    endTzid: null,
    icalUid: 'lunch',
    sequence: 0,
    version: 1,
    createdAt: '2026-11-15T09:00:00Z',
    updatedAt: '2026-11-15T09:00:00Z',
    etag: 'v1',
    ...change,
  };
}

export function testReminder(change: Partial<Reminder> = {}): Reminder {
  return {
    id: 'evt_1.15',
    eventId: 'evt_1',
    title: 'Standup',
    dueAt: '2026-11-15T08:45:00Z',
    startUtc: '2026-11-15T09:00:00Z',
    start: '2026-11-15T10:00:00',
    isAllDay: false,
    minutes: 15,
    location: null,
    color: null,
    ...change,
  };
}

// Only what a test says is there to be called.
export function testApi(routes: Partial<PlannerApi>): PlannerApi {
  return routes as PlannerApi;
}
