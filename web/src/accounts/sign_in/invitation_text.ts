// What the link of an invitation is to, in words.

import type { InvitationPreview } from '../../lib/api_types';
import { t } from '../../lib/messages';

// Before it is known who invites, and where they are not here any more, it is not said.
export function invitationText(preview: InvitationPreview | undefined): string {
  const { invitedBy, things } = preview ?? { invitedBy: null, things: [] };
  if (invitedBy === null) return t.signUp.join.text();
  const to = things.length > 0 ? 'things' : 'norn';
  return t.signUp.join.invites({ name: invitedBy, to });
}

// "Calendar, as an editor, invited by Nora".
export function thingText({ kind, role, invitedBy }: InvitationPreview['things'][number]): string {
  const thing = t.signUp.join.thing({ kind, role });
  return invitedBy === '' ? thing : t.signUp.join.thingBy({ thing, name: invitedBy });
}
