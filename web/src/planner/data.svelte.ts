// What this page knows of a person's planner: loaded in one request at first and by range afterwards,
// kept up to date by live changes, changed by the person. The server alone says when a series occurs.

import { SvelteSet } from 'svelte/reactivity';
import type { DateRange } from '../lib/dates';
import { listen, type LiveEvent } from '../lib/live';
import { LiveData } from '../lib/live_data/live_data.svelte';
import { Placements } from '../lib/live_data/placements.svelte';
import { briefMs, traffic } from '../lib/traffic';
import { plainColor, tagged } from '../events/view/occurrence_items';
import type { Placement } from '../events/view/placements';
import { newColor } from '../events/new_color';
import { plannerApi, type PlannerApi } from './planner_api';
import { Profile } from './profile.svelte';
import type {
  EventInput,
  EventPatch,
  Occurrence,
  PlannerData,
  PlannerEvent,
  Preferences,
  Scope,
} from './types';
import { ViewCache } from '../events/view/view_cache';
import { ViewLoader } from '../events/view/view_loader';

// As many as there are colours, twice.
const maxMade = 24;

export class Planner implements PlannerData {
  readonly profile: Profile;
  // It is the person's own.
  readonly mayWrite = true;
  readonly plainColor = plainColor;
  readonly live: LiveData<readonly DateRange[]>;
  // Only what has one of these tags is shown; everything, when there are none.
  readonly filter = new SvelteSet<string>();
  readonly #placements = new Placements<Placement>();
  readonly #cache = new ViewCache();
  readonly #loader: ViewLoader;
  // What was made here last.
  #made: Pick<PlannerEvent, 'id' | 'color'>[] = [];
  // What to load at first.
  #first: DateRange | undefined;
  #got: { id: string; round: number; event: Promise<PlannerEvent> } | undefined;

  constructor(
    readonly api: PlannerApi = plannerApi,
    listenTo: typeof listen = listen,
  ) {
    this.profile = new Profile(api, {
      zoneChanged: () => this.#zoneChanged(),
      refresh: () => this.refresh(),
    });
    this.live = new LiveData<readonly DateRange[]>(
      {
        loadFirst: () => this.#ask(this.#first),
        loadShown: (shown) => this.#loadShown(shown),
        reload: () => this.live.loadShown(),
        retry: () => this.refresh(),
        invalidate: () => this.#cache.invalidate(),
        change: (event) => this.#applyChange(event),
        forget: () => this.#forget(),
      },
      listenTo,
    );
    this.#loader = new ViewLoader(api, this.#cache, () => this.live.changed());
  }

  get zone(): string {
    return this.profile.zone;
  }

  get preferences(): Preferences {
    return this.profile.preferences;
  }

  get tags(): readonly string[] {
    return this.profile.tags;
  }

  // What is known of these days, as far as the tags let it be seen.
  between(...pieces: readonly DateRange[]): Occurrence[] {
    this.live.track();
    const known = this.#cache
      .among(pieces)
      .map((each) => this.#spelled(this.#placements.applied(each)));
    return [...tagged(known, this.filter)];
  }

  // Other programs may spell a tag in other ways; it is shown in one.
  #spelled(occurrence: Occurrence): Occurrence {
    const tags = occurrence.tags.map((tag) => this.profile.spelled(tag));
    return tags.join() === occurrence.tags.join() ? occurrence : { ...occurrence, tags };
  }

  get newColor(): string {
    return newColor(this.#cache.among(this.live.shown ?? []), this.#made);
  }

  // Nothing has ever been planned.
  get isEmpty(): boolean {
    this.live.track();
    const isKnown = this.live.status === 'ready' && this.profile.stats?.totalEvents === 0;
    return isKnown && this.#cache.isEmpty;
  }

  // `first` is what to load at once; the page says in `show` what it needs when it knows more.
  start(userId: string, first: DateRange): Promise<void> {
    this.#first = first;
    return this.live.start(userId);
  }

  stop(): void {
    this.live.stop();
  }

  // The days in pieces, each of which is loaded and kept by itself.
  show(pieces: readonly DateRange[]): Promise<void> {
    return this.live.show(pieces);
  }

  // Loads days that nobody waits for. What fails is loaded when it is shown.
  async glance(range: DateRange): Promise<void> {
    await this.live.ready;
    // On a slow line, what draws the days that are shown may still be on its way.
    await traffic.quiet(briefMs);
    if (this.live.status === 'ready') {
      await this.#loader.load(range, this.zone).catch(() => undefined);
    }
  }

  track(): void {
    this.live.track();
  }

  async refresh(): Promise<void> {
    this.#cache.invalidate();
    const { shown, userId } = this.live;
    if (!shown || userId === undefined) return;
    await this.live.guard(() => this.#ask(shown[0]));
    await this.live.loadShown();
  }

  // Shows something where the person has put it, until the function that this returns is called.
  place(id: string, placement: Placement): () => void {
    return this.#placements.put(id, placement);
  }

  async create(input: EventInput, idempotencyKey?: string): Promise<PlannerEvent> {
    const made = await this.api.create(input, idempotencyKey);
    this.#made = [...this.#made, made].slice(-maxMade);
    return this.#changed(made);
  }

  async change(id: string, etag: string, patch: EventPatch, scope?: Scope): Promise<PlannerEvent> {
    return this.#changed(await this.api.change(id, etag, patch, scope));
  }

  async remove(id: string, etag: string, scope?: Scope): Promise<void> {
    await this.api.remove(id, etag, scope);
    await this.#changed(undefined);
  }

  async restore(id: string, etag: string): Promise<PlannerEvent> {
    return this.#changed(await this.api.restore(id, etag));
  }

  // Takes something out of the bin.
  async restoreDeleted(id: string): Promise<PlannerEvent> {
    return this.#changed(await this.api.restoreDeleted(id));
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

  // Resolves when the page shows it, so that nothing jumps to and fro.
  async #changed<Event extends PlannerEvent | undefined>(event: Event): Promise<Event> {
    if (event) this.profile.learnTags(event.tags);
    this.#cache.invalidate();
    await this.live.loadShown();
    return event;
  }

  // Everything in one request: the person, and the days.
  async #ask(range: DateRange | undefined): Promise<void> {
    const { visit } = this.live;
    const { round } = this.#cache;
    const answer = await this.api.bootstrap(range);
    if (visit !== this.live.visit) return;
    if (await this.profile.learn(answer)) {
      // Its times are of the zone that was.
      this.#cache.clear();
      await this.#loader.load(range ?? answer.view, this.zone);
    } else this.#cache.put(answer.view, answer.view.occurrences, undefined, round);
    this.live.changed();
    this.live.status = 'ready';
  }

  // Loads what is missing of the days that are shown.
  async #loadShown(shown: readonly DateRange[] = []): Promise<void> {
    if (this.live.status !== 'ready') return;
    const missing = shown.filter((piece) => !this.#cache.isFresh(piece));
    if (missing.length === 0) return;
    const load = (piece: DateRange) => this.#loader.load(piece, this.zone);
    try {
      await this.live.busyWhile(() => Promise.all(missing.map(load)));
    } finally {
      const found = missing.flatMap((piece) => this.#cache.between(piece));
      this.profile.learnTags(found.flatMap(({ tags }) => tags));
    }
  }

  async #zoneChanged(): Promise<void> {
    this.#cache.clear();
    await this.live.loadShown();
    this.live.changed();
  }

  #forget(): void {
    this.#cache.clear();
    this.#placements.clear();
    this.filter.clear();
    this.#made = [];
    this.profile.forget();
  }

  // docs/http_api.md has the live changes.
  #applyChange({ type, data }: LiveEvent): void {
    // Tasks are in no view (tasks/task_data.svelte.ts).
    const isTask = (data as { kind?: string } | undefined)?.kind === 'task';
    if (type === 'planner' && !isTask) this.live.reloadSoon();
    else if (type === 'planner-preferences') void this.profile.loadPreferences();
  }
}

export const planner = new Planner();
