// People whom a line names, or is about to name.

import { folded } from '../../lib/folded';
import { personIn, unfinishedName } from '../../when/words/people';
import type { KnownPerson } from '../people/known_people.svelte';

const maxSuggested = 5;

// Whose names begin as the one that is being typed, or have a word that does. Nobody once it is whole.
export function namesFor(text: string, people: readonly KnownPerson[]): string[] {
  const typed = unfinishedName(text);
  if (typed === undefined) return [];
  const wanted = folded(typed);
  const names = people.map(({ name }) => name);
  if (names.some((name) => folded(name) === wanted)) return [];
  const begins = (name: string) =>
    folded(name).startsWith(wanted) ||
    folded(name)
      .split(/\s+/)
      .some((part) => part.startsWith(wanted));
  return names.filter(begins).slice(0, maxSuggested);
}

// Who is named, whether the line can be for somebody or not.
export function namedElsewhere(text: string, people: readonly KnownPerson[]): string | undefined {
  return personIn(
    text,
    people.map(({ id, name }) => ({ userId: id, name })),
  )?.name;
}
