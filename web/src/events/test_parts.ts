// Events for tests.

import { ApiError } from '../lib/api';
import type { EventApi } from './event_api';
import type { Occurrence, PlannerEvent, Preferences } from './types';

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

// Only what a test says is there to be called.
export function testApi(routes: Partial<EventApi>): EventApi {
  return routes as EventApi;
}

export const uuid = '8d7f4a0e-3f3c-4b77-9a53-2f4f6c0d1b2a';

export function occurrenceOf(parts: Partial<Occurrence> = {}): Occurrence {
  const start = parts.start ?? '2026-11-17T09:00:00';
  const end = parts.end ?? '2026-11-17T10:00:00';
  const times = parts.isAllDay
    ? { startDate: start, endDate: end, startTzid: null }
    : { startLocal: start, endLocal: end, startTzid: 'Europe/Berlin' };
  return {
    id: `evt_${uuid}`,
    kind: 'event',
    title: 'Dentist',
    location: null,
    color: null,
    status: 'CONFIRMED',
    tags: [],
    reminderMinutes: [],
    isAllDay: false,
    endTzid: null,
    sequence: 0,
    version: 1,
    updatedAt: '2026-11-01T00:00:00Z',
    etag: 'v1',
    ...times,
    ...parts,
    start,
    end,
  };
}

export function eventOf(parts: Partial<PlannerEvent> = {}): PlannerEvent {
  const { start, end, ...rest } = occurrenceOf();
  void [start, end];
  const own = { description: null, links: [], icalUid: 'a', createdAt: '2026-11-01T00:00:00Z' };
  return { ...rest, ...own, ...parts };
}

export function conflict(current: PlannerEvent): ApiError {
  return new ApiError({ status: 409, title: 'Conflict', detail: 'It was changed.', current });
}
