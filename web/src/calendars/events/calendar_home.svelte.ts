// The events of one calendar: what is known of them, and what is done to them.

import { ApiError } from '../../lib/api';
import type { DateRange } from '../../lib/dates';
import { Placements } from '../../lib/live_data/placements.svelte';
import type { Calendar } from '../../lib/types';
import type { EventApi } from '../../events/event_api';
import { maxResults, shownOf } from '../../events/search/search_results';
import { eachTagOnce } from '../../events/tags';
import type {
  EventHome,
  EventInput,
  EventPatch,
  Occurrence,
  PlannerEvent,
  Preferences,
  Scope,
} from '../../events/types';
import type { Placement } from '../../events/view/placements';
import { ViewCache } from '../../events/view/view_cache';
import { ViewLoader } from '../../events/view/view_loader';
import { safeColor } from '../../ui/colors';

// In place of the id of a calendar: the person's own planner.
export const inPlanner = 'planner';

// What there is to know of a calendar for its events; of a calendar of others, which can only be read, as well.
export type EventCalendar = Pick<Calendar, 'id' | 'name' | 'color' | 'role'>;

// What a calendar's events need of the page's data.
export interface Surroundings {
  calendar(): EventCalendar | undefined;
  // Those of the person, with the zone in which the page shows everything.
  preferences(): Preferences;
  // More is known than before.
  changed(): void;
  track(): void;
  // Loads what is missing of what is shown; resolves when it is there.
  loadShown(): Promise<void>;
}

export class CalendarHome implements EventHome {
  readonly #cache = new ViewCache();
  readonly #loader: ViewLoader;
  readonly #placements = new Placements<Placement>();
  #got: { id: string; round: number; event: Promise<PlannerEvent> } | undefined;
  #tags = $state.raw<readonly string[]>([]);
  // New ones have the colour of the calendar.
  readonly newColor = '';

  constructor(
    readonly calendarId: string,
    readonly api: EventApi,
    private readonly around: Surroundings,
  ) {
    this.#loader = new ViewLoader(api, this.#cache, () => around.changed());
  }

  get preferences(): Preferences {
    return this.around.preferences();
  }

  get zone(): string {
    return this.preferences.defaultTzid;
  }

  get tags(): readonly string[] {
    return this.#tags;
  }

  get plainColor(): string {
    return safeColor(this.around.calendar()?.color);
  }

  get mayWrite(): boolean {
    const role = this.around.calendar()?.role;
    return role === 'owner' || role === 'writer' || this.calendarId === inPlanner;
  }

  // What is known of these days.
  among(pieces: readonly DateRange[]): Occurrence[] {
    return this.#cache.among(pieces).map((each) => this.#placements.applied(each));
  }

  async load(range: DateRange): Promise<void> {
    if (this.#cache.isFresh(range)) return;
    await this.#loader.load(range, this.zone);
    this.#learnTags(this.#cache.between(range).flatMap(({ tags }) => tags));
  }

  // Something in it has changed, somewhere.
  invalidate(): void {
    this.#cache.invalidate();
  }

  // The times that are known are of another zone.
  clear(): void {
    this.#cache.clear();
  }

  // Shows something where the person has put it, until the function that this returns is called.
  place(id: string, placement: Placement): () => void {
    return this.#placements.put(id, placement);
  }

  track(): void {
    this.around.track();
  }

  // Whoever asks again before anything has changed gets the same answer.
  get(id: string): Promise<PlannerEvent> {
    const { round } = this.#cache;
    if (this.#got?.id !== id || this.#got.round !== round) {
      const event = this.api.get(id);
      this.#got = { id, round, event };
      event.catch(() => (this.#got = undefined));
    }
    return this.#got.event;
  }

  // None, when the server says no: the person has just left, or these are no words.
  async search(text: string, signal?: AbortSignal): Promise<Occurrence[]> {
    try {
      const results = await this.api.search(text, maxResults, signal);
      return results.map((each) => shownOf(each, this.zone));
    } catch (error) {
      if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return [];
      throw error;
    }
  }

  async create(input: EventInput, idempotencyKey?: string): Promise<PlannerEvent> {
    return this.changed(await this.api.create(input, idempotencyKey));
  }

  async change(id: string, etag: string, patch: EventPatch, scope?: Scope): Promise<PlannerEvent> {
    return this.changed(await this.api.change(id, etag, patch, scope));
  }

  async remove(id: string, etag: string, scope?: Scope): Promise<void> {
    await this.api.remove(id, etag, scope);
    await this.refresh();
  }

  async restore(id: string, etag: string): Promise<PlannerEvent> {
    return this.changed(await this.api.restore(id, etag));
  }

  async restoreDeleted(id: string): Promise<PlannerEvent> {
    return this.changed(await this.api.restoreDeleted(id));
  }

  async refresh(): Promise<void> {
    this.invalidate();
    await this.around.loadShown();
    this.around.changed();
  }

  // Resolves when the page shows it, so that nothing jumps to and fro.
  async changed(event: PlannerEvent): Promise<PlannerEvent> {
    this.#learnTags(event.tags);
    await this.refresh();
    return event;
  }

  #learnTags(tags: readonly string[]): void {
    const all = eachTagOnce([...this.#tags, ...tags]);
    if (all.length > this.#tags.length) this.#tags = all.sort((a, b) => (a < b ? -1 : 1));
  }
}
