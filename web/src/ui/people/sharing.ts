// What the people panel has to know of the app whose thing is shared: its roles in words, who decides about them, and
// the requests. The panel itself knows no role.

import { language } from '../../lib/locale';
import { t } from '../../lib/messages';

export interface Member<Role extends string> {
  userId: string;
  name: string | null;
  // null: the reader may not see addresses.
  email: string | null;
  // Left out where the app does not say.
  emailVerified?: boolean;
  role: Role;
  // What they may do, if that can be less than their role allows.
  permissions?: readonly string[];
  etag: string;
}

export interface Invitation<Role extends string> {
  email: string;
  role: Role;
}

export interface MemberList<Role extends string> {
  members: Member<Role>[];
  invitations: Invitation<Role>[];
}

export interface RoleWords {
  // "Editor".
  name: string;
  // "Editors can see, add and change entries."
  meaning: string;
}

// What a member may do, from all that their role allows down to nothing.
export interface Limit {
  permissions: readonly string[];
  // "Only see".
  name: string;
}

export interface Sharing<Role extends string> {
  // What is shared: "Family"; and what kind of thing that is.
  name: string;
  noun: 'calendar' | 'place' | 'project' | 'tree';
  // In the order in which they are offered.
  roles: Record<Role, RoleWords>;
  // The role of those who decide who is in. At least one person always has it.
  owner: Role;
  // Whether the reader decides who is in; others than owners decide about everybody but owners. Left out where that is
  // for owners alone.
  mayManage?: boolean;
  // The role that the form for inviting begins with.
  usual: Role;
  myId: string | undefined;
  myRole: Role;
  // What becomes of somebody's work when they are removed: "Whatever they added stays."
  kept: string;
  // What happens next to an address without an account, and what its row says meanwhile.
  noAccount: string;
  invitedAs: (role: RoleWords) => string;

  list: () => Promise<MemberList<Role>>;
  // With the member when they are in at once.
  invite: (email: string, role: Role) => Promise<{ member?: Member<Role> }>;
  changeRole: (member: Member<Role>, role: Role) => Promise<unknown>;
  remove: (member: Member<Role>) => Promise<unknown>;
  withdraw: (email: string) => Promise<unknown>;
  // Left out where nobody may do less than their role allows.
  limits?: {
    ofRole: (role: Role) => readonly Limit[];
    change: (member: Member<Role>, limit: Limit) => Promise<unknown>;
  };
  // Makes a member the owner in the reader's place, who gets another role; left out where there is no such thing.
  handOver?: { detail: string; run: (member: Member<Role>) => Promise<unknown> };
  // A link with which the address signs up; left out for those who may not make one.
  makeLink?: ((email: string) => Promise<string>) | undefined;
}

// The roles that the reader may give. Only owners make others owners.
export function offeredRoles<Role extends string>(sharing: Sharing<Role>): [string, RoleWords][] {
  const { roles, owner, myRole } = sharing;
  return Object.entries<RoleWords>(roles).filter(([role]) => myRole === owner || role !== owner);
}

// What a member may do; undefined where there are no limits, or for one that only another program can have set.
export function limitOf<Role extends string>(
  { limits }: Sharing<Role>,
  { role, permissions }: Member<Role>,
): Limit | undefined {
  return limits?.ofRole(role).find((limit) => isSame(limit.permissions, permissions ?? []));
}

// They are in the same order everywhere.
export function isSame(permissions: readonly string[], others: readonly string[]): boolean {
  return permissions.join() === others.join();
}

// Whether a member may do less than their role allows.
export function isLimited<Role extends string>(
  { limits }: Sharing<Role>,
  { role, permissions }: Member<Role>,
): boolean {
  const all = limits?.ofRole(role)[0];
  return all !== undefined && !isSame(all.permissions, permissions ?? []);
}

// "an owner", "a viewer"; in other languages without an article.
export function withArticle(noun: string): string {
  return /^[aeiou]/i.test(noun) ? t.people.an({ noun }) : t.people.a({ noun });
}

// The name of a role within a sentence: only English writes it small there.
export function withinSentence(name: string): string {
  return language() === 'en' ? name.toLowerCase() : name;
}
