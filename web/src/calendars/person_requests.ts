// What a person asks for that needs nothing but the entries of their session, or nothing at all.

import type {
  CalendarInvitation,
  Entry,
  EntryChange,
  Member,
  Members,
  NewEntry,
  Role,
} from '../lib/types';
import type { CalendarApi } from './calendar_api';
import type { EntrySession } from './entry_session';

export abstract class PersonRequests {
  constructor(protected readonly api: CalendarApi) {}

  // The entries of whoever is signed in.
  protected abstract get active(): EntrySession;

  // From what is known, otherwise from the server; undefined when it is not there.
  async find(entryId: string): Promise<Entry | undefined> {
    return this.active.find(entryId);
  }

  async create(calendarId: string, entry: NewEntry, key: string): Promise<Entry> {
    return this.active.writes.create(calendarId, entry, key);
  }

  // Shown at once. When it fails the old state is back, and it throws ConflictError, GoneError,
  // ApiError or OfflineError.
  async change(entry: Entry, change: EntryChange): Promise<Entry> {
    return this.active.writes.change(entry, change);
  }

  async remove(entry: Entry): Promise<void> {
    return this.active.writes.remove(entry);
  }

  async tick(entry: Entry, completed: boolean): Promise<Entry> {
    return this.active.writes.tick(entry, completed);
  }

  // Of members nothing is kept: whoever shows them asks for them, and again when `membersVersion`
  // says that something has changed.
  members(id: string): Promise<Members> {
    return this.api.members(id);
  }

  // Makes a member of somebody who has an account, and an invitation for anybody else.
  invite(
    id: string,
    email: string,
    role: Role,
  ): Promise<{ member?: Member; invitation?: CalendarInvitation }> {
    return this.api.invite(id, email, role);
  }

  changeRole(id: string, member: Pick<Member, 'userId' | 'etag'>, role: Role): Promise<Member> {
    return this.api.changeRole(id, member, role);
  }

  removeMember(id: string, userId: string): Promise<void> {
    return this.api.removeMember(id, userId);
  }

  withdraw(id: string, email: string): Promise<void> {
    return this.api.withdraw(id, email);
  }
}
