// The server's quote for the nights that somebody is choosing: asked for a moment after they change,
// and an answer that comes late is dropped.

import { addDays } from '../../lib/dates';
import { ApiError, messageOf } from '../../lib/api';
import type { bookingsApi, Days } from '../bookings_api';
import { around, freeNear, type FreeStay } from '../nights/free_nights';
import { dayIn, sameDays } from '../nights/stays';
import type { Place, Quote, TakenNight } from '../types';
import { t } from '../../lib/messages';

export const quoteDelayMs = 250;

export interface Asked {
  place: Place;
  days: Days;
  // A booking that would move.
  instead?: string | undefined;
}

type QuoteApi = Pick<typeof bookingsApi, 'quote' | 'list'>;

export class QuoteSession {
  // Of the nights that were asked for last, or of those before while it is on its way.
  quote = $state.raw<Quote | undefined>();
  failure = $state('');
  isAsking = $state(false);
  // What is free next to it, when something of it is taken.
  free = $state.raw<FreeStay[]>([]);

  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: Asked | undefined;

  constructor(
    private readonly api: QuoteApi,
    // The booking that would move is not there.
    private readonly onGone: () => void = () => undefined,
  ) {}

  // Whether the quote is the one of these nights.
  isOf(days: Days): boolean {
    return !this.isAsking && this.quote !== undefined && sameDays(this.quote, days);
  }

  ask(asked: Asked): void {
    this.#asked = asked;
    this.isAsking = true;
    clearTimeout(this.#timer);
    const round = ++this.#round;
    const delay = this.quote === undefined ? 0 : quoteDelayMs;
    this.#timer = setTimeout(() => void this.#load(asked, round), delay);
  }

  // The same nights, at once: something has happened to them.
  async again(): Promise<void> {
    if (!this.#asked) return;
    clearTimeout(this.#timer);
    this.isAsking = true;
    await this.#load(this.#asked, ++this.#round);
  }

  // There are no nights to ask about.
  clear(): void {
    this.stop();
    this.#asked = undefined;
    this.quote = undefined;
    this.failure = '';
    this.free = [];
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#round++;
    this.isAsking = false;
  }

  async #load(asked: Asked, round: number): Promise<void> {
    const { place, days, instead } = asked;
    try {
      const quote = await this.api.quote(place.id, days, instead);
      if (round !== this.#round) return;
      this.quote = quote;
      this.failure = '';
      this.isAsking = false;
      if (quote.taken.length === 0) this.free = [];
      else await this.#lookAround(asked, quote.taken, round);
    } catch (error) {
      if (round !== this.#round) return;
      this.isAsking = false;
      this.free = [];
      this.quote = undefined;
      this.failure = failureText(error);
      if (instead !== undefined && error instanceof ApiError && error.status === 404) this.onGone();
    }
  }

  // An offer is a help: without it nothing is wrong.
  async #lookAround(asked: Asked, taken: readonly TakenNight[], round: number): Promise<void> {
    const { place, days, instead } = asked;
    let known: Days[];
    try {
      const listed = await this.api.list(around(days), place.id);
      known = listed.filter(({ id }) => id !== instead);
    } catch {
      known = [];
    }
    if (round !== this.#round) return;
    if (known.length === 0) {
      this.free = [];
      return;
    }
    const nights = taken.map(({ night }) => ({ start: night, end: addDays(night, 1) }));
    this.free = freeNear(days, [...known, ...nights], {
      earliest: place.allowsPast ? '' : dayIn(place.tzid, Date.now()),
      minNights: place.minNights,
      maxNights: place.maxNights,
    });
  }
}

function failureText(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error);
  return t.bookings.editor.notKnown();
}
