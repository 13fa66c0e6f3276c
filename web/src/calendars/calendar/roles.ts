// What the roles in a calendar are called, and what each may do.

import type { Role } from '../../lib/types';
import type { RoleWords } from '../../ui/people/sharing';

export const roles: Record<Role, RoleWords> = {
  owner: {
    name: 'Owner',
    meaning: 'Owners write entries, change the calendar and decide who is in it.',
  },
  writer: { name: 'Writer', meaning: 'Writers see everything and write entries.' },
  reader: { name: 'Reader', meaning: 'Readers see everything in it.' },
};
