// The routes of the planner, one function each.

import { pageQuery, request, requestUnlessSame, type Answer } from '../lib/api';
import type { BinPage } from '../lib/types';
import type {
  Bootstrap,
  DateText,
  EventInput,
  EventPatch,
  Feed,
  ImportReport,
  PlannerEvent,
  PlannerView,
  Preferences,
  PreferencesPatch,
  Reminder,
  Scope,
  SearchResult,
  SeriesDetails,
  Stats,
  UtcTime,
} from './types';

const root = '/api/v1/planner';

export interface ViewQuery {
  from: DateText;
  to: DateText;
  // Absent: the person's zone.
  tzid?: string;
  // Only what has all of these.
  tags?: readonly string[];
}

function address(path: string, query: Record<string, string | undefined> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, value);
  }
  const text = parameters.toString();
  return root + path + (text ? `?${text}` : '');
}

function eventAddress(id: string, rest = '', query: Record<string, string | undefined> = {}) {
  return address(`/events/${encodeURIComponent(id)}${rest}`, query);
}

export const plannerApi = {
  bootstrap(query: Partial<Omit<ViewQuery, 'tags'>> = {}): Promise<Bootstrap> {
    const { from, to, tzid } = query;
    return request('GET', address('/bootstrap', { from, to, tzid }));
  },

  // With the ETag of what is known already, nothing is sent that is the same.
  view({ from, to, tzid, tags = [] }: ViewQuery, etag?: string): Promise<Answer<PlannerView>> {
    const path = address('/view', { from, to, tzid });
    const tagged = tags.map((tag) => `&tag=${encodeURIComponent(tag)}`).join('');
    return requestUnlessSame(path + tagged, etag);
  },

  create(input: EventInput, idempotencyKey?: string): Promise<PlannerEvent> {
    return request('POST', address('/events'), { body: input, idempotencyKey });
  },

  get(id: string): Promise<PlannerEvent> {
    return request('GET', eventAddress(id));
  },

  change(id: string, etag: string, patch: EventPatch, scope?: Scope): Promise<PlannerEvent> {
    return request('PATCH', eventAddress(id, '', { scope }), { body: patch, ifMatch: etag });
  },

  remove(id: string, etag: string, scope?: Scope): Promise<void> {
    return request('DELETE', eventAddress(id, '', { scope }), { ifMatch: etag });
  },

  restore(id: string, etag: string): Promise<PlannerEvent> {
    return request('POST', eventAddress(id, '/restore'), { ifMatch: etag });
  },

  bin(after?: string): Promise<BinPage> {
    return request('GET', `${address('/bin')}${pageQuery(after)}`);
  },

  restoreDeleted(id: string): Promise<PlannerEvent> {
    return request('POST', address(`/bin/${encodeURIComponent(id)}/restore`));
  },

  removeForGood(id: string): Promise<void> {
    return request('DELETE', address(`/bin/${encodeURIComponent(id)}`));
  },

  emptyBin(): Promise<void> {
    return request('DELETE', address('/bin'));
  },

  series(id: string): Promise<SeriesDetails> {
    return request('GET', address(`/series/${encodeURIComponent(id)}`));
  },

  async search(q: string, limit?: number, signal?: AbortSignal): Promise<SearchResult[]> {
    const path = address('/search', { q, limit: limit?.toString() });
    return (await request<{ results: SearchResult[] }>('GET', path, { signal })).results;
  },

  async linked(target: string): Promise<PlannerEvent[]> {
    return (await request<{ events: PlannerEvent[] }>('GET', address('/linked', { target })))
      .events;
  },

  preferences(): Promise<Preferences> {
    return request('GET', address('/preferences'));
  },

  savePreferences(etag: string, patch: PreferencesPatch): Promise<Preferences> {
    return request('PATCH', address('/preferences'), { body: patch, ifMatch: etag });
  },

  stats(): Promise<Stats> {
    return request('GET', address('/stats'));
  },

  async reminders(from?: UtcTime, to?: UtcTime): Promise<Reminder[]> {
    const path = address('/reminders', { from, to });
    return (await request<{ reminders: Reminder[] }>('GET', path)).reminders;
  },

  // By the clock of the server.
  async dueReminders(): Promise<Reminder[]> {
    const path = address('/reminders', { due: 'true' });
    return (await request<{ reminders: Reminder[] }>('GET', path)).reminders;
  },

  dismissReminder(id: string): Promise<void> {
    return request('PUT', address(`/reminders/${encodeURIComponent(id)}`), {
      body: { dismissed: true },
    });
  },

  snoozeReminder(id: string, snoozeMinutes: number): Promise<void> {
    return request('PUT', address(`/reminders/${encodeURIComponent(id)}`), {
      body: { snoozeMinutes },
    });
  },

  // Where a browser downloads everything from.
  exportAddress: address('/export'),

  import(file: Blob, isDryRun: boolean): Promise<ImportReport> {
    const content = new Blob([file], { type: 'text/calendar' });
    return request('POST', address('/import', { dryRun: String(isDryRun) }), { file: content });
  },

  feed(): Promise<Feed> {
    return request('GET', address('/feed'));
  },

  createFeed(): Promise<{ url: string }> {
    return request('POST', address('/feed'));
  },

  removeFeed(): Promise<void> {
    return request('DELETE', address('/feed'));
  },
};

export type PlannerApi = typeof plannerApi;
