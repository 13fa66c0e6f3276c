// What another one has invited the person to: it is opened here, to be answered.

import type { PlaceDialog } from '../addresses';
import type { Item } from '../types';

const invitationPattern = /^\/api\/v1\/planner\/invitations\/([^/]+)\/([^/]+)$/;

// The dialog in which it is answered; undefined for everything else.
export function invitationIn({ self, may }: Pick<Item, 'self' | 'may'>): PlaceDialog | undefined {
  const [, ownerId, eventId] = invitationPattern.exec(self) ?? [];
  if (!may.includes('answer') || ownerId === undefined || eventId === undefined) return undefined;
  return { kind: 'invitation', ownerId, eventId };
}
