// What is being written in the dialog of a booking, and the server's quote for it.

import type { ApiError } from '../../lib/api';
import { messageOf } from '../../lib/api';
import type { DateText } from '../../lib/dates';
import { Editor } from '../../lib/editor/editor.svelte';
import { bookingFields, nameOf } from './booking_conflict';
import { brokeRule, fieldOfError, newerOf, refusalOf, type Refusal } from './booking_errors';
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
import type { Days } from '../bookings_api';
import type { Bookings } from '../data.svelte';
import { QuoteSession } from './quote_session.svelte';
import { nightCount, sameDays } from '../nights/stays';
import type { Booking, Member, Place, Quote, TakenNight, Wish } from '../types';
import { applyChoices, type Choices } from '../../lib/versions';
import { t } from '../../lib/messages';

export type BookingData = Pick<
  Bookings,
  'api' | 'me' | 'create' | 'change' | 'remove' | 'forgetBooking' | 'refreshWishes'
>;

export class BookingEditor extends Editor<Booking, BookingForm, BookingProblems> {
  place = $state.raw() as Place;
  members = $state.raw<Member[]>([]);
  readonly quotes: QuoteSession;
  #isRemoved = false;

  constructor(
    readonly data: BookingData,
    place: Place,
    start: { booking: Booking } | { days: Days },
  ) {
    const booking = 'booking' in start ? start.booking : undefined;
    const form =
      'booking' in start ? formOfBooking(start.booking) : formOfDays(start.days, data.me?.id);
    super(booking, form, {});
    this.place = place;
    this.quotes = new QuoteSession(data.api, () => this.heardGone());
    this.#ask();
  }

  get mayChoose(): boolean {
    return this.place.role === 'administrator';
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
    if (this.form.whom === 'blocked') return t.bookings.blocked();
    if (this.form.whom === 'guest') return '';
    // Whoever is not in the place any more is known by what was booked for them.
    return nameOf(this.form.userId, this.members, this.data.me) ?? this.clean.title;
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
    if (this.base && !this.isBusy && !this.isGone && !this.#isRemoved) this.gone();
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

  override async save(): Promise<Booking | undefined> {
    if (this.isBusy || this.isGone) return undefined;
    // A booking always has a title: without one it has its usual one again.
    if (this.base && this.form.title.trim() === '') this.form.title = this.usualTitle;
    return super.save();
  }

  override saveAsNew(): Promise<Booking | undefined> {
    this.base = undefined;
    this.isGone = false;
    this.#ask();
    return this.save();
  }

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  async resolve(choices: Choices): Promise<Booking | undefined> {
    const { conflict } = this;
    if (!conflict || this.isBusy) return undefined;
    const fields = bookingFields(this.members, this.data.me);
    const theirs = formOfBooking(conflict.current);
    const chosen = applyChoices(fields, { ...theirs }, conflict.mine, choices);
    const change = changeOf(theirs, chosen, this.mayChoose);
    return this.saveChosen(conflict.current, chosen, async (current) => {
      this.#ask();
      return Object.keys(change).length === 0 ? current : this.data.change(current, change);
    });
  }

  // What was cancelled; undefined when it was not.
  async remove(): Promise<Booking | undefined> {
    const { base } = this;
    if (!base || this.isBusy) return undefined;
    return this.attempt(async () => {
      await this.data.remove(base);
      this.#isRemoved = true;
      return base;
    });
  }

  // Waits for nights that are taken.
  async wish(note: string): Promise<Wish | undefined> {
    if (this.isBusy) return undefined;
    const { start, end } = this.form;
    return this.attempt(async () => {
      const wish = await this.data.api.wish(this.place.id, { start, end }, note.trim() || null);
      void this.data.refreshWishes().catch(() => undefined);
      return wish;
    });
  }

  protected override formOf(booking: Booking): BookingForm {
    return formOfBooking(booking);
  }

  protected override differs(clean: BookingForm, form: BookingForm): boolean {
    return !isSameForm(clean, form);
  }

  protected override check(): BookingProblems {
    return problemsOf(this.form);
  }

  protected override create(): Promise<Booking> {
    const booking = newOf(this.form, this.mayChoose);
    const { id } = this.place;
    return this.data.create(id, booking, this.keyOf([id, booking]));
  }

  protected override async saveChange(base: Booking): Promise<Booking | undefined> {
    const change = changeOf(this.clean, this.form, this.mayChoose);
    if (Object.keys(change).length === 0) return base;
    return this.attempt(() => this.data.change(base, change));
  }

  protected override currentOf(error: unknown): Booking | undefined {
    return newerOf(error);
  }

  protected override takeOver(latest: Booking): void {
    super.takeOver(latest);
    this.#ask();
  }

  protected override gone(): void {
    super.gone();
    if (this.base) this.data.forgetBooking(this.base.resourceId, this.base.id);
    this.#ask();
  }

  protected override refused(error: ApiError): void {
    this.conflict = undefined;
    // Somebody was faster, or the rules are others by now: the quote says how it is.
    if (brokeRule(error)) void this.quotes.again();
  }

  protected override problemsOf(error: ApiError): BookingProblems | undefined {
    const field = fieldOfError(error);
    return field && { [field]: messageOf(error) };
  }

  #ask(): void {
    const { start, end } = this.form;
    const problems = problemsOf(this.form);
    // What is gone holds no nights any more.
    const instead = this.isGone ? undefined : this.base?.id;
    if (problems.start || problems.end) this.quotes.clear();
    else this.quotes.ask({ place: this.place, days: { start, end }, instead });
  }
}
