// Finding people of a tree by their names and years.

import { folded } from '../../lib/folded';
import { lifeSpan } from '../life_span';
import type { Person } from '../model';
import { fullName } from '../names';

const texts = new WeakMap<Person, string>();

// Everything by which a person is found.
function textOf(person: Person): string {
  let text = texts.get(person);
  if (text === undefined) {
    const names = person.isHidden ? [] : [person.preferredName ?? '', person.birthName ?? ''];
    text = folded([fullName(person), ...names, lifeSpan(person)].join(' '));
    texts.set(person, text);
  }
  return text;
}

// Those in whose names and years all words occur.
export function found(persons: readonly Person[], query: string): Person[] {
  const words = folded(query).split(/\s+/u).filter(Boolean);
  return persons.filter((person) => words.every((word) => textOf(person).includes(word)));
}

// By family name, then by given name.
export function sortedByName(persons: readonly Person[]): Person[] {
  const compare = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }).compare;
  return [...persons].sort(
    (a, b) => compare(a.lastName, b.lastName) || compare(a.firstName, b.firstName),
  );
}
