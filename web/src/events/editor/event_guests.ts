// Who of the guests of an event is who: the reader, and members of a calendar who can still be invited.

import type { EventGuest, GuestAnswer } from '../types';

export interface GuestMember {
  userId: string;
  name: string;
  // null: the reader may not see addresses.
  email: string | null;
}

export const answersToGive = ['yes', 'maybe', 'no'] as const satisfies readonly GuestAnswer[];

// Of a guest by address nothing else is known; who has that address is that guest.
export function guestOf(
  { userId, email }: Pick<GuestMember, 'userId' | 'email'>,
  guests: readonly EventGuest[],
): EventGuest | undefined {
  return guests.find((guest) => guest.userId === userId || isSameAddress(guest.email, email));
}

// Without those who are guests already.
export function membersToInvite(
  members: readonly GuestMember[],
  guests: readonly EventGuest[],
): GuestMember[] {
  return members.filter((member) => !guestOf(member, guests));
}

function isSameAddress(one: string | undefined, other: string | null): boolean {
  return one !== undefined && other !== null && one.toLowerCase() === other.toLowerCase();
}
