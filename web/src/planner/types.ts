// The planner's objects in the words of this page, and what its parts ask of the data that they share.
// What the objects consist of is in lib/api_types.ts, which is made from the program's OpenAPI
// document; docs/http_api.md explains them.

import type * as api from '../lib/api_types';
import type { PlannerEvent } from '../lib/api_types';
import type { DateText } from '../lib/dates';
import type { UtcTime, WallTime } from '../when/zones/zones';
import type { PlannerApi } from './planner_api';
import type { Profile } from './profile.svelte';

export type { PlannerEvent };

export type { DateText, UtcTime, WallTime };

export type EventStatus = api.PlannerStatus;
export type EventKind = api.PlannerEvent['kind'];
// Which occurrences of a series a change is for.
export type Scope = 'this' | 'following' | 'all';
export type EventLink = api.PlannerLink;
// An event, or one occurrence of a series, as a view has it: with its place in the view's zone.
export type Occurrence = api.PlannerOccurrence;
// A view that was asked for with its series expanded, as this page always does.
export type PlannerView = Required<Omit<api.PlannerView, 'items'>>;
// What is sent to create an event. `start` and `end` are wall times in `startTzid` and `endTzid`.
export type EventInput = api.NewPlannerEvent;
// Members that are left out stay as they are; null clears them.
export type EventPatch = api.PlannerEventChange;

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
  // Absent: the planner's zone. null: wherever one is.
  tzid?: string | null;
}

export type Preferences = api.PlannerPreferences;
export type PreferencesPatch = api.PlannerPreferencesChange;
export type WeekStart = Preferences['weekStart'];
export type Stats = api.PlannerStats;
export type Reminder = api.PlannerReminder;
export type Feed = api.PlannerFeed;
export type Bootstrap = Omit<api.PlannerBootstrap, 'view'> & { view: PlannerView };
// What is not said of the next occurrence is as the event has it.
export interface SearchResult {
  event: PlannerEvent;
  next: (Pick<Occurrence, 'id' | 'start' | 'end'> & Partial<Occurrence>) | null;
}
export type SeriesDetails = api.PlannerSeries;
export type ImportReport = api.PlannerImport;

// The events that the parts of the page share. All requests reject with an ApiError (of a conflict,
// status 409, `current` is the event as it is now) or an OfflineError.
export interface PlannerData {
  readonly api: PlannerApi;
  readonly profile: Profile;
  // Those of the profile; before the first answer usual ones, which the page shows nothing of.
  readonly preferences: Preferences;
  // All tags in use, sorted.
  readonly tags: readonly string[];
  // What the next event is coloured with unless somebody chooses.
  readonly newColor: string;
  // The zone that everything is shown in: `preferences.defaultTzid`.
  readonly zone: string;

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
