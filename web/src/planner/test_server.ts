// Events and a server for the tests of the planner.

import { ApiError, type Answer } from '../lib/api';
import { CountedCalls } from '../lib/test_calls';
import type { PlannerApi } from './planner_api';
import { testPreferences } from './test_parts';
import type {
  Bootstrap,
  EventInput,
  EventPatch,
  Occurrence,
  PlannerEvent,
  PlannerView,
  Preferences,
  PreferencesPatch,
  Scope,
} from './types';

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

export const preferences: Preferences = {
  ...testPreferences,
  autoArchiveCompletedTasks: false,
  version: 2,
  etag: 'v2',
};

export function conflict(current: PlannerEvent): ApiError {
  return new ApiError({ status: 409, title: 'Conflict', detail: 'It was changed.', current });
}

// A server with a list of occurrences, which counts what it is asked. Every change makes another
// state of it.
export class FakeServer {
  occurrences: Occurrence[] = [];
  preferences = preferences;
  tags: string[] = [];
  readonly #calls = new CountedCalls();
  #state = 1;
  readonly api: PlannerApi;

  constructor() {
    const answer = <T>(call: string, result: () => T) => this.#calls.answer(call, result);
    const partial: Partial<PlannerApi> = {
      bootstrap: (query) =>
        answer(`bootstrap ${query?.from} ${query?.to}`, () => this.#bootstrap(query)),
      view: (query, etag) =>
        answer(`view ${query.from} ${query.to}`, () => this.#view(query, etag)),
      create: (input: EventInput) =>
        answer(`create ${input.title}`, () => this.#changed({ ...input })),
      get: (id) => answer(`get ${id}`, () => eventOf({ id })),
      change: (id, etag, patch: EventPatch, scope?: Scope) =>
        answer(`change ${id} ${etag} ${scope ?? ''}`.trim(), () => this.#changed({ id, ...patch })),
      preferences: () => answer('preferences', () => this.preferences),
      savePreferences: (etag, patch) =>
        answer(`savePreferences ${etag}`, () => this.#savePreferences(patch)),
      dismissReminder: (id) => answer(`dismiss ${id}`, () => undefined),
    };
    this.api = partial as PlannerApi;
  }

  set failure(failure: Error | undefined) {
    this.#calls.failure = failure;
  }

  // What was asked since this was asked last.
  asked(): string[] {
    return this.#calls.asked();
  }

  #savePreferences(patch: PreferencesPatch): Preferences {
    const version = this.preferences.version + 1;
    this.preferences = { ...this.preferences, ...patch, version, etag: `v${version}` };
    return this.preferences;
  }

  #changed(parts: object): PlannerEvent {
    this.#state++;
    return eventOf({ ...(parts as Partial<PlannerEvent>), etag: `v${this.#state}` });
  }

  #range(query: { from?: string; to?: string } = {}): PlannerView {
    const { from = '2026-11-16', to = '2026-11-22' } = query;
    const occurrences = this.occurrences.filter(
      ({ start, end }) => start.slice(0, 10) <= to && end.slice(0, 10) >= from,
    );
    return { from, to, tzid: this.preferences.defaultTzid, occurrences };
  }

  #view(query: { from: string; to: string }, etag?: string): Answer<PlannerView> {
    const current = `s${this.#state}`;
    if (etag === current) return { isSame: true };
    return { isSame: false, content: this.#range(query), etag: current };
  }

  #bootstrap(query?: { from?: string; to?: string }): Bootstrap {
    return {
      person: { id: 'nora', name: 'Nora' },
      preferences: this.preferences,
      stats: {
        totalEvents: this.occurrences.length,
        totalTasks: 0,
        totalReminders: 0,
        totalNotes: 0,
        upcomingEvents: 0,
        overdueTasks: 0,
        lastEventCreated: null,
        lastTaskCompleted: null,
      },
      palette: [],
      tags: this.tags,
      reminders: [],
      feed: { exists: false },
      view: this.#range(query),
      now: '2026-11-15T12:00:00Z',
    };
  }
}
