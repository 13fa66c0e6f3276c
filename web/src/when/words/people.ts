// People in a line: "@ben", "@Ben Berg", "@me".

import { folded } from '../../lib/folded';
import type { Line } from './line';

export interface NamedPerson {
  userId: string;
  name?: string | null;
}

const word = "[\\p{L}\\p{N}][\\p{L}\\p{N}_.'’-]*";
const signed = () => new RegExp(`(?<![^\\s(,，])[@＠](${word})(?: ${word})?`, 'gu');

// A name that nobody has, or that two have, is part of the title.
export function takePerson<Person extends NamedPerson>(
  line: Line,
  people: readonly Person[],
  myId: string | undefined,
): Person | undefined {
  for (const found of line.rest.matchAll(signed())) {
    for (const length of lengthsOf(found)) {
      const name = line.typed(found.index, found.index + length).slice(1);
      const person = personCalled(name, people, myId);
      if (!person) continue;
      line.take(found.index, found.index + length, 'person');
      return person;
    }
  }
  return undefined;
}

// The first of these people whom a text names.
export function personIn<Person extends NamedPerson>(
  text: string,
  people: readonly Person[],
): Person | undefined {
  for (const found of text.matchAll(signed())) {
    for (const length of lengthsOf(found)) {
      const person = personCalled(found[0].slice(1, length), people, undefined);
      if (person) return person;
    }
  }
  return undefined;
}

// What stands behind the last "@", when somebody may still be typing it.
export function unfinishedName(text: string): string | undefined {
  return /(?<![^\s(,，])[@＠]([\p{L}\p{N}_.'’-]*(?: [\p{L}\p{N}_.'’-]+)?)$/u.exec(text)?.[1];
}

// With two words, and with the first one alone.
function lengthsOf([whole, first = '']: RegExpExecArray): number[] {
  return [whole.length, first.length + 1];
}

const me = ['me', 'ich', 'mich', 'mir', '我'];

function personCalled<Person extends NamedPerson>(
  name: string,
  people: readonly Person[],
  myId: string | undefined,
): Person | undefined {
  const wanted = folded(name);
  const own = people.find(({ userId }) => userId === myId);
  if (me.includes(wanted) && own) return own;
  const named = people.map((person) => ({ person, known: folded(person.name ?? '') }));
  const exactly = named.find(({ known }) => known === wanted);
  const byWord = named.filter(({ known }) => known.split(/\s+/).includes(wanted));
  const begins = named.filter(({ known }) => known.startsWith(wanted));
  // One of two people who are called alike is not guessed.
  const only = [byWord, begins].find((each) => each.length > 0);
  return exactly?.person ?? (only?.length === 1 ? only[0]?.person : undefined);
}
