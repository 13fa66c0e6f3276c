// What the roles in a calendar are called, and what each may do.

import { t } from '../../lib/messages';
import type { Role } from '../../lib/types';
import type { RoleWords } from '../../ui/people/sharing';

export function roles(): Record<Role, RoleWords> {
  return { owner: wordsOf('owner'), writer: wordsOf('writer'), reader: wordsOf('reader') };
}

// What is said of somebody who is invited with this role and has no account yet.
export function invitedAs({ name }: RoleWords): string {
  const role = (['owner', 'writer'] as const).find((each) => wordsOf(each).name === name);
  return t.calendars.roles[role ?? 'reader'].joins();
}

function wordsOf(role: Role): RoleWords {
  const { name, meaning } = t.calendars.roles[role];
  return { name: name(), meaning: meaning() };
}
