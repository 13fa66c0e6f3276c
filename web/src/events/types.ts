// Events in the words of the pages that have them, and where events are: in a person's planner or in a calendar. What
// the objects consist of is in lib/api_types.ts, which is made from the program's OpenAPI document; docs/http_api.md
// explains them.

import type * as api from '../lib/api_types';
import type { PlannerEvent } from '../lib/api_types';
import type { DateText } from '../lib/dates';
import type { UtcTime, WallTime } from '../when/zones/zones';
import type { EventApi } from './event_api';

export type { PlannerEvent };

export type { DateText, UtcTime, WallTime };

export type EventStatus = api.PlannerStatus;
export type EventKind = api.PlannerEvent['kind'];
// Which occurrences of a series a change is for.
export type Scope = 'this' | 'following' | 'all';
export type EventLink = api.PlannerLink;
// An event, or one occurrence of a series, as a view has it: with its place in the view's zone.
export type Occurrence = api.PlannerOccurrence;
// A view that was asked for with its series expanded, as pages always do.
export type EventView = Required<Omit<api.PlannerView, 'items'>>;
// What is sent to create an event. `start` and `end` are wall times in `startTzid` and `endTzid`.
export type EventInput = api.NewPlannerEvent;
// Members that are left out stay as they are; null clears them.
export type EventPatch = api.PlannerEventChange;
export type SeriesDetails = api.PlannerSeries;
export type ImportReport = api.PlannerImport;
// What is not said of the next occurrence is as the event has it.
export interface SearchResult {
  event: PlannerEvent;
  next: (Pick<Occurrence, 'id' | 'start' | 'end'> & Partial<Occurrence>) | null;
}
export type EventGuest = api.EventGuest;
export type NewEventGuest = api.NewEventGuest;
export type GuestAnswer = api.GuestAnswer;

// What a new event begins with: from a gesture, a line of quick add, an address.
export interface EventDraft {
  // Wall times ("2026-11-15T09:00") in `tzid`, or dates for whole days (the end is the day after).
  start: WallTime | DateText;
  end?: WallTime | DateText;
  isAllDay: boolean;
  title?: string;
  location?: string;
  description?: string;
  rrule?: string;
  tags?: string[];
  color?: string;
  reminderMinutes?: number[];
  // Absent: the zone of who writes it. null: wherever one is.
  tzid?: string | null;
}

export type Preferences = api.PlannerPreferences;
export type WeekStart = Preferences['weekStart'];

// Where events are, and what is done to them there. All requests reject with an ApiError (of a conflict, status 409,
// `current` is the event as it is now) or an OfflineError.
export interface EventHome {
  // Its routes: those of the planner, or of one calendar.
  readonly api: EventApi;
  // Those of the person; before the first answer usual ones, which pages show nothing of.
  readonly preferences: Preferences;
  // All tags in use, sorted.
  readonly tags: readonly string[];
  // What the next event is coloured with unless somebody chooses.
  readonly newColor: string;
  // Of what has no colour of its own.
  readonly plainColor: string;
  // The zone that everything is shown in: the person's.
  readonly zone: string;
  // Whether the person may change anything.
  readonly mayWrite: boolean;

  // `idempotencyKey`: the same for every try of the same creation.
  create(input: EventInput, idempotencyKey?: string): Promise<PlannerEvent>;
  change(id: string, etag: string, patch: EventPatch, scope?: Scope): Promise<PlannerEvent>;
  remove(id: string, etag: string, scope?: Scope): Promise<void>;
  restore(id: string, etag: string): Promise<PlannerEvent>;
  // Takes something out of the bin.
  restoreDeleted(id: string): Promise<PlannerEvent>;
  get(id: string): Promise<PlannerEvent>;
  // Loads again whatever is shown; resolves when it is there.
  refresh(): Promise<void>;
  // Makes whatever calls it depend on all that is known: `get` may have another answer then.
  track(): void;
}
