// The planner's objects as the API has them (docs/http_api.md), and what its parts ask of the data
// that they share.

import type { PlannerApi } from './planner_api';

// "2026-11-15"; "2026-11-15T09:00:00" by the clock on the wall; "2026-11-15T08:00:00Z".
export type DateText = string;
export type WallTime = string;
export type UtcTime = string;

export type EventStatus = 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
export type EventKind = 'event' | 'series' | 'occurrence';
// Which occurrences of a series a change is for.
export type Scope = 'this' | 'following' | 'all';

export interface EventLink {
  target: string;
  title?: string | null;
}

// What an event and an occurrence in a view have in common. What does not apply is absent.
interface EventBase {
  id: string;
  kind: EventKind;
  masterId?: string;
  recurrenceId?: string;
  isException?: boolean;
  title: string;
  location: string | null;
  color: string | null;
  status: EventStatus;
  tags: string[];
  reminderMinutes: number[];
  isAllDay: boolean;
  // Of whole days; the last one is not part of it.
  startDate?: DateText;
  endDate?: DateText;
  // Of what happens at one moment everywhere. No end: it has no duration.
  startUtc?: UtcTime;
  endUtc?: UtcTime | null;
  // The clock in `startTzid` (the end's in `endTzid`, if there is one); not of whole days.
  startLocal?: WallTime;
  endLocal?: WallTime | null;
  // null: whole days, or the time of whatever place one is at.
  startTzid: string | null;
  endTzid: string | null;
  rrule?: string;
  rruleUntil?: UtcTime | null;
  exdate?: string[];
  rdate?: string[];
  hasExceptions?: boolean;
  modifiedFields?: string[];
  ttl?: number;
  sequence: number;
  version: number;
  updatedAt: UtcTime;
  etag: string;
}

export interface PlannerEvent extends EventBase {
  description: string | null;
  links: EventLink[];
  icalUid: string;
  createdAt: UtcTime;
}

// An event, or one occurrence of a series, as a view has it: with its place in the view's zone.
export interface Occurrence extends EventBase {
  // Wall times in the zone of the view; dates for whole days, and then `end` is the day after.
  start: WallTime | DateText;
  end: WallTime | DateText;
}

export interface PlannerView {
  from: DateText;
  to: DateText;
  tzid: string;
  occurrences: Occurrence[];
}

// What is sent to create an event. `start` and `end` are wall times in `startTzid` and `endTzid`.
export interface EventInput {
  title: string;
  description?: string | null;
  location?: string | null;
  color?: string | null;
  status?: EventStatus;
  tags?: string[];
  reminderMinutes?: number[];
  links?: EventLink[];
  ttl?: number | null;
  isAllDay?: boolean;
  startDate?: DateText;
  endDate?: DateText;
  start?: WallTime;
  end?: WallTime | null;
  // Absent: the person's zone. null: wherever one is.
  startTzid?: string | null;
  endTzid?: string | null;
  rrule?: string | null;
  rdate?: string[];
  exdate?: string[];
}

// Members that are left out stay as they are; null clears them.
export type EventPatch = Partial<EventInput>;

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

export type WeekStart = 0 | 1;
export type PlannerTheme = 'light' | 'dark' | 'auto';

export interface Preferences {
  defaultTzid: string;
  weekStart: WeekStart;
  defaultEventDuration: number;
  defaultCalendarIncrement: number;
  defaultReminderMinutes: number[];
  theme: PlannerTheme;
  autoArchiveCompletedTasks: boolean;
  autoArchiveDelayHours: number;
  enableBrowserNotifications: boolean;
  enableSoundNotifications: boolean;
  version: number;
  etag: string;
}

export type PreferencesPatch = Partial<Omit<Preferences, 'version' | 'etag'>>;

export interface Stats {
  totalEvents: number;
  totalTasks: number;
  totalReminders: number;
  totalNotes: number;
  upcomingEvents: number;
  overdueTasks: number;
  lastEventCreated: UtcTime | null;
  lastTaskCompleted: UtcTime | null;
}

export interface PaletteColor {
  name: string;
  color: string;
}

export interface Reminder {
  // "<id of the event or occurrence>.<minutes>"
  id: string;
  eventId: string;
  title: string;
  dueAt: UtcTime;
  startUtc?: UtcTime;
  startDate?: DateText;
  // Wall time in the person's zone.
  start: WallTime | DateText;
  isAllDay: boolean;
  minutes: number;
  location: string | null;
  color: string | null;
  snoozedUntil?: UtcTime;
}

export interface Feed {
  exists: boolean;
  createdAt?: UtcTime | null;
  lastReadAt?: UtcTime | null;
}

export interface Bootstrap {
  person: { id: string; name: string };
  preferences: Preferences;
  stats: Stats;
  palette: PaletteColor[];
  tags: string[];
  reminders: Reminder[];
  feed: Feed;
  view: PlannerView;
  now: UtcTime;
}

export interface SearchResult {
  event: PlannerEvent;
  // When it comes next, by the person's clock; what is not said is as the event has it.
  next: (Pick<Occurrence, 'id' | 'start' | 'end'> & Partial<Occurrence>) | null;
}

export interface SeriesDetails {
  series: PlannerEvent;
  exceptions: PlannerEvent[];
}

export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  notes: { line: number; text: string }[];
  events: { title: string; start: string; kind: string }[];
}

// The data that the parts of the page share. All requests reject with an ApiError (of a conflict,
// status 409, `current` is the event as it is now) or an OfflineError.
export interface PlannerData {
  // Undefined until the first answer; the page shows nothing that needs them before.
  readonly preferences: Preferences;
  readonly stats: Stats | undefined;
  readonly palette: readonly PaletteColor[];
  // All tags in use, sorted.
  readonly tags: readonly string[];
  // The zone that everything is shown in: `preferences.defaultTzid`.
  readonly zone: string;
  readonly person: { id: string; name: string } | undefined;
  readonly feed: Feed | undefined;
  // Those that are due now; live ones are added and those that were dismissed leave.
  readonly reminders: readonly Reminder[];
  readonly api: PlannerApi;

  // `idempotencyKey`: the same for every try of the same creation.
  create(input: EventInput, idempotencyKey?: string): Promise<PlannerEvent>;
  change(id: string, etag: string, patch: EventPatch, scope?: Scope): Promise<PlannerEvent>;
  remove(id: string, etag: string, scope?: Scope): Promise<void>;
  restore(id: string, etag: string): Promise<PlannerEvent>;
  get(id: string): Promise<PlannerEvent>;
  // Loads again whatever is shown; resolves when it is there.
  refresh(): Promise<void>;
  savePreferences(patch: PreferencesPatch): Promise<Preferences>;
  dismissReminder(id: string): Promise<void>;
  snoozeReminder(id: string, minutes: number): Promise<void>;
  // Called with each reminder that becomes due while the page is open. Gives back what ends it.
  onReminder(listener: (reminder: Reminder) => void): () => void;
}
