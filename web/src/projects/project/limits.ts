// What a member of a project may do in words, from all that their role allows down to nothing.

import { t } from '../../lib/messages';
import { isSame, type Limit } from '../../ui/people/sharing';
import type { Permission, Role } from '../types';

interface ProjectLimit extends Limit {
  permissions: readonly Permission[];
}

const allOf: Record<Role, readonly Permission[]> = {
  OWNER: ['READ', 'WRITE', 'MANAGE'],
  ADMIN: ['READ', 'WRITE', 'MANAGE'],
  MEMBER: ['READ', 'WRITE'],
  VIEWER: ['READ'],
};

export function limitsOf(role: Role): readonly ProjectLimit[] {
  const words = t.projects.sharing.limits;
  const less: ProjectLimit[] = [
    { permissions: ['READ', 'WRITE'], name: words.write() },
    { permissions: ['READ', 'MANAGE'], name: words.manage() },
    { permissions: ['READ'], name: words.read() },
    { permissions: [], name: words.none() },
  ];
  const all = allOf[role];
  const fits = ({ permissions }: ProjectLimit) =>
    permissions.length < all.length && permissions.every((each) => all.includes(each));
  return [{ permissions: all, name: words.all() }, ...less.filter(fits)];
}

// What the server is told: null is all of the role.
export function permissionsFor(role: Role, limit: Limit): readonly Permission[] | null {
  const less = limitsOf(role).slice(1);
  return (
    less.find(({ permissions }) => isSame(permissions, limit.permissions))?.permissions ?? null
  );
}
