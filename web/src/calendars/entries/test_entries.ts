// Entries and calendars for tests.

import type { Calendar, Entry } from '../../lib/types';

export { deferred } from '../../lib/test_calls';

// An entry whose ETag follows from what it says, as the server's does.
export function entryOf(some: Partial<Entry> & { id: string }): Entry {
  const entry = {
    calendarId: 'home',
    title: 'Dentist',
    description: null,
    location: null,
    date: '2026-11-17',
    color: '#3B82F6',
    kind: { type: 'AllDay' } as const,
    createdAt: '2026-11-15T13:00:00Z',
    updatedAt: '2026-11-15T13:00:00Z',
    createdBy: null,
    updatedBy: null,
    ...some,
  };
  return { etag: JSON.stringify(entry), ...entry };
}

// The same entry later on.
export function later(entry: Entry, change: Partial<Entry>, updatedAt = entry.updatedAt): Entry {
  const next: Partial<Entry> & { id: string } = { ...entry, ...change, updatedAt };
  delete next.etag;
  return entryOf(next);
}

export function calendarOf(id: string, some: Partial<Calendar> = {}): Calendar {
  return {
    id,
    name: id,
    color: '#3B82F6',
    description: null,
    createdAt: '2026-11-15T13:00:00Z',
    updatedAt: '2026-11-15T13:00:00Z',
    role: 'owner',
    etag: `${id}-1`,
    ...some,
  };
}
