// The API's objects, as docs/http_api.md and /api/openapi.json describe them.

export type Role = 'owner' | 'writer' | 'reader';

export interface Server {
  name: string;
  version: string;
  setupNeeded: boolean;
  signedIn: boolean;
  signUp: 'closed' | 'invitation' | 'open';
  providers: { id: string; name: string }[];
}

export interface Me {
  id: string;
  email: string;
  name: string;
  administrator: boolean;
  hasPassword: boolean;
  secondFactor: boolean;
  provider?: string;
  createdAt: string;
  updatedAt: string;
}

export interface Calendar {
  id: string;
  name: string;
  color: string;
  description: string | null;
  createdAt: string;
  updatedAt: string;
  role: Role;
  etag: string;
}

export interface NewCalendar {
  name: string;
  color: string;
  description?: string | null;
}

export type EntryKind =
  | { type: 'AllDay' }
  | { type: 'Timed'; start: string; end: string }
  | { type: 'MultiDay'; start: string; end: string }
  | { type: 'Task'; completed: boolean };

export interface Entry {
  id: string;
  calendarId: string;
  title: string;
  description: string | null;
  location: string | null;
  date: string;
  color: string;
  kind: EntryKind;
  createdAt: string;
  updatedAt: string;
  etag: string;
}

export interface NewEntry {
  title: string;
  description?: string | null;
  location?: string | null;
  date?: string;
  color?: string | null;
  kind: EntryKind;
}

// Members that are left out stay as they are.
export type EntryChange = Partial<
  Pick<Entry, 'title' | 'description' | 'location' | 'date' | 'color' | 'kind' | 'calendarId'>
>;

export interface EntryRange {
  from: string;
  to: string;
  entries: Entry[];
  days: { date: string; entries: string[] }[];
}

export interface Member {
  userId: string;
  name: string | null;
  email: string | null;
  emailVerified: boolean;
  role: Role;
  createdAt: string;
  updatedAt: string;
  etag: string;
}

export interface CalendarInvitation {
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
}

export interface Members {
  members: Member[];
  invitations: CalendarInvitation[];
}
