// Members who are named in a comment: "@Ben Berg". The text says the name, and the comment the ids.

import { folded } from '../../lib/folded';
import type { Member } from '../types';

const most = 5;

// What is being typed right before the cursor: "@be" begins at `start`; undefined when it is no name.
export function mentionAt(
  text: string,
  cursor: number,
): { start: number; typed: string } | undefined {
  const found = /(?<![\p{L}\p{N}])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(
    text.slice(0, cursor),
  );
  return found ? { start: found.index, typed: found[1] ?? '' } : undefined;
}

// Those whose name, or a part of it, begins so.
export function membersFor(typed: string, members: readonly Member[]): Member[] {
  const wanted = folded(typed);
  const fits = ({ name }: Member) => {
    const known = folded(name ?? '');
    return known.startsWith(wanted) || known.split(/\s+/).some((word) => word.startsWith(wanted));
  };
  return members.filter((member) => member.name !== null && fits(member)).slice(0, most);
}

// The ids of the members who are named. The longer of two names that begin alike is meant.
export function mentionedIn(text: string, members: readonly Member[]): string[] {
  const named = members
    .filter((member) => member.name !== null && member.name !== '')
    .sort((one, other) => (other.name ?? '').length - (one.name ?? '').length);
  const ids = new Set<string>();
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])@/gu)) {
    const rest = text.slice(index + 1).toLowerCase();
    const member = named.find(({ name }) => {
      const known = (name ?? '').toLowerCase();
      return rest.startsWith(known) && !/^[\p{L}\p{N}]/u.test(rest.slice(known.length));
    });
    if (member) ids.add(member.userId);
  }
  return [...ids];
}
