// What belongs to the person: their places, invitations, wishes and stays. All of it is small and
// loaded as a whole.

import { SvelteSet } from 'svelte/reactivity';
import { session } from '../accounts/session.svelte';
import type { Me } from '../lib/types';
import { bookingsApi } from './bookings_api';
import type { Booking, OwnInvitation, Place, PlaceList, Wish } from './types';

export class OwnData {
  places = $state.raw<Place[]>([]);
  invitations = $state.raw<OwnInvitation[]>([]);
  wishes = $state.raw<Wish[]>([]);
  // In the order of their nights.
  own = $state.raw<Booking[]>([]);
  // Bookings that are known to be cancelled, whoever did it.
  readonly gone = new SvelteSet<string>();
  // Counts up whenever the page is left: what was asked for before is nobody's any more.
  protected visit = 0;

  constructor(readonly api: typeof bookingsApi = bookingsApi) {}

  get me(): Me | undefined {
    return session.me ?? undefined;
  }

  placeOf(id: string): Place | undefined {
    return this.places.find((each) => each.id === id);
  }

  async refreshPlaces(): Promise<void> {
    const { visit } = this;
    const list = await this.api.places();
    if (visit === this.visit) this.learnPlaces(list);
  }

  async refreshWishes(): Promise<void> {
    const { visit } = this;
    const { wishes } = await this.api.ownWishes();
    if (visit === this.visit) this.wishes = wishes;
  }

  async refreshOwn(): Promise<void> {
    const { visit } = this;
    const own = await this.api.own();
    if (visit === this.visit) this.own = own.sort(byStart);
  }

  protected learnPlaces({ places, invitations }: PlaceList): void {
    this.places = places;
    this.invitations = invitations;
  }

  protected learnOwn(booking: Booking): void {
    const others = this.own.filter((each) => each.id !== booking.id);
    this.own = booking.extendedProps.isOwn ? [...others, booking].sort(byStart) : others;
  }

  protected forget(): void {
    this.visit++;
    this.places = [];
    this.invitations = [];
    this.wishes = [];
    this.own = [];
    this.gone.clear();
  }
}

function byStart(one: Booking, other: Booking): number {
  return one.start < other.start ? -1 : 1;
}
