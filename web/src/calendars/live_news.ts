// What the events of the live stream say about calendars. docs/http_api.md has their data.

import type { LiveEvent } from '../lib/live';
import type { Calendar, Entry, Role } from '../lib/types';

export interface Ear {
  // The stream has begun. Not resumed: whatever was loaded before may be old.
  began(resumed: boolean): void;
  // Something was missed.
  reset(): void;
  // null: it is gone from this calendar.
  entry(calendarId: string, id: string, entry: Entry | null): void;
  // null: it was deleted.
  calendar(calendarId: string, calendar: Calendar | null): void;
  // null: they left.
  membership(calendarId: string, userId: string, role: Role | null): void;
}

interface Told {
  resumed: boolean;
  calendarId: string;
  id: string;
  entry: Entry | null;
  calendar: Calendar | null;
  userId: string;
  role: Role | null;
}

export function tell(event: LiveEvent, ear: Ear): void {
  const told = event.data as Told;
  switch (event.type) {
    case 'hello':
      ear.began(told.resumed);
      break;
    case 'reset':
      ear.reset();
      break;
    case 'entry':
      ear.entry(told.calendarId, told.id, told.entry);
      break;
    case 'calendar':
      ear.calendar(told.calendarId, told.calendar);
      break;
    case 'membership':
      ear.membership(told.calendarId, told.userId, told.role);
  }
}
