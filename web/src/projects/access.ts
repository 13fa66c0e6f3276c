// What the person may do in a project.

import type { Project } from './types';

// Nothing in an archived project can be changed.
export function mayWrite({ permissions, status }: Project): boolean {
  return permissions.includes('WRITE') && status !== 'ARCHIVED';
}

// Its settings and its people.
export function mayManage({ permissions }: Project): boolean {
  return permissions.includes('MANAGE');
}

export function isOwner({ role, permissions }: Project): boolean {
  return role === 'OWNER' && permissions.includes('MANAGE');
}
