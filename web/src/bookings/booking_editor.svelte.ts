// What is being written in the dialog of a booking: the form, the state that it is based on, the
// server's quote for it, and what comes of saving it. Nothing that was written is lost by anything
// that happens meanwhile.

import { ApiError, messageOf, OfflineError } from '../lib/api';
import type { DateText } from '../lib/dates';
import { newKey } from '../lib/new_key';
import { bookingFields, nameOf, type BookingConflict } from './booking_conflict';
import { fieldOfError, newerOf, refusalOf, type Refusal } from './booking_errors';
import {
  changeOf,
  formOfBooking,
  formOfDays,
  isSameForm,
  newOf,
  problemsOf,
  withArrival,
  type BookingForm,
  type BookingProblems,
  type Whom,
} from './booking_form';
import type { Days } from './bookings_api';
import type { Bookings } from './data.svelte';
import { QuoteSession } from './quote_session.svelte';
import { nightCount, sameDays } from './stays';
import type { Booking, Member, Place, Quote, TakenNight, Wish } from './types';
import { applyChoices, type Choices } from '../lib/versions';

export type BookingData = Pick<
  Bookings,
  'api' | 'me' | 'create' | 'change' | 'remove' | 'forgetBooking' | 'refreshWishes'
>;

export class BookingEditor {
  // undefined for a new booking.
  base = $state.raw<Booking | undefined>();
  place = $state.raw() as Place;
  form: BookingForm;
  problems = $state.raw<BookingProblems>({});
  members = $state.raw<Member[]>([]);
  // What went wrong that belongs to no field.
  failure = $state('');
  isOffline = $state(false);
  isBusy = $state(false);
  // It was cancelled elsewhere.
  isGone = $state(false);
  conflict = $state.raw<BookingConflict | undefined>();
  readonly quotes: QuoteSession;

  #clean: BookingForm;
  #isRemoved = false;
  #sent = { text: '', key: '' };

  constructor(
    readonly data: BookingData,
    place: Place,
    start: { booking: Booking } | { days: Days },
  ) {
    this.place = place;
    this.base = 'booking' in start ? start.booking : undefined;
    this.#clean = $state.raw(
      'booking' in start ? formOfBooking(start.booking) : formOfDays(start.days, data.me?.id),
    );
    this.form = $state({ ...this.#clean });
    this.quotes = new QuoteSession(data.api, () => this.heardGone());
    this.#ask();
  }

  get mayChoose(): boolean {
    return this.place.role === 'administrator';
  }

  get isChanged(): boolean {
    return !isSameForm(this.#clean, this.form);
  }

  get nights(): number {
    return nightCount(this.form);
  }

  // The nights are those that are booked already: their price is agreed, and no rule is asked again.
  get hasOldNights(): boolean {
    return this.base !== undefined && !this.isGone && sameDays(this.base, this.form);
  }

  // Of the nights in the form; undefined while it is not known.
  get quote(): Quote | undefined {
    return this.quotes.isOf(this.form) ? this.quotes.quote : undefined;
  }

  get taken(): TakenNight[] {
    return this.hasOldNights ? [] : (this.quote?.taken ?? []);
  }

  // What the server would say about these nights, next to the date that it is about.
  get refusal(): Refusal | undefined {
    return this.hasOldNights ? undefined : refusalOf(this.quote, this.form, this.place);
  }

  // Who comes, as the server would call them when nothing else is written.
  get usualTitle(): string {
    if (this.form.whom === 'blocked') return 'Blocked';
    if (this.form.whom === 'guest') return '';
    // Whoever is not in the place any more is known by what was booked for them.
    return nameOf(this.form.userId, this.members, this.data.me) ?? this.#clean.title;
  }

  setPlace(place: Place): void {
    this.place = place;
    if (!this.mayChoose)
      Object.assign(this.form, { whom: 'member', userId: this.data.me?.id ?? '' });
    this.quotes.clear();
    this.#ask();
  }

  // The place as it is by now: its prices and rules may be others.
  heardPlace(place: Place): void {
    const isOther = place.etag !== this.place.etag;
    this.place = place;
    if (isOther) this.heardNeighbours();
  }

  // Somebody books or cancels near these nights. What is on its way says itself what came of it.
  heardNeighbours(): void {
    if (!this.isBusy && !this.#isRemoved) void this.quotes.again();
  }

  // Somebody else has cancelled it.
  heardGone(): void {
    if (this.base && !this.isBusy && !this.isGone && !this.#isRemoved) this.#gone(this.base);
  }

  setArrival(start: DateText): void {
    this.setStay(withArrival(this.form, start));
  }

  setStay(days: Partial<Days>): void {
    Object.assign(this.form, days);
    this.problems = { ...this.problems, start: undefined, end: undefined };
    this.failure = '';
    this.#ask();
  }

  // A title that nobody wrote changes with whom the nights are for.
  setWhom(change: { whom?: Whom; userId?: string }): void {
    const hadUsual = this.form.title.trim() === this.usualTitle;
    Object.assign(this.form, change);
    if (hadUsual) this.form.title = this.base ? this.usualTitle : '';
  }

  async loadMembers(): Promise<void> {
    if (!this.mayChoose) return;
    const { id } = this.place;
    try {
      const { members } = await this.data.api.members(id);
      if (id === this.place.id) this.members = members;
    } catch (error) {
      this.failure = messageOf(error);
    }
  }

  // Saves, and gives back what was saved; undefined when there is something to be done first.
  async save(): Promise<Booking | undefined> {
    if (this.isBusy || this.isGone) return undefined;
    // A booking always has a title: without one it has its usual one again.
    if (this.base && this.form.title.trim() === '') this.form.title = this.usualTitle;
    this.problems = problemsOf(this.form);
    if (Object.keys(this.problems).length > 0) return undefined;
    const { base } = this;
    if (!base) return this.#attempt(() => this.#create());
    const change = changeOf(this.#clean, this.form, this.mayChoose);
    if (Object.keys(change).length === 0) return base;
    return this.#attempt(() => this.data.change(base, change));
  }

  // After it was cancelled elsewhere: the same again, as a new booking.
  saveAsNew(): Promise<Booking | undefined> {
    this.base = undefined;
    this.isGone = false;
    this.#ask();
    return this.save();
  }

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  resolve(choices: Choices): Promise<Booking | undefined> {
    const { conflict } = this;
    if (!conflict || this.isBusy) return Promise.resolve(undefined);
    const fields = bookingFields(this.members, this.data.me);
    const theirs = formOfBooking(conflict.current);
    const chosen = applyChoices(fields, { ...theirs }, conflict.mine, choices);
    return this.#attempt(async () => {
      this.#takeOver(conflict.current);
      Object.assign(this.form, chosen);
      this.#ask();
      const change = changeOf(theirs, chosen, this.mayChoose);
      const isSame = Object.keys(change).length === 0;
      const saved = isSame ? conflict.current : await this.data.change(conflict.current, change);
      this.conflict = undefined;
      return saved;
    });
  }

  // What was cancelled; undefined when it was not.
  async remove(): Promise<Booking | undefined> {
    const { base } = this;
    if (!base || this.isBusy) return undefined;
    return this.#attempt(async () => {
      await this.data.remove(base);
      this.#isRemoved = true;
      return base;
    });
  }

  // Waits for nights that are taken.
  async wish(note: string): Promise<Wish | undefined> {
    if (this.isBusy) return undefined;
    const { start, end } = this.form;
    return this.#attempt(async () => {
      const wish = await this.data.api.wish(this.place.id, { start, end }, note.trim() || null);
      void this.data.refreshWishes().catch(() => undefined);
      return wish;
    });
  }

  #ask(): void {
    const { start, end } = this.form;
    const problems = problemsOf(this.form);
    // What is gone holds no nights any more.
    const instead = this.isGone ? undefined : this.base?.id;
    if (problems.start || problems.end) this.quotes.clear();
    else this.quotes.ask({ place: this.place, days: { start, end }, instead });
  }

  #takeOver(latest: Booking): void {
    this.base = latest;
    this.#clean = formOfBooking(latest);
    Object.assign(this.form, this.#clean);
    this.#ask();
  }

  async #attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
    this.failure = '';
    this.isOffline = false;
    this.isBusy = true;
    try {
      return await run();
    } catch (error) {
      this.#failed(error);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  // Trying once more uses the same key, so that a lost reply makes no second booking.
  #create(): Promise<Booking> {
    const booking = newOf(this.form, this.mayChoose);
    const text = JSON.stringify([this.place.id, booking]);
    if (text !== this.#sent.text) this.#sent = { text, key: newKey() };
    return this.data.create(this.place.id, booking, this.#sent.key);
  }

  #failed(error: unknown): void {
    this.isOffline = error instanceof OfflineError;
    const newer = newerOf(error);
    if (newer) this.#stale(newer);
    else if (!(error instanceof ApiError)) this.failure = messageOf(error);
    else if (error.status === 404 && this.base) this.#gone(this.base);
    else this.#refused(error);
  }

  #stale(current: Booking): void {
    const mine = { ...(this.conflict?.mine ?? this.form) };
    if (this.conflict || this.isChanged) {
      const base = this.conflict?.base ?? this.#clean;
      this.conflict = { base, mine, current, isNewer: this.conflict !== undefined };
      return;
    }
    // Nobody cancels what they have not seen.
    this.#takeOver(current);
    this.failure = 'This was changed elsewhere meanwhile. You see how it is now; try again.';
  }

  #gone(base: Booking): void {
    this.conflict = undefined;
    this.isGone = true;
    this.data.forgetBooking(base.resourceId, base.id);
    this.#ask();
  }

  #refused(error: ApiError): void {
    this.conflict = undefined;
    const field = fieldOfError(error);
    if (field) this.problems = { [field]: messageOf(error) };
    else this.failure = messageOf(error);
    // Somebody was faster, or the rules are others by now: the quote says how it is.
    if (error.code !== undefined) void this.quotes.again();
  }
}
