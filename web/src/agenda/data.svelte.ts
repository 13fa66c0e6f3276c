// What this page knows of a person's days, whichever apps it is of: loaded by range, kept up to date by the live changes of
// all apps. What is done to an item is done by the app that it is of (changes/actions.ts).

import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { messageOf } from '../lib/api';
import { today, type DateRange, type DateText } from '../lib/dates';
import { inLanguage } from '../lib/faults';
import { listen } from '../lib/live';
import { LiveData } from '../lib/live_data/live_data.svelte';
import { Loader } from '../lib/live_data/loader';
import { Placements } from '../lib/live_data/placements.svelte';
import { RangeCache } from '../lib/live_data/range_cache';
import { t } from '../lib/messages';
import { preferences, type PersonPreferences } from '../lib/preferences.svelte';
import { toasts } from '../lib/toasts.svelte';
import { briefMs, traffic } from '../lib/traffic';
import { ownZone, zoneHere } from '../when/zones/zones';
import { agendaApi, type AgendaApi, type DaysQuery } from './agenda_api';
import { AgendaFilter, ownerKey } from './filter/filter.svelte';
import { withoutDuplicates } from './items/duplicates';
import { daysOf, keyOf } from './items/item_days';
import type { AgendaAnswer, AgendaOwner, FailedPart, Item, UnscheduledTask } from './types';

// A day with more than this is not one that anybody reads.
const maxPages = 20;

export class AgendaData {
  readonly live: LiveData<readonly DateRange[]>;
  readonly filter = new AgendaFilter(() => this.#save());
  // By the server, once it has answered.
  zone = $state(zoneHere());
  today = $state<DateText>(today());
  unscheduled = $state.raw<readonly UnscheduledTask[]>([]);
  // All that were met; of people, the names of those that are known.
  readonly owners = new SvelteMap<string, AgendaOwner & { color: string | undefined }>();
  readonly names = new SvelteMap<string, string>();
  readonly people = new SvelteSet<string>();
  // Whether anything was met that somebody else invites the person to.
  isInvited = $state(false);
  readonly #placements = new Placements<Partial<Item>>();
  readonly #cache = new RangeCache<Item>(({ key }) => key, daysOf);
  readonly #loader = new Loader();
  // By range: what could not be said.
  readonly #failed = new SvelteMap<string, readonly FailedPart[]>();
  // Of a person who has never chosen a zone.
  #ownZone: string | undefined;
  #person: Promise<void> = Promise.resolve();
  #saving: Promise<void> = Promise.resolve();

  constructor(
    readonly api: AgendaApi = agendaApi,
    listenTo: typeof listen = listen,
    private readonly person: Pick<PersonPreferences, 'start' | 'preferences'> = preferences,
  ) {
    this.live = new LiveData<readonly DateRange[]>(
      {
        begin: (userId) => (this.#person = this.person.start(userId)),
        prepare: () => this.#prepare(),
        loadFirst: () => this.#loadFirst(),
        loadShown: (shown) => this.#loadShown(shown),
        reload: () => this.#reload(),
        invalidate: () => this.#cache.invalidate(),
        change: () => this.live.reloadSoon(),
        forget: () => this.#forget(),
      },
      listenTo,
    );
  }

  // What is known of these days and is not filtered out. Of an event that is there twice, one copy may be hidden and the
  // other one not.
  between(...pieces: readonly DateRange[]): Item[] {
    return withoutDuplicates(this.#known(pieces).filter((item) => this.filter.shows(item)));
  }

  all(...pieces: readonly DateRange[]): Item[] {
    return withoutDuplicates(this.#known(pieces));
  }

  // The parts that are missing in these days, each once.
  failedIn(...pieces: readonly DateRange[]): FailedPart[] {
    const keys = [...pieces.map(rangeKey), unscheduledKey];
    const failed = keys.flatMap((key) => this.#failed.get(key) ?? []);
    const partOf = ({ app, owner }: FailedPart) => JSON.stringify([app, owner?.kind, owner?.id]);
    const parts = failed.map(partOf);
    return failed.filter((_, at) => parts.indexOf(parts[at] ?? '') === at);
  }

  start(userId: string): Promise<void> {
    return this.live.start(userId);
  }

  stop(): void {
    this.live.stop();
  }

  show(pieces: readonly DateRange[]): Promise<void> {
    return this.live.show(pieces);
  }

  // Loads days that nobody waits for. What fails is loaded when it is shown.
  async glance(range: DateRange): Promise<void> {
    await this.live.ready;
    await traffic.quiet(briefMs);
    if (this.live.status === 'ready') await this.#load(range).catch(() => undefined);
  }

  #known(pieces: readonly DateRange[]): Item[] {
    this.live.track();
    const known = this.#cache.among(pieces);
    return known.map((item) => this.#placements.applied(item, item.key));
  }

  // Loads again whatever is shown; resolves when it is there.
  async refresh(): Promise<void> {
    this.#cache.invalidate();
    await this.live.guard(() => this.#loadUnscheduled());
    await this.live.loadShown();
  }

  // Shows an item so, until the function that this returns is called.
  place(key: string, as: Partial<Item>): () => void {
    return this.#placements.put(key, as);
  }

  async #prepare(): Promise<void> {
    const [kept] = await Promise.all([this.api.preferences(), this.#person]);
    this.filter.learn(kept);
    const { preferences } = this.person;
    const zone = ownZone(preferences);
    // Preferences that could not be loaded have version 0; the server knows the zone then.
    const isKnown = preferences.version === 0 || zone === preferences.defaultTzid;
    this.#ownZone = isKnown ? undefined : zone;
  }

  async #loadFirst(): Promise<void> {
    await this.#loadUnscheduled();
    this.live.status = 'ready';
  }

  async #reload(): Promise<void> {
    await this.live.guard(() => this.#loadUnscheduled());
    await this.live.loadShown();
  }

  async #loadUnscheduled(): Promise<void> {
    const { visit } = this.live;
    const { items, failed } = await this.api.unscheduled();
    if (visit !== this.live.visit) return;
    this.unscheduled = items.map(withName);
    this.#failed.set(unscheduledKey, await inWords(failed));
    for (const { owner, color } of this.unscheduled) this.#learnOwner(owner, color);
  }

  async #loadShown(shown: readonly DateRange[] = []): Promise<void> {
    const missing = shown.filter((piece) => !this.#cache.isFresh(piece));
    if (missing.length === 0) return;
    await this.live.busyWhile(() => Promise.all(missing.map((piece) => this.#load(piece))));
  }

  #load(range: DateRange): Promise<void> {
    return this.#loader.load({
      isFresh: () => this.#cache.isFresh(range),
      key: () => `${rangeKey(range)} ${this.#cache.round}`,
      ask: () => this.#ask(range),
    });
  }

  async #ask(range: DateRange): Promise<void> {
    const { round } = this.#cache;
    const { visit } = this.live;
    const first = await this.api.days(this.#query(range), this.#cache.etagOf(range));
    if (visit !== this.live.visit) return;
    if (first.isSame) this.#cache.confirm(range, round);
    else {
      const { content, etag } = first;
      const { items, isWhole } = await this.#further(range, content);
      if (visit !== this.live.visit) return;
      this.#learn(content, items);
      this.#failed.set(rangeKey(range), await inWords(content.failed));
      // The ETag of a page says nothing of the next one.
      this.#cache.put(range, items, isWhole ? etag : undefined, round);
    }
    this.live.changed();
  }

  #query(range: DateRange): DaysQuery {
    return { ...range, ...(this.#ownZone !== undefined && { zone: this.#ownZone }) };
  }

  // All pages.
  async #further(
    range: DateRange,
    first: AgendaAnswer,
  ): Promise<{ items: Item[]; isWhole: boolean }> {
    const items = [...first.items];
    let { next } = first;
    const isWhole = !next;
    for (let pages = 1; next && pages < maxPages; pages++) {
      const answer = await this.api.days({ ...this.#query(range), cursor: next });
      if (answer.isSame) break;
      items.push(...answer.content.items);
      ({ next } = answer.content);
    }
    return { items: items.map(keyed), isWhole };
  }

  #learn(answer: AgendaAnswer, items: readonly Item[]): void {
    this.zone = answer.zone;
    this.today = answer.today;
    for (const { owner, color } of items) this.#learnOwner(owner, color);
    if (items.some(({ answer }) => answer !== undefined)) this.isInvited = true;
    for (const { people = [], stay } of items) {
      for (const id of people) this.people.add(id);
      const [id, ...others] = people;
      if (id && stay?.guest && others.length === 0) this.names.set(id, stay.guest);
    }
  }

  #learnOwner(owner: AgendaOwner, color: string | undefined): void {
    const key = ownerKey(owner);
    const known = this.owners.get(key);
    if (known?.name === owner.name && (known.color ?? color) === known.color) return;
    this.owners.set(key, { ...owner, color: known?.color ?? color });
  }

  // One after the other, so that the last choice is the one that stays.
  #save(): void {
    const chosen = this.filter.preferences;
    this.#saving = this.#saving.then(async () => {
      try {
        await this.api.savePreferences(chosen);
      } catch (error) {
        toasts.failed(t.agenda.filter.notSaved({ why: messageOf(error) }));
      }
    });
  }

  #forget(): void {
    this.#cache.clear();
    this.#placements.clear();
    this.#failed.clear();
    this.owners.clear();
    this.names.clear();
    this.people.clear();
    this.filter.forget();
    this.isInvited = false;
    this.unscheduled = [];
  }
}

const unscheduledKey = 'unscheduled';
const rangeKey = ({ from, to }: DateRange): string => `${from} ${to}`;
const keyed = (item: AgendaAnswer['items'][number]): Item => ({
  ...withName(item),
  key: keyOf(item),
});

// The owner of what is one's own has none.
function withName<Owned extends { owner: Partial<AgendaOwner> }>(item: Owned) {
  return { ...item, owner: { name: '', ...item.owner } as AgendaOwner };
}

// In the language of who reads it.
function inWords(failed: readonly FailedPart[]): Promise<FailedPart[]> {
  return Promise.all(
    failed.map(async (each) => ({
      ...each,
      detail: await inLanguage(each.code, each.params, each.detail),
    })),
  );
}

export const agenda = new AgendaData();
