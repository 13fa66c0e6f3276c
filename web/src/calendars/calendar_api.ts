// The routes of calendars and entries, one function each.

import { pageQuery, request } from '../lib/api';
import type { Authors } from '../lib/authorship';
import type { DateText } from '../lib/dates';
import type {
  BinPage,
  Calendar,
  CalendarInvitation,
  Entry,
  EntryChange,
  EntryRange,
  Member,
  Members,
  NewCalendar,
  NewEntry,
  OwnCalendarInvitation,
  Role,
} from '../lib/types';

const calendars = '/api/v1/calendars';
const deletedCalendars = '/api/v1/calendar-bin';

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

  entry(id: string): Promise<Entry> {
    return request('GET', entryPath(id));
  },

  entryAuthors(id: string): Promise<Authors> {
    return request('GET', entryPath(id, '/authors'));
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
