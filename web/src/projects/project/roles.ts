// What the roles in a project are called, and what each may do.

import { t } from '../../lib/messages';
import type { RoleWords } from '../../ui/people/sharing';
import type { Role } from '../types';

export const roles = (): Record<Role, RoleWords> => ({
  MEMBER: words('MEMBER'),
  VIEWER: words('VIEWER'),
  ADMIN: words('ADMIN'),
  OWNER: words('OWNER'),
});

function words(role: Role): RoleWords {
  const { name, meaning } = t.projects.roles[role];
  return { name: name(), meaning: meaning() };
}
