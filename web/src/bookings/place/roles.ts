// What the roles in a place are called, and what each may do.

import type { RoleWords } from '../../ui/people/sharing';
import type { Role } from '../types';
import { t } from '../../lib/messages';

export const roles = (): Record<Role, RoleWords> => ({
  member: words('member'),
  viewer: words('viewer'),
  administrator: words('administrator'),
});

function words(role: Role): RoleWords {
  const { name, meaning } = t.bookings.roles[role];
  return { name: name(), meaning: meaning() };
}
