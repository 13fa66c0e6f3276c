// The routes that the planner and every calendar have for events, one function each.

import { pageQuery, request, requestUnlessSame, type Answer } from '../lib/api';
import type { BinPage } from '../lib/types';
import type {
  DateText,
  EventGuest,
  EventInput,
  EventPatch,
  EventView,
  ImportReport,
  NewEventGuest,
  PlannerEvent,
  Scope,
  SearchResult,
  SeriesDetails,
} from './types';

export interface ViewQuery {
  from: DateText;
  to: DateText;
  // Absent: the person's zone.
  tzid?: string;
  // Only what has all of these.
  tags?: readonly string[];
}

type Query = Record<string, string | undefined>;

// The address of a route below `root`, with what is asked for.
export function addressBelow(root: string): (path: string, query?: Query) => string {
  return (path, query = {}) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) parameters.set(name, value);
    }
    const text = parameters.toString();
    return root + path + (text ? `?${text}` : '');
  };
}

export interface EventApi {
  // With the ETag of what is known already, nothing is sent that is the same.
  view(query: ViewQuery, etag?: string): Promise<Answer<EventView>>;
  create(input: EventInput, idempotencyKey?: string): Promise<PlannerEvent>;
  get(id: string): Promise<PlannerEvent>;
  change(id: string, etag: string, patch: EventPatch, scope?: Scope): Promise<PlannerEvent>;
  remove(id: string, etag: string, scope?: Scope): Promise<void>;
  restore(id: string, etag: string): Promise<PlannerEvent>;
  // `to` is the id of a calendar, or `planner`.
  move(id: string, etag: string, to: string): Promise<PlannerEvent>;
  bin(after?: string): Promise<BinPage>;
  restoreDeleted(id: string): Promise<PlannerEvent>;
  removeForGood(id: string): Promise<void>;
  emptyBin(): Promise<void>;
  series(id: string): Promise<SeriesDetails>;
  // By words of their titles.
  search(q: string, limit?: number, signal?: AbortSignal): Promise<SearchResult[]>;
  // Of an occurrence, those of its series.
  guests(id: string): Promise<{ guests: EventGuest[] }>;
  invite(id: string, guest: NewEventGuest): Promise<EventGuest>;
  removeGuest(id: string, guestId: string): Promise<void>;
  // Where a browser downloads the file for a guest who has no account here.
  invitationAddress(id: string, guestId: string): string;
  // Where a browser downloads everything from.
  readonly exportAddress: string;
  import(file: Blob, isDryRun: boolean): Promise<ImportReport>;
}

// `root` is the path of the planner or of a calendar.
export function eventApi(root: string): EventApi {
  const address = addressBelow(root);
  const eventAddress = (id: string, rest = '', query: Query = {}) =>
    address(`/events/${encodeURIComponent(id)}${rest}`, query);
  const binAddress = (id: string, rest = '') => address(`/bin/${encodeURIComponent(id)}${rest}`);
  return {
    view({ from, to, tzid, tags = [] }, etag) {
      const path = address('/view', { from, to, tzid });
      const tagged = tags.map((tag) => `&tag=${encodeURIComponent(tag)}`).join('');
      return requestUnlessSame(path + tagged, etag);
    },
    create: (input, idempotencyKey) =>
      request('POST', address('/events'), { body: input, idempotencyKey }),
    get: (id) => request('GET', eventAddress(id)),
    change: (id, etag, patch, scope) =>
      request('PATCH', eventAddress(id, '', { scope }), { body: patch, ifMatch: etag }),
    remove: (id, etag, scope) =>
      request('DELETE', eventAddress(id, '', { scope }), { ifMatch: etag }),
    restore: (id, etag) => request('POST', eventAddress(id, '/restore'), { ifMatch: etag }),
    move: (id, etag, to) =>
      request('POST', eventAddress(id, '/move'), { body: { to }, ifMatch: etag }),
    bin: (after) => request('GET', `${address('/bin')}${pageQuery(after)}`),
    restoreDeleted: (id) => request('POST', binAddress(id, '/restore')),
    removeForGood: (id) => request('DELETE', binAddress(id)),
    emptyBin: () => request('DELETE', address('/bin')),
    series: (id) => request('GET', address(`/series/${encodeURIComponent(id)}`)),
    async search(q, limit, signal) {
      const path = address('/search', { q, limit: limit?.toString() });
      return (await request<{ results: SearchResult[] }>('GET', path, { signal })).results;
    },
    guests: (id) => request('GET', eventAddress(id, '/guests')),
    invite: (id, guest) => request('POST', eventAddress(id, '/guests'), { body: guest }),
    removeGuest: (id, guestId) =>
      request('DELETE', eventAddress(id, `/guests/${encodeURIComponent(guestId)}`)),
    invitationAddress: (id, guestId) =>
      eventAddress(id, `/guests/${encodeURIComponent(guestId)}/invitation.ics`),
    exportAddress: address('/export'),
    import(file, isDryRun) {
      const content = new Blob([file], { type: 'text/calendar' });
      return request('POST', address('/import', { dryRun: String(isDryRun) }), { file: content });
    },
  };
}
