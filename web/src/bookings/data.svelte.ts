// What this page knows of places and bookings: loaded by range, kept up to date by live events, changed
// by the person. The server alone says what a night costs and whether it is free.

import { SvelteMap } from 'svelte/reactivity';
import { messageOf, OfflineError } from '../lib/api';
import { connection } from '../lib/connection.svelte';
import type { DateText } from '../lib/dates';
import { listen } from '../lib/live';
import { toasts } from '../lib/toasts.svelte';
import { BookingCache } from './booking_cache';
import { BookingLoader } from './booking_loader';
import { bookingsApi, type Days } from './bookings_api';
import { tell, type Ear } from './bookings_news';
import { OwnData } from './own_data.svelte';
import { PriceCache } from './price_cache';
import { Soon } from './soon';
import { overlaps } from './stays';
import type { Booking, BookingChange, NewBooking, NightPrice, PlaceList, Wish } from './types';

// How long the first request waits for the live stream to begin: what is asked for after that need
// not be asked for again.
const maxWaitForStreamMs = 250;
const leaveMs = 100;

interface ShownDays {
  days: Days;
  // All places, when there is none.
  placeId: string | undefined;
}

export class Bookings extends OwnData {
  status = $state<'loading' | 'ready' | 'failed'>('loading');
  failure = $state('');
  isBusy = $state(false);
  // A wish whose nights became free while the page was open.
  onOffer: (wish: Wish) => void = () => undefined;
  // Counts up whenever more is known of bookings and prices.
  #version = $state(0);
  // Where the person has put something that the server has not heard of yet.
  readonly #moved = new SvelteMap<string, Days>();
  readonly #cache = new BookingCache();
  readonly #loader: BookingLoader;
  readonly #prices: PriceCache;
  #userId: string | undefined;
  // What the page shows; it may say so before it says for whom.
  #shown: ShownDays | undefined;
  #ready: Promise<void> = Promise.resolve();
  readonly #soon = new Soon();
  #stopListening: (() => void)[] = [];
  #onStream: () => void = () => undefined;
  #hasAsked = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    api: typeof bookingsApi = bookingsApi,
    private readonly listenTo: typeof listen = listen,
  ) {
    super(api);
    const onLoad = () => void this.#version++;
    this.#loader = new BookingLoader(api, this.#cache, onLoad);
    this.#prices = new PriceCache(api, onLoad);
  }

  // What is known of these days, where the person has put it, in the order of nights.
  bookingsIn(placeId: string, days: Days): Booking[] {
    void this.#version;
    return this.#cache.between(placeId, days).map((each) => {
      const to = this.#moved.get(each.id);
      return to ? { ...each, ...to } : each;
    });
  }

  // Undefined until it is known.
  priceOf(placeId: string, night: DateText): NightPrice | undefined {
    void this.#version;
    const place = this.placeOf(placeId);
    return place && this.#prices.priceOf(place, night);
  }

  start(userId: string): Promise<void> {
    clearTimeout(this.#leaving);
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
    this.#ready = this.#begin(this.visit, streamBegan);
    return this.#ready;
  }

  // The page is left. Another address of it may be on its way, and finds everything as it was.
  leave(): void {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.stop(), leaveMs);
  }

  stop(): void {
    clearTimeout(this.#leaving);
    for (const stop of this.#stopListening.splice(0)) stop();
    this.#soon.clear();
    this.#userId = undefined;
    this.#hasAsked = false;
    this.#cache.clear();
    this.#prices.clear();
    this.#moved.clear();
    this.forget();
    this.status = 'loading';
    this.failure = '';
    this.#version++;
  }

  // The page shows these days, of one place or of all, and wants them kept up to date.
  async show(days: Days, placeId?: string): Promise<void> {
    const shown = { days, placeId };
    this.#shown = shown;
    await this.#ready;
    // The person may have gone on.
    if (this.#shown === shown) await this.#loadShown();
  }

  // Loads days that are needed for something else than being shown. Throws.
  async load(days: Days, placeId?: string): Promise<void> {
    await this.#ready;
    const placeIds = placeId === undefined ? this.places.map(({ id }) => id) : [placeId];
    await this.#loader.load(days, placeIds);
    void this.#loadPrices(days, placeIds);
  }

  // Everything that is shown, anew. Does not throw.
  async reload(): Promise<void> {
    this.#cache.doubtAll();
    const visit = this.visit;
    await this.#guarded(visit, () => this.#askFirst(visit));
    await this.#loadShown();
  }

  // What is known of it, without asking.
  known(placeId: string, id: string): Booking | undefined {
    void this.#version;
    return this.#cache.find(placeId, id) ?? this.own.find((each) => each.id === id);
  }

  async get(placeId: string, id: string): Promise<Booking> {
    return this.#learned(await this.api.booking(placeId, id));
  }

  async create(placeId: string, booking: NewBooking, idempotencyKey?: string): Promise<Booking> {
    return this.#changed(await this.api.create(placeId, booking, idempotencyKey));
  }

  async change(booking: Booking, change: BookingChange): Promise<Booking> {
    const { id, resourceId, extendedProps } = booking;
    return this.#changed(await this.api.change(resourceId, id, change, extendedProps.etag));
  }

  async remove(booking: Booking): Promise<void> {
    const { id, resourceId, extendedProps } = booking;
    await this.api.remove(resourceId, id, extendedProps.etag);
    this.forgetBooking(resourceId, id);
  }

  // It is known to be gone.
  forgetBooking(placeId: string, id: string): void {
    this.gone.add(id);
    this.#cache.removeOne(placeId, id);
    this.own = this.own.filter((each) => each.id !== id);
    this.#version++;
  }

  // Shows something where the person has put it, until what this gives back is called.
  put(id: string, days: Days): () => void {
    this.#moved.set(id, days);
    return () => {
      if (this.#moved.get(id) === days) this.#moved.delete(id);
    };
  }

  protected override learnPlaces(list: PlaceList): void {
    for (const { id } of this.places) {
      if (!list.places.some((each) => each.id === id)) this.#cache.forget(id);
    }
    super.learnPlaces(list);
    void this.#loadShown();
  }

  #learned(booking: Booking): Booking {
    this.#cache.putOne(booking);
    this.#version++;
    return booking;
  }

  #changed(booking: Booking): Booking {
    this.#learned(booking);
    this.learnOwn(booking);
    // A booking fulfils the wishes that it covers.
    if (
      this.wishes.some((wish) => wish.placeId === booking.resourceId && overlaps(wish, booking))
    ) {
      this.#soon.do('wishes', () => this.refreshWishes());
    }
    return booking;
  }

  async #begin(visit: number, streamBegan: Promise<void>): Promise<void> {
    await streamBegan;
    if (visit !== this.visit) return;
    await this.#guarded(visit, () => this.#askFirst(visit));
  }

  async #askFirst(visit: number): Promise<void> {
    this.#hasAsked = true;
    // The places alone are needed for anything to be shown.
    const rest = Promise.allSettled([this.refreshWishes(), this.refreshOwn()]);
    const list = await this.api.places();
    if (visit !== this.visit) return;
    this.learnPlaces(list);
    this.status = 'ready';
    void rest;
    void this.#loadShown();
  }

  // Loads what is missing of the days that are shown. Does not throw: `status` says how it went.
  async #loadShown(): Promise<void> {
    const [visit, shown] = [this.visit, this.#shown];
    if (!this.#userId || !shown || this.status !== 'ready') return;
    const all = this.places.map(({ id }) => id);
    const placeIds = all.filter((id) => shown.placeId === undefined || id === shown.placeId);
    this.isBusy = true;
    await this.#guarded(visit, () => this.#loader.load(shown.days, placeIds));
    if (this.#shown === shown) this.isBusy = false;
    await this.#loadPrices(shown.days, placeIds);
  }

  async #loadPrices(days: Days, placeIds: readonly string[]): Promise<void> {
    for (const id of placeIds) {
      const place = this.placeOf(id);
      if (place) await this.#prices.load(place, days);
    }
  }

  async #guarded(visit: number, load: () => Promise<unknown>): Promise<void> {
    try {
      await load();
    } catch (error) {
      if (visit !== this.visit) return;
      this.failure = messageOf(error);
      // Later on, what is known stays, and being offline has a message of its own.
      if (this.status === 'loading') this.status = 'failed';
      else if (!(error instanceof OfflineError)) {
        const retry = { label: 'Retry', run: () => void this.reload() };
        toasts.failed(`Not everything could be loaded. ${this.failure}`, retry);
      }
    }
  }

  #reloadSoon(): void {
    this.#soon.do('all', () => this.reload());
  }

  async #hearOffer(id: string): Promise<void> {
    await this.refreshWishes();
    const wish = this.wishes.find((each) => each.id === id);
    if (wish?.offered) this.onOffer(wish);
  }

  readonly #ear: Ear = {
    began: (resumed) => {
      this.#onStream();
      // What was asked for before is to be asked for again.
      if (!resumed && this.#hasAsked) this.#reloadSoon();
    },
    reset: () => this.#reloadSoon(),
    booking: (placeId, id, gone) => {
      if (gone) this.forgetBooking(placeId, id);
      this.#cache.doubt(placeId);
      // Nights that were offered may be taken now.
      if (this.wishes.length > 0) this.#soon.do('wishes', () => this.refreshWishes());
      this.#soon.do('bookings', () => this.#loadShown());
      this.#soon.do('own', () => this.refreshOwn());
    },
    place: () => this.#soon.do('places', () => this.refreshPlaces()),
    members: () => this.#soon.do('places', () => this.refreshPlaces()),
    wish: (_placeId, id, offered) => {
      if (offered) void this.#hearOffer(id).catch(() => undefined);
      else this.#soon.do('wishes', () => this.refreshWishes());
    },
  };
}

export const bookings = new Bookings();
