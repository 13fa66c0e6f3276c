// The objects of the API that several apps use, and those of calendars. What they consist of is in
// api_types.ts, which is made from the program's OpenAPI document.

import type * as api from './api_types';
import type { EntryKind } from './api_types';

export type {
  BinPage,
  BinThing,
  Calendar,
  CalendarInvitation,
  CalendarsFeed,
  Entry,
  EntryKind,
  EntryRange,
  Me,
  Member,
  Members,
  NewCalendar,
  NewSubscription,
  OwnCalendarInvitation,
  Role,
  Server,
  SharedCalendarFeed,
  Subscription,
} from './api_types';

// The page always says of a task whether it is done.
export type NewEntry = Omit<api.NewEntry, 'kind'> & { kind: EntryKind };
export type EntryChange = Omit<api.EntryChange, 'kind'> & { kind?: EntryKind };
