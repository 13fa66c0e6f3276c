// What a person prefers on every page and device: the first day of the week, how long new events last, the
// theme, and whether weeks have numbers. The server keeps them with the planner's preferences (`weekStart`,
// `defaultEventDuration`, `theme`, `weekNumbers`). A copy on this device is used until the server has answered,
// so that no page is drawn twice; what was chosen just now is shown while it is on its way to the server.

import { request } from './api';
import type { PlannerPreferences, PlannerPreferencesChange } from './api_types';
import { firstDayHere, type FirstDay } from './locale';
import { readJson, writeJson } from './storage';
import { isTheme, showTheme, type Theme } from './theme';

export type Preferences = PlannerPreferences;
export type PreferencesPatch = PlannerPreferencesChange;

const path = '/api/v1/planner/preferences';
// As the server has them for a new account.
export const usualPreferences: Preferences = {
  defaultTzid: 'UTC',
  weekStart: 1,
  defaultEventDuration: 30,
  defaultCalendarIncrement: 15,
  defaultReminderMinutes: [],
  theme: 'auto',
  autoArchiveCompletedTasks: false,
  autoArchiveDelayHours: 24,
  enableBrowserNotifications: true,
  enableSoundNotifications: false,
  weekNumbers: false,
  version: 0,
  etag: 'v0',
};

interface Kept {
  version?: number;
  weekStart?: 0 | 1;
  newMinutes?: number;
  theme?: Theme;
  weekNumbers?: boolean;
  // The first day as it was chosen on this device.
  firstDay?: FirstDay;
}

export class PersonPreferences {
  #known = $state.raw(usualPreferences);
  #kept = $state.raw<Kept>({});
  #chosen = $state.raw<PreferencesPatch>({});
  #userId = '';
  #loading: Promise<void> = Promise.resolve();

  // The usual ones until the server has answered.
  get preferences(): Preferences {
    return this.#known;
  }

  // What was chosen and is not saved yet.
  get chosen(): PreferencesPatch {
    return this.#chosen;
  }

  // The server knows Sunday and Monday, so Saturday stays on this device. Before anything was ever
  // saved, the server's Monday is nobody's choice: then the browser's language decides.
  get firstDay(): FirstDay {
    const { firstDay = firstDayHere(), version = 0, weekStart = 1 } = this.#kept;
    if (firstDay === 6) return 6;
    return this.#chosen.weekStart ?? (version > 1 ? weekStart : firstDay);
  }

  // The length of a new event, in minutes.
  get newMinutes(): number {
    const { defaultEventDuration: usual } = usualPreferences;
    return this.#chosen.defaultEventDuration ?? this.#kept.newMinutes ?? usual;
  }

  get theme(): Theme {
    return this.#chosen.theme ?? this.#kept.theme ?? usualPreferences.theme;
  }

  get weekNumbers(): boolean {
    return this.#chosen.weekNumbers ?? this.#kept.weekNumbers ?? usualPreferences.weekNumbers;
  }

  choose(patch: PreferencesPatch): void {
    this.#chosen = { ...this.#chosen, ...patch };
    if (patch.theme) showTheme(this.theme);
  }

  // It is saved, or cannot be. What was chosen differently since then is still chosen.
  unchoose(patch: PreferencesPatch): void {
    const left = Object.entries(this.#chosen).filter(
      ([name, value]) => patch[name as keyof PreferencesPatch] !== value,
    );
    this.#chosen = Object.fromEntries(left);
    if (patch.theme) showTheme(this.theme);
  }

  // Resolves when what was asked for first is there, or cannot be.
  get loaded(): Promise<void> {
    return this.#loading;
  }

  start(userId: string): Promise<void> {
    this.use(userId);
    this.#loading = this.refresh();
    return this.#loading;
  }

  // What another answer of the server said about them.
  learn(userId: string, preferences: Preferences): void {
    this.use(userId);
    // Answers may overtake each other.
    if (preferences.version < this.#known.version) return;
    this.#known = preferences;
    const { version, weekStart, defaultEventDuration, theme, weekNumbers } = preferences;
    this.#keep({ version, weekStart, newMinutes: defaultEventDuration, theme, weekNumbers });
    showTheme(this.theme);
  }

  // What cannot be loaded now is loaded with the next page.
  async refresh(): Promise<void> {
    const userId = this.#userId;
    const loaded = await request<Preferences>('GET', path).catch(() => undefined);
    if (loaded && userId === this.#userId) this.learn(userId, loaded);
  }

  async savePreferences(patch: PreferencesPatch): Promise<Preferences> {
    // Otherwise it would be based on nothing.
    await this.#loading;
    const userId = this.#userId;
    const ifMatch = this.#known.etag;
    const saved = await request<Preferences>('PATCH', path, { body: patch, ifMatch });
    this.learn(userId, saved);
    return saved;
  }

  // On this device. Sunday and Monday are saved for the others as well, by who calls this.
  keepFirstDay(firstDay: FirstDay): void {
    this.#keep({ firstDay });
  }

  // What this device knows of the person.
  use(userId: string): void {
    if (userId === this.#userId) return;
    this.#userId = userId;
    this.#known = usualPreferences;
    this.#chosen = {};
    this.#kept = readKept(userId);
    if (this.#kept.theme) showTheme(this.#kept.theme);
  }

  #keep(change: Kept): void {
    this.#kept = { ...this.#kept, ...change };
    writeJson(keyOf(this.#userId), this.#kept);
  }
}

function keyOf(userId: string): string {
  return `norn.preferences.${userId}`;
}

function readKept(userId: string): Kept {
  const stored = Object(readJson(keyOf(userId))) as Kept;
  const { version, weekStart, newMinutes, theme, weekNumbers, firstDay } = stored;
  const kept: Kept = {};
  if (typeof version === 'number' && (weekStart === 0 || weekStart === 1)) {
    Object.assign(kept, { version, weekStart });
  }
  if (typeof newMinutes === 'number' && newMinutes > 0) kept.newMinutes = newMinutes;
  if (isTheme(theme)) kept.theme = theme;
  if (typeof weekNumbers === 'boolean') kept.weekNumbers = weekNumbers;
  if (firstDay === 0 || firstDay === 1 || firstDay === 6) kept.firstDay = firstDay;
  return kept;
}

export const preferences = new PersonPreferences();
