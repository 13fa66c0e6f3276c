// The planner's objects in the words of this page, beside its events (events/types.ts). What the objects consist of is in
// lib/api_types.ts, which is made from the program's OpenAPI document; docs/http_api.md explains them.

import type { AgendaItem } from '../lib/agenda_types';
import type * as api from '../lib/api_types';
import type { EventHome, EventView, Preferences, UtcTime } from '../events/types';
import type { PlannerApi } from './planner_api';
import type { Profile } from './profile.svelte';

export type * from '../events/types';

// A task of the planner. `due` and `planned` are days, or wall times in `dueTzid` and `plannedTzid`.
export type PlannerTask = api.PlannerTask;
export type TaskInput = api.NewPlannerTask;
export type TaskPatch = api.PlannerTaskChange;
export type TaskPriority = api.PlannerTaskPriority;

export type PreferencesPatch = api.PlannerPreferencesChange;
export type Stats = api.PlannerStats;
// Of something in the agenda, as the bell shows it.
export interface Reminder {
  id: string;
  dueAt: UtcTime;
  snoozedUntil?: UtcTime;
  // In words that say what it is: "Birthday: Anna".
  title: string;
  // The wall time in the person's zone; a day if it is all-day.
  start: string;
  startUtc?: UtcTime;
  isAllDay: boolean;
  location: string | null;
  color: string | null;
  item: AgendaItem;
}
export type Feed = api.PlannerFeed;
export type Bootstrap = Omit<api.PlannerBootstrap, 'view'> & { view: EventView };

// The events that the parts of the page share.
export interface PlannerData extends EventHome {
  readonly api: PlannerApi;
  readonly profile: Profile;
  // Those of the profile.
  readonly preferences: Preferences;
}
