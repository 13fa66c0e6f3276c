// The fields of a booking as they are compared when two people changed it.

import type { Me } from '../../lib/types';
import type { BookingForm } from './booking_form';
import { stayText } from './quote_words';
import type { Member } from '../types';
import type { VersionField } from '../../lib/versions';

export function bookingFields(
  members: readonly Member[],
  me: Me | undefined,
): VersionField<BookingForm>[] {
  return [
    {
      field: 'when',
      label: 'Nights',
      text: ({ start, end }) => stayText(start, end),
      key: ({ start, end }) => `${start} ${end}`,
      take: (form, { start, end }) => void Object.assign(form, { start, end }),
    },
    {
      field: 'whom',
      label: 'For',
      text: (form) => whomText(form, members, me),
      key: ({ whom, userId }) => `${whom} ${whom === 'member' ? userId : ''}`,
      take: (form, { whom, userId }) => void Object.assign(form, { whom, userId }),
    },
    {
      field: 'title',
      label: 'Title',
      text: ({ title }) => title.trim(),
      take: (form, { title }) => void (form.title = title),
    },
    {
      field: 'note',
      label: 'Note',
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
  if (whom === 'blocked') return 'Blocked nights';
  if (whom === 'guest') return 'A guest';
  return nameOf(userId, members, me) ?? 'A member';
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
