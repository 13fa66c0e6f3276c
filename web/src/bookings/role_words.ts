// What the roles of a place are called, and what each may do.

import type { Role } from './types';

export const roleNames: Record<Role, string> = {
  member: 'Member',
  viewer: 'Viewer',
  administrator: 'Administrator',
};

export const roleMeanings: Record<Role, string> = {
  member: 'Members book for themselves.',
  viewer: 'Viewers look at who comes, and book nothing.',
  administrator: 'Administrators book for anyone, set prices and rules, and decide who is in.',
};
