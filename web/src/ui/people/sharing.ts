// What the people panel has to know of the app whose thing is shared: its roles in words, who decides about them, and
// the requests. The panel itself knows no role.

export interface Member<Role extends string> {
  userId: string;
  name: string | null;
  // null: the reader may not see addresses.
  email: string | null;
  // Left out where the app does not say.
  emailVerified?: boolean;
  role: Role;
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
  // "Writer".
  name: string;
  // "Writers see everything and write entries."
  meaning: string;
}

export interface Sharing<Role extends string> {
  // What is shared: "Family"; and what such a thing is called: "calendar".
  name: string;
  noun: string;
  // In the order in which they are offered.
  roles: Record<Role, RoleWords>;
  // The role of those who decide who is in. At least one person always has it.
  owner: Role;
  // The role that the form for inviting begins with.
  usual: Role;
  myId: string | undefined;
  myRole: Role;
  // What becomes of somebody's work when they are removed: "What they wrote stays."
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
  // A link with which the address signs up; left out for those who may not make one.
  makeLink?: ((email: string) => Promise<string>) | undefined;
}

// "an owner", "a reader".
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
