// What the roles in a place are called, and what each may do.

import type { RoleWords } from '../../ui/people/sharing';
import type { Role } from '../types';

export const roles: Record<Role, RoleWords> = {
  member: { name: 'Member', meaning: 'Members book for themselves.' },
  viewer: { name: 'Viewer', meaning: 'Viewers look at who comes, and book nothing.' },
  administrator: {
    name: 'Administrator',
    meaning: 'Administrators book for anyone, set prices and rules, and decide who is in.',
  },
};
