// The fields of a booking as they are compared when two people changed it.

import type { Me } from '../../lib/types';
import type { BookingForm } from './booking_form';
import { stayText } from './quote_words';
import type { Member } from '../types';
import type { VersionField } from '../../lib/versions';
import { t } from '../../lib/messages';

export function bookingFields(
  members: readonly Member[],
  me: Me | undefined,
): VersionField<BookingForm>[] {
  return [
    {
      field: 'when',
      label: t.bookings.fields.nights(),
      text: ({ start, end }) => stayText(start, end),
      key: ({ start, end }) => `${start} ${end}`,
      take: (form, { start, end }) => void Object.assign(form, { start, end }),
    },
    {
      field: 'whom',
      label: t.bookings.fields.for(),
      text: (form) => whomText(form, members, me),
      key: ({ whom, userId }) => `${whom} ${whom === 'member' ? userId : ''}`,
      take: (form, { whom, userId }) => void Object.assign(form, { whom, userId }),
    },
    {
      field: 'title',
      label: t.bookings.fields.title(),
      text: ({ title }) => title.trim(),
      take: (form, { title }) => void (form.title = title),
    },
    {
      field: 'note',
      label: t.bookings.fields.note(),
      text: ({ note }) => note.trim(),
      take: (form, { note }) => void (form.note = note),
    },
  ];
}

function whomText(
  { whom, userId }: BookingForm,
  members: readonly Member[],
  me: Me | undefined,
): string {
  if (whom === 'blocked') return t.bookings.fields.blockedNights();
  if (whom === 'guest') return t.bookings.fields.aGuest();
  return nameOf(userId, members, me) ?? t.bookings.fields.aMember();
}

// Only administrators know who else is in the place.
export function nameOf(
  userId: string,
  members: readonly Member[],
  me: Me | undefined,
): string | undefined {
  if (userId === me?.id) return me.name;
  const member = members.find((each) => each.userId === userId);
  return member?.name ?? member?.email ?? undefined;
}
