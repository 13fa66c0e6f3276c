// What this page knows of places and bookings: loaded by range, kept up to date by live changes, changed
// by the person. The server alone says what a night costs and whether it is free.

import { SvelteSet } from 'svelte/reactivity';
import { session } from '../accounts/session.svelte';
import type { DateText } from '../lib/dates';
import { listen } from '../lib/live';
import { LiveData } from '../lib/live_data/live_data.svelte';
import { Placements } from '../lib/live_data/placements.svelte';
import type { Me } from '../lib/types';
import { BookingCache } from './booking_cache';
import { BookingLoader } from './booking_loader';
import { bookingsApi, type Days } from './bookings_api';
import { applyChange, type ChangeHandler } from './live_changes';
import { PriceCache } from './prices/price_cache';
import { overlaps } from './nights/stays';
import type {
  Booking,
  BookingChange,
  NewBooking,
  NightPrice,
  OwnInvitation,
  Place,
  PlaceList,
  Wish,
} from './types';

const leaveMs = 100;
const delayMs = 80;

interface ShownDays {
  days: Days;
  // All places, when there is none.
  placeId: string | undefined;
}

export class Bookings {
  // What belongs to the person. All of it is small and loaded as a whole.
  places = $state.raw<Place[]>([]);
  invitations = $state.raw<OwnInvitation[]>([]);
  wishes = $state.raw<Wish[]>([]);
  // In the order of their nights.
  own = $state.raw<Booking[]>([]);
  // Bookings that are known to be cancelled, whoever did it.
  readonly gone = new SvelteSet<string>();
  // A wish whose nights became free while the page was open.
  onOffer: (wish: Wish) => void = () => undefined;
  readonly live: LiveData<ShownDays>;
  readonly #placements = new Placements<Days>();
  readonly #cache = new BookingCache();
  readonly #loader: BookingLoader;
  readonly #prices: PriceCache;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly api: typeof bookingsApi = bookingsApi,
    listenTo: typeof listen = listen,
  ) {
    this.live = new LiveData<ShownDays>(
      {
        loadFirst: () => this.#loadLists(),
        loadShown: (shown) => this.#loadShown(shown),
        reload: () => this.reload(),
        change: (event) => applyChange(event, this.#changes),
        forget: () => this.#forget(),
      },
      listenTo,
      delayMs,
    );
    const onLoad = () => this.live.changed();
    this.#loader = new BookingLoader(api, this.#cache, onLoad);
    this.#prices = new PriceCache(api, onLoad);
  }

  get me(): Me | undefined {
    return session.me ?? undefined;
  }

  placeOf(id: string): Place | undefined {
    return this.places.find((each) => each.id === id);
  }

  // What is known of these days, where the person has put it, in the order of nights.
  bookingsIn(placeId: string, days: Days): Booking[] {
    this.live.track();
    return this.#cache.between(placeId, days).map((each) => this.#placements.applied(each));
  }

  // Undefined until it is known.
  priceOf(placeId: string, night: DateText): NightPrice | undefined {
    this.live.track();
    const place = this.placeOf(placeId);
    return place && this.#prices.priceOf(place, night);
  }

  start(userId: string): Promise<void> {
    clearTimeout(this.#leaving);
    return this.live.start(userId);
  }

  // The page is left. Another address of it may be on its way, and finds everything as it was.
  leave(): void {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.stop(), leaveMs);
  }

  stop(): void {
    clearTimeout(this.#leaving);
    this.live.stop();
  }

  // The page shows these days, of one place or of all, and wants them kept up to date.
  show(days: Days, placeId?: string): Promise<void> {
    return this.live.show({ days, placeId });
  }

  // Loads days that are needed for something else than being shown. Throws.
  async load(days: Days, placeId?: string): Promise<void> {
    await this.live.ready;
    const placeIds = placeId === undefined ? this.places.map(({ id }) => id) : [placeId];
    await this.#loader.load(days, placeIds);
    void this.#loadPrices(days, placeIds);
  }

  // Everything that is shown, anew. Does not throw.
  async reload(): Promise<void> {
    this.#cache.invalidateAll();
    await this.live.guard(() => this.#loadLists());
    await this.live.loadShown();
  }

  async refreshPlaces(): Promise<void> {
    await this.#ask(this.api.places(), (list) => this.#learnPlaces(list));
  }

  async refreshWishes(): Promise<void> {
    await this.#ask(this.api.ownWishes(), ({ wishes }) => (this.wishes = wishes));
  }

  async refreshOwn(): Promise<void> {
    await this.#ask(this.api.own(), (own) => (this.own = own.sort(byStart)));
  }

  // What is known of it, without asking.
  known(placeId: string, id: string): Booking | undefined {
    this.live.track();
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
    this.live.changed();
  }

  // Shows something where the person has put it, until the function that this returns is called.
  put(id: string, days: Days): () => void {
    return this.#placements.put(id, days);
  }

  // Keeps an answer, unless the person has gone meanwhile.
  async #ask<Answer>(request: Promise<Answer>, keep: (answer: Answer) => void): Promise<void> {
    const { visit } = this.live;
    const answer = await request;
    if (visit === this.live.visit) keep(answer);
  }

  #learnPlaces({ places, invitations }: PlaceList): void {
    for (const { id } of this.places) {
      if (!places.some((each) => each.id === id)) this.#cache.forget(id);
    }
    this.places = places;
    this.invitations = invitations;
    void this.live.loadShown();
  }

  #learned(booking: Booking): Booking {
    this.#cache.putOne(booking);
    this.live.changed();
    return booking;
  }

  #changed(booking: Booking): Booking {
    this.#learned(booking);
    const others = this.own.filter((each) => each.id !== booking.id);
    this.own = booking.extendedProps.isOwn ? [...others, booking].sort(byStart) : others;
    // A booking fulfils the wishes that it covers.
    if (
      this.wishes.some((wish) => wish.placeId === booking.resourceId && overlaps(wish, booking))
    ) {
      this.#refreshSoon('wishes', () => this.refreshWishes());
    }
    return booking;
  }

  // The places alone are needed for anything to be shown.
  async #loadLists(): Promise<void> {
    void Promise.allSettled([this.refreshWishes(), this.refreshOwn()]);
    await this.#ask(this.api.places(), (list) => {
      this.live.status = 'ready';
      this.#learnPlaces(list);
    });
  }

  // Loads what is missing of the days that are shown.
  async #loadShown(shown: ShownDays | undefined): Promise<void> {
    if (!shown || this.live.status !== 'ready') return;
    const all = this.places.map(({ id }) => id);
    const placeIds = all.filter((id) => shown.placeId === undefined || id === shown.placeId);
    await this.live.busyWhile(() => this.#loader.load(shown.days, placeIds));
    await this.#loadPrices(shown.days, placeIds);
  }

  async #loadPrices(days: Days, placeIds: readonly string[]): Promise<void> {
    for (const id of placeIds) {
      const place = this.placeOf(id);
      if (place) await this.#prices.load(place, days);
    }
  }

  #forget(): void {
    this.#cache.clear();
    this.#prices.clear();
    this.#placements.clear();
    this.places = [];
    this.invitations = [];
    this.wishes = [];
    this.own = [];
    this.gone.clear();
  }

  #refreshSoon(what: string, refresh: () => Promise<void>): void {
    this.live.debounce.run(what, refresh);
  }

  async #offered(id: string): Promise<void> {
    await this.refreshWishes();
    const wish = this.wishes.find((each) => each.id === id);
    if (wish?.offered) this.onOffer(wish);
  }

  readonly #changes: ChangeHandler = {
    booking: (placeId, id, gone) => {
      if (gone) this.forgetBooking(placeId, id);
      this.#cache.invalidate(placeId);
      // Nights that were offered may be taken now.
      if (this.wishes.length > 0) this.#refreshSoon('wishes', () => this.refreshWishes());
      this.#refreshSoon('bookings', () => this.live.loadShown());
      this.#refreshSoon('own', () => this.refreshOwn());
    },
    place: () => this.#refreshSoon('places', () => this.refreshPlaces()),
    members: () => this.#refreshSoon('places', () => this.refreshPlaces()),
    wish: (_placeId, id, offered) => {
      if (offered) void this.#offered(id).catch(() => undefined);
      else this.#refreshSoon('wishes', () => this.refreshWishes());
    },
  };
}

function byStart(one: Booking, other: Booking): number {
  return one.start < other.start ? -1 : 1;
}

export const bookings = new Bookings();
