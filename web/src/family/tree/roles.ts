// What the roles in a tree are called, and what each may do.

import { t } from '../../lib/messages';
import type { RoleWords } from '../../ui/people/sharing';
import type { Role } from '../types';

export const roles = (): Record<Role, RoleWords> => ({
  write: words('write'),
  read: words('read'),
  owner: words('owner'),
});

function words(role: Role): RoleWords {
  const { name, meaning } = t.family.roles[role];
  return { name: name(), meaning: meaning() };
}
