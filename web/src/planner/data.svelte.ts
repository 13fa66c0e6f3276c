// What this page knows of a person's planner: loaded in one request at first and by range afterwards,
// kept up to date by live events, changed by the person. The server alone says when a series occurs.

import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { messageOf, OfflineError } from '../lib/api';
import { connection } from '../lib/connection.svelte';
import type { DateRange } from '../lib/dates';
import { listen } from '../lib/live';
import { toasts } from '../lib/toasts.svelte';
import { tagged } from './occurrence_items';
import type { Placement } from './placements';
import { plannerApi, type PlannerApi } from './planner_api';
import { tell, type Ear } from './planner_news';
import { Person } from './person.svelte';
import type {
  EventInput,
  EventPatch,
  Occurrence,
  PlannerData,
  PlannerEvent,
  Preferences,
  PreferencesPatch,
  Scope,
} from './types';
import { ViewCache } from './view_cache';
import { ViewLoader } from './view_loader';

// How long the first request waits for the live stream to begin: what is asked for after that need
// not be asked for again.
const maxWaitForStreamMs = 250;
// Several reasons to load again often come together.
const reloadDelayMs = 60;

export class Planner extends Person implements PlannerData {
  status = $state<'loading' | 'ready' | 'failed'>('loading');
  failure = $state('');
  isBusy = $state(false);
  // Only what has one of these tags is shown; everything, when there are none.
  readonly filter = new SvelteSet<string>();
  // Counts up whenever more is known.
  #version = $state(0);
  // Where the person has put something that the server has not heard of yet.
  readonly #moved = new SvelteMap<string, Placement>();
  #cache = new ViewCache();
  #loader: ViewLoader;
  #userId: string | undefined;
  // What the page shows; it may say so before it says for whom.
  #shown: DateRange | undefined;
  #ready: Promise<void> = Promise.resolve();
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void)[] = [];
  #onStream: () => void = () => undefined;
  #hasAsked = false;
  #got: { id: string; round: number; event: Promise<PlannerEvent> } | undefined;

  constructor(
    api: PlannerApi = plannerApi,
    private readonly listenTo: typeof listen = listen,
  ) {
    super(api);
    this.#loader = new ViewLoader(api, this.#cache, () => this.#version++);
  }

  // What is known of these days, as far as the tags let it be seen.
  between(range: DateRange): Occurrence[] {
    void this.#version;
    const known = this.#cache.between(range).map((each) => {
      const to = this.#moved.get(each.id);
      return to ? { ...each, ...to } : each;
    });
    return [...tagged(known, this.filter)];
  }

  // Nothing has ever been planned.
  get isEmpty(): boolean {
    void this.#version;
    return this.status === 'ready' && this.stats?.totalEvents === 0 && this.#cache.isEmpty;
  }

  // `first` is what to load at once; the page says in `show` what it needs when it knows more.
  start(userId: string, first: DateRange): Promise<void> {
    if (this.#userId === userId && this.status !== 'failed') return this.#ready;
    this.stop();
    this.#userId = userId;
    const streamBegan = new Promise<void>((resolve) => {
      this.#onStream = resolve;
      setTimeout(resolve, maxWaitForStreamMs);
    });
    this.#stopListening = [
      this.listenTo((event) => tell(event, this.#ear), userId),
      connection.onBack(() => this.#reloadSoon()),
    ];
    this.#ready = this.#begin(userId, first, streamBegan);
    return this.#ready;
  }

  stop(): void {
    for (const stop of this.#stopListening.splice(0)) stop();
    clearTimeout(this.#reloadTimer);
    this.#userId = undefined;
    this.#hasAsked = false;
    this.#cache.clear();
    this.#moved.clear();
    this.filter.clear();
    this.forget();
    this.status = 'loading';
    this.failure = '';
    this.#version++;
  }

  async show(range: DateRange): Promise<void> {
    this.#shown = range;
    await this.#ready;
    // The person may have gone on.
    if (this.#shown === range) await this.#loadShown();
  }

  // Loads days that nobody waits for. What fails is loaded when it is shown.
  async glance(range: DateRange): Promise<void> {
    await this.#ready;
    if (this.status === 'ready') {
      await this.#loader.load(range, this.zone).catch(() => undefined);
    }
  }

  async refresh(): Promise<void> {
    this.#cache.doubt();
    const userId = this.#userId;
    if (this.#shown && userId) await this.#guarded(userId, () => this.#ask(this.#shown, userId));
  }

  // Shows something where the person has put it, until what this gives back is called.
  place(id: string, placement: Placement): () => void {
    this.#moved.set(id, placement);
    return () => {
      if (this.#moved.get(id) === placement) this.#moved.delete(id);
    };
  }

  async create(input: EventInput, idempotencyKey?: string): Promise<PlannerEvent> {
    return this.#changed(await this.api.create(input, idempotencyKey));
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

  override async savePreferences(patch: PreferencesPatch): Promise<Preferences> {
    const zone = this.zone;
    const saved = await super.savePreferences(patch);
    if (saved.defaultTzid !== zone) await this.#zoneChanged();
    return saved;
  }

  // Resolves when the page shows it, so that nothing jumps to and fro.
  async #changed<Event extends PlannerEvent | undefined>(event: Event): Promise<Event> {
    if (event) this.learnTags(event.tags);
    this.#cache.doubt();
    await this.#loadShown();
    return event;
  }

  async #begin(userId: string, first: DateRange, streamBegan: Promise<void>): Promise<void> {
    await streamBegan;
    if (userId !== this.#userId) return;
    await this.#guarded(userId, () => this.#ask(first, userId));
  }

  async #ask(range: DateRange | undefined, userId: string): Promise<void> {
    this.#hasAsked = true;
    const { round } = this.#cache;
    const answer = await this.api.bootstrap(range);
    if (userId !== this.#userId) return;
    if (await this.learn(answer)) {
      // Its times are of the zone that was.
      this.#cache.clear();
      await this.#loader.load(range ?? answer.view, this.zone);
    } else this.#cache.put(answer.view, undefined, round);
    this.#version++;
    this.status = 'ready';
  }

  // Loads what is missing of the days that are shown. Does not throw: `status` says how it went.
  async #loadShown(): Promise<void> {
    const [userId, shown] = [this.#userId, this.#shown];
    if (!userId || !shown || this.status !== 'ready' || this.#cache.isFresh(shown)) return;
    this.isBusy = true;
    await this.#guarded(userId, () => this.#loader.load(shown, this.zone));
    this.learnTags(this.#cache.between(shown).flatMap(({ tags }) => tags));
    if (this.#shown === shown) this.isBusy = false;
  }

  async #zoneChanged(): Promise<void> {
    this.#cache.clear();
    await this.#loadShown();
    this.#version++;
  }

  async #guarded(userId: string, load: () => Promise<unknown>): Promise<void> {
    try {
      await load();
    } catch (error) {
      if (userId !== this.#userId) return;
      this.failure = messageOf(error);
      // Later on, what is known stays, and being offline has a message of its own.
      if (this.status === 'loading') this.status = 'failed';
      else if (!(error instanceof OfflineError)) {
        const retry = { label: 'Retry', run: () => void this.refresh() };
        toasts.failed(`Not everything could be loaded. ${this.failure}`, retry);
      }
    }
  }

  #reloadSoon(): void {
    this.#cache.doubt();
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = setTimeout(() => void this.#loadShown(), reloadDelayMs);
  }

  async #loadPreferences(): Promise<void> {
    const zone = this.zone;
    // What cannot be loaded now comes with the next answer.
    await this.loadPreferences().catch(() => undefined);
    if (this.zone !== zone) await this.#zoneChanged();
  }

  readonly #ear: Ear = {
    began: (resumed) => {
      this.#onStream();
      // What was asked for before is to be asked for again.
      if (!resumed && this.#hasAsked) this.#reloadSoon();
    },
    changed: () => this.#reloadSoon(),
    preferences: () => void this.#loadPreferences(),
    reminder: (reminder) => this.hearReminder(reminder),
  };
}

export const planner = new Planner();
