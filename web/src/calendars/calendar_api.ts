// The routes of calendars and entries, one function each.

import { ApiError, pageQuery, request, requestLed } from '../lib/api';
import type { Authors } from '../lib/authorship';
import { t } from '../lib/messages';
import type { DateText } from '../lib/dates';
import { eventApi, type EventApi } from '../events/event_api';
import type { EventPatch, GuestAnswer, PlannerEvent } from '../events/types';
import type {
  BinPage,
  Calendar,
  CalendarInvitation,
  CalendarsFeed,
  Entry,
  EntryChange,
  EntryRange,
  Member,
  Members,
  NewCalendar,
  NewEntry,
  NewSubscription,
  OwnCalendarInvitation,
  Role,
  SharedCalendarFeed,
  Subscription,
} from '../lib/types';

// An event that was an entry, and its calendar; without one it is in the person's planner by now.
export interface Turned {
  calendarId: string | undefined;
  event: PlannerEvent;
}

// The kind of an entry says when it is; that of an event is a word.
function isEntry(thing: Entry | PlannerEvent): thing is Entry {
  return typeof thing.kind !== 'string';
}

const calendars = '/api/v1/calendars';
const deletedCalendars = '/api/v1/calendar-bin';
const calendarsFeed = '/api/v1/calendar-feed';
const subscriptions = '/api/v1/subscriptions';

function subscriptionPath(id: string, rest = ''): string {
  return `${subscriptions}/${encodeURIComponent(id)}${rest}`;
}

function calendarPath(id: string, rest = ''): string {
  return `${calendars}/${encodeURIComponent(id)}${rest}`;
}

function entryPath(id: string, rest = ''): string {
  return `/api/v1/entries/${encodeURIComponent(id)}${rest}`;
}

function memberPath(id: string, userId: string): string {
  return calendarPath(id, `/members/${encodeURIComponent(userId)}`);
}

export const calendarApi = {
  async list(): Promise<Calendar[]> {
    return (await request<{ calendars: Calendar[] }>('GET', calendars)).calendars;
  },

  async range(calendarId: string, from: DateText, to: DateText): Promise<Entry[]> {
    const path = calendarPath(calendarId, `/entries?from=${from}&to=${to}`);
    return (await request<EntryRange>('GET', path)).entries;
  },

  // The routes of its events; `planner` has the same.
  events(calendarId: string): EventApi {
    return eventApi(calendarId === 'planner' ? '/api/v1/planner' : calendarPath(calendarId));
  },

  // Those of a calendar of others, which can only be read.
  subscribedEvents(id: string): EventApi {
    return eventApi(subscriptionPath(id));
  },

  // The entry becomes an event, with a change that an entry cannot have.
  turnIntoEvent(entry: Entry, change: EventPatch): Promise<PlannerEvent> {
    const path = calendarPath(entry.calendarId, `/entries/${encodeURIComponent(entry.id)}/event`);
    return request('POST', path, { body: change, ifMatch: entry.etag });
  },

  // The other way, while an entry can say everything that the event says; or, to undo that, with
  // what the entry said.
  turnIntoEntry(
    calendarId: string,
    event: Pick<PlannerEvent, 'id' | 'etag'>,
    said?: NewEntry,
  ): Promise<Entry> {
    const path = calendarPath(calendarId, `/events/${encodeURIComponent(event.id)}/entry`);
    return request('POST', path, { body: said, ifMatch: event.etag });
  },

  // Of a member who is a guest of an event or of a series.
  answer(calendarId: string, eventId: string, answer: GuestAnswer): Promise<unknown> {
    const owner = encodeURIComponent(`cal_${calendarId}`);
    const path = `/api/v1/planner/invitations/${owner}/${encodeURIComponent(eventId)}/answer`;
    return request('PUT', path, { body: { answer } });
  },

  createCalendar(calendar: NewCalendar, idempotencyKey: string): Promise<Calendar> {
    return request('POST', calendars, { body: calendar, idempotencyKey });
  },

  changeCalendar(id: string, change: Partial<NewCalendar>, ifMatch: string): Promise<Calendar> {
    return request('PATCH', calendarPath(id), { body: change, ifMatch });
  },

  removeCalendar(id: string): Promise<void> {
    return request('DELETE', calendarPath(id));
  },

  // The bins: deleted entries of a calendar, and deleted calendars.
  bin(calendarId: string, after?: string): Promise<BinPage> {
    return request('GET', calendarPath(calendarId, `/bin${pageQuery(after)}`));
  },

  restoreEntry(calendarId: string, id: string): Promise<Entry> {
    return request('POST', calendarPath(calendarId, `/bin/${encodeURIComponent(id)}/restore`));
  },

  removeEntryForGood(calendarId: string, id: string): Promise<void> {
    return request('DELETE', calendarPath(calendarId, `/bin/${encodeURIComponent(id)}`));
  },

  emptyBin(calendarId: string): Promise<void> {
    return request('DELETE', calendarPath(calendarId, '/bin'));
  },

  deletedCalendars(after?: string): Promise<BinPage> {
    return request('GET', `${deletedCalendars}${pageQuery(after)}`);
  },

  restoreCalendar(id: string): Promise<Calendar> {
    return request('POST', `${deletedCalendars}/${encodeURIComponent(id)}/restore`);
  },

  removeCalendarForGood(id: string): Promise<void> {
    return request('DELETE', `${deletedCalendars}/${encodeURIComponent(id)}`);
  },

  removeCalendarsForGood(): Promise<void> {
    return request('DELETE', deletedCalendars);
  },

  // Secret links for other programs: of a calendar, and of several.
  feed(id: string): Promise<SharedCalendarFeed> {
    return request('GET', calendarPath(id, '/feed'));
  },

  createFeed(id: string): Promise<{ url: string }> {
    return request('POST', calendarPath(id, '/feed'));
  },

  removeFeed(id: string): Promise<void> {
    return request('DELETE', calendarPath(id, '/feed'));
  },

  calendarsFeed(): Promise<CalendarsFeed> {
    return request('GET', calendarsFeed);
  },

  createCalendarsFeed(calendarIds: readonly string[]): Promise<{ url: string }> {
    return request('POST', calendarsFeed, { body: { calendarIds } });
  },

  chooseFeedCalendars(calendarIds: readonly string[]): Promise<CalendarsFeed> {
    return request('PUT', calendarsFeed, { body: { calendarIds } });
  },

  removeCalendarsFeed(): Promise<void> {
    return request('DELETE', calendarsFeed);
  },

  // Calendar feeds of others.
  async subscriptions(): Promise<Subscription[]> {
    return (await request<{ subscriptions: Subscription[] }>('GET', subscriptions)).subscriptions;
  },

  subscription(id: string): Promise<Subscription> {
    return request('GET', subscriptionPath(id));
  },

  subscribe(wanted: NewSubscription, idempotencyKey: string): Promise<Subscription> {
    return request('POST', subscriptions, { body: wanted, idempotencyKey });
  },

  refreshSubscription(id: string): Promise<Subscription> {
    return request('POST', subscriptionPath(id, '/refresh'));
  },

  unsubscribe(id: string): Promise<void> {
    return request('DELETE', subscriptionPath(id));
  },

  // Rejects with a 404 when it has become an event: `turned` says which.
  async entry(id: string): Promise<Entry> {
    const found = await request<Entry | PlannerEvent>('GET', entryPath(id));
    if (isEntry(found)) return found;
    throw new ApiError({ status: 404, title: '', detail: t.calendars.missing.entry.text() });
  },

  // What an entry has become, and where; undefined of what is an entry, or is not there.
  async turned(id: string): Promise<Turned | undefined> {
    try {
      const { content, path } = await requestLed<Entry | PlannerEvent>(entryPath(id));
      if (isEntry(content)) return undefined;
      const calendarId = /^\/api\/v1\/calendars\/([^/]+)\//.exec(path)?.[1];
      return { calendarId, event: content };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  },

  entryAuthors(id: string): Promise<Authors> {
    return request('GET', entryPath(id, '/authors'));
  },

  // Of an event, a series or an occurrence.
  eventAuthors(calendarId: string, id: string): Promise<Authors> {
    return request('GET', calendarPath(calendarId, `/events/${encodeURIComponent(id)}/authors`));
  },

  createEntry(calendarId: string, entry: NewEntry, idempotencyKey: string): Promise<Entry> {
    return request('POST', calendarPath(calendarId, '/entries'), { body: entry, idempotencyKey });
  },

  changeEntry(id: string, change: EntryChange, ifMatch: string): Promise<Entry> {
    return request('PATCH', entryPath(id), { body: change, ifMatch });
  },

  removeEntry(id: string, ifMatch: string): Promise<void> {
    return request('DELETE', entryPath(id), { ifMatch });
  },

  completeTask(id: string, completed: boolean): Promise<Entry> {
    return request('PUT', entryPath(id, '/completed'), { body: { completed } });
  },

  members(id: string): Promise<Members> {
    return request('GET', calendarPath(id, '/members'));
  },

  invite(
    id: string,
    email: string,
    role: Role,
  ): Promise<{ member?: Member; invitation?: CalendarInvitation }> {
    return request('POST', calendarPath(id, '/members'), { body: { email, role } });
  },

  changeRole(id: string, member: Pick<Member, 'userId' | 'etag'>, role: Role): Promise<Member> {
    const path = memberPath(id, member.userId);
    return request('PATCH', path, { body: { role }, ifMatch: member.etag });
  },

  removeMember(id: string, userId: string): Promise<void> {
    return request('DELETE', memberPath(id, userId));
  },

  async ownInvitations(): Promise<OwnCalendarInvitation[]> {
    const path = '/api/v1/calendar-invitations';
    return (await request<{ invitations: OwnCalendarInvitation[] }>('GET', path)).invitations;
  },

  accept(id: string): Promise<Calendar> {
    return request('POST', calendarPath(id, '/invitation'));
  },

  decline(id: string): Promise<void> {
    return request('DELETE', calendarPath(id, '/invitation'));
  },

  withdraw(id: string, email: string): Promise<void> {
    const query = new URLSearchParams({ email });
    return request('DELETE', calendarPath(id, `/invitations?${query.toString()}`));
  },
};

export type CalendarApi = typeof calendarApi;
