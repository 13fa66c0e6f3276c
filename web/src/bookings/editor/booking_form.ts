// What somebody writes about a booking, and what is sent of it.

import { newBookingLimits } from '../../lib/api_limits';
import { addDays, isDate, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';
import { departureProblem } from './quote_words';
import { nightCount } from '../nights/stays';
import type { Booking, BookingChange, NewBooking } from '../types';
import { t } from '../../lib/messages';

// Whom the nights are for. Only administrators choose.
export type Whom = 'member' | 'guest' | 'blocked';

export interface BookingForm {
  start: DateText;
  end: DateText;
  whom: Whom;
  // Of a member; '' is nobody yet.
  userId: string;
  // Empty: the server's usual one, the name of who comes.
  title: string;
  note: string;
}

export type BookingProblems = Partial<Record<keyof BookingForm, string | undefined>>;

export const maxTitle = newBookingLimits.title.maxLength;
export const maxNote = newBookingLimits.note.maxLength;

export function formOfBooking(booking: Booking): BookingForm {
  const { kind, userId, note } = booking.extendedProps;
  return {
    start: booking.start,
    end: booking.end,
    whom: kind === 'blocked' ? 'blocked' : userId === null ? 'guest' : 'member',
    userId: userId ?? '',
    title: booking.title,
    note: note ?? '',
  };
}

// A new booking is one's own until somebody else is chosen.
export function formOfDays({ start, end }: Days, userId = ''): BookingForm {
  return { start, end, whom: 'member', userId, title: '', note: '' };
}

export function problemsOf(form: BookingForm): BookingProblems {
  const problems: BookingProblems = {};
  if (!isDate(form.start)) problems.start = t.bookings.fields.chooseArrival();
  if (!isDate(form.end)) problems.end = t.bookings.fields.chooseDeparture();
  else if (isDate(form.start) && form.end <= form.start) problems.end = departureProblem();
  const title = form.title.trim();
  if (form.whom === 'guest' && title === '') problems.title = t.bookings.fields.enterGuest();
  if (title.length > maxTitle) problems.title = t.bookings.atMostCharacters({ count: maxTitle });
  if (form.whom === 'member' && form.userId === '')
    problems.userId = t.bookings.fields.chooseWhom();
  if (form.note.trim().length > maxNote) {
    problems.note = t.bookings.atMostCharacters({ count: maxNote });
  }
  return problems;
}

// A new arrival takes the departure along when it would be after it.
export function withArrival(form: Pick<BookingForm, 'start' | 'end'>, start: DateText) {
  const nights = isDate(form.start) && isDate(form.end) ? nightCount(form) : 0;
  const isOver = isDate(start) && (!isDate(form.end) || form.end <= start);
  return { start, end: isOver ? addDays(start, Math.max(1, nights)) : form.end };
}

// `mayChoose`: whether the person may book for others.
export function newOf(form: BookingForm, mayChoose: boolean): NewBooking {
  const title = form.title.trim();
  const booking: NewBooking = { start: form.start, end: form.end };
  if (title !== '') booking.title = title;
  if (form.note.trim() !== '') booking.note = form.note.trim();
  if (!mayChoose) return booking;
  if (form.whom === 'blocked') booking.kind = 'blocked';
  else booking.userId = form.whom === 'guest' ? null : form.userId;
  return booking;
}

// What differs from `before`.
export function changeOf(
  before: BookingForm,
  form: BookingForm,
  mayChoose: boolean,
): BookingChange {
  const change: BookingChange = {};
  if (form.start !== before.start) change.start = form.start;
  if (form.end !== before.end) change.end = form.end;
  const title = form.title.trim();
  if (title !== before.title.trim() && title !== '') change.title = title;
  const note = form.note.trim();
  if (note !== before.note.trim()) change.note = note || null;
  const person = personOf(form);
  if (mayChoose && form.whom !== 'blocked' && person !== personOf(before)) change.userId = person;
  return change;
}

export function isSameForm(one: BookingForm, other: BookingForm): boolean {
  const text = (form: BookingForm) =>
    JSON.stringify([
      form.start,
      form.end,
      form.whom,
      personOf(form),
      form.title.trim(),
      form.note.trim(),
    ]);
  return text(one) === text(other);
}

function personOf(form: BookingForm): string | null {
  return form.whom === 'member' ? form.userId : null;
}

// The same nights again, after they were given back.
export function againOf(booking: Booking, mayChoose: boolean): NewBooking {
  return newOf(formOfBooking(booking), mayChoose);
}
