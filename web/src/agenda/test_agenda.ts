// Items and a server for the tests of the agenda.

import type { Answer } from '../lib/api';
import { CountedCalls } from '../lib/test_calls';
import type { AgendaApi, DaysQuery } from './agenda_api';
import { daysOf, keyOf } from './items/item_days';
import type {
  AgendaAnswer,
  AgendaItem,
  AgendaPreferences,
  FailedPart,
  Item,
  UnscheduledTask,
} from './types';

export function agendaItem(parts: Partial<AgendaItem> = {}): AgendaItem {
  return {
    kind: 'event',
    app: 'planner',
    id: 'e',
    title: 'Dentist',
    allDay: false,
    start: '2026-11-17T09:00:00',
    end: '2026-11-17T09:30:00',
    owner: { kind: 'person', id: 'nora', name: 'Nora' },
    self: '/api/v1/planner/events/e',
    may: ['change', 'move', 'resize', 'delete'],
    people: [],
    etag: 'v1',
    ...parts,
  };
}

export function itemOf(parts: Partial<AgendaItem> = {}): Item {
  const item = agendaItem(parts);
  return { ...item, key: keyOf(item) };
}

export function taskOf(parts: Partial<AgendaItem> = {}): Item {
  return itemOf({
    kind: 'task',
    app: 'projects',
    id: 't',
    title: 'Call plumber',
    allDay: true,
    start: '2026-11-17',
    end: '2026-11-18',
    owner: { kind: 'project', id: 'house', name: 'House' },
    may: ['change', 'move', 'complete'],
    task: { done: false, due: '2026-11-17', as: 'due' },
    ...parts,
  });
}

export function stayOf(parts: Partial<AgendaItem> = {}): Item {
  return itemOf({
    kind: 'stay',
    app: 'bookings',
    id: 's',
    title: 'Nora',
    allDay: true,
    start: '2026-11-17',
    end: '2026-11-22',
    owner: { kind: 'place', id: 'cottage', name: 'Cottage' },
    people: ['nora'],
    stay: {
      ...{ nights: 4, guest: 'Nora', isOwn: true },
      ...{ arrival: '2026-11-17', departure: '2026-11-21', checkIn: '16:00', checkOut: '10:00' },
    },
    ...parts,
  });
}

// A server with a list of items, which counts what it is asked. Every change makes another state of it.
export class FakeServer {
  items: AgendaItem[] = [];
  failed: FailedPart[] = [];
  tasks: UnscheduledTask[] = [];
  preferences: AgendaPreferences = { hiddenKinds: [], hiddenOwners: [], declinedHidden: false };
  pageSize = 1000;
  state = 1;
  readonly #calls = new CountedCalls();
  readonly api: AgendaApi;

  constructor() {
    const answer = <T>(call: string, result: () => T) => this.#calls.answer(call, result);
    const partial: Partial<AgendaApi> = {
      days: (query, etag) =>
        answer(['days', query.from, query.to, query.zone, query.cursor].join(' ').trim(), () =>
          this.#days(query, etag),
        ),
      unscheduled: () => answer('unscheduled', () => ({ items: this.tasks, failed: [] })),
      preferences: () => answer('preferences', () => this.preferences),
      savePreferences: (chosen) =>
        answer('savePreferences', () => (this.preferences = structuredClone(chosen))),
    };
    this.api = partial as AgendaApi;
  }

  set failure(failure: Error | undefined) {
    this.#calls.failure = failure;
  }

  // What was asked since this was asked last.
  asked(): string[] {
    return this.#calls.asked();
  }

  #days({ from, to, zone, cursor }: DaysQuery, etag?: string): Answer<AgendaAnswer> {
    const current = `s${this.state}`;
    if (etag === current) return { isSame: true };
    const there = this.items.filter((item) => daysOf(item).from <= to && daysOf(item).to >= from);
    const first = Number(cursor ?? '0');
    const items = there.slice(first, first + this.pageSize);
    const next = first + this.pageSize < there.length ? String(first + this.pageSize) : undefined;
    const content: AgendaAnswer = {
      ...{ from, to, zone: zone ?? 'Europe/Berlin', today: '2026-11-18' },
      ...{ items, failed: this.failed },
      ...(next !== undefined && { next }),
    };
    return { isSame: false, content, etag: current };
  }
}
