// A server for the tests of the planner.

import type { Answer } from '../lib/api';
import { CountedCalls } from '../lib/test_calls';
import type { PlannerApi } from './planner_api';
import { eventOf, testPreferences } from '../events/test_parts';
import type {
  Bootstrap,
  EventInput,
  EventPatch,
  EventView,
  Occurrence,
  PlannerEvent,
  Preferences,
  PreferencesPatch,
  Scope,
} from './types';

export const preferences: Preferences = {
  ...testPreferences,
  autoArchiveCompletedTasks: false,
  version: 2,
  etag: 'v2',
};

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

  #range(query: { from?: string; to?: string } = {}): EventView {
    const { from = '2026-11-16', to = '2026-11-22' } = query;
    const occurrences = this.occurrences.filter(
      ({ start, end }) => start.slice(0, 10) <= to && end.slice(0, 10) >= from,
    );
    return { from, to, tzid: this.preferences.defaultTzid, occurrences };
  }

  #view(query: { from: string; to: string }, etag?: string): Answer<EventView> {
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
      feed: { exists: false },
      view: this.#range(query),
      now: '2026-11-15T12:00:00Z',
    };
  }
}
