// How a person is called.

import { initialsOf } from '../lib/initials';
import { t } from '../lib/messages';
import type { Person } from './model';

type Names = Pick<
  Person,
  'firstName' | 'middleName' | 'lastName' | 'preferredName' | 'suffix' | 'isHidden'
>;

// Names in Chinese characters, kana and hangul have the family name first.
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

// "Johann Sebastian Bach Jr."
export function fullName(person: Names): string {
  if (person.isHidden) return t.family.living();
  return written([person.firstName, person.middleName], person) || t.family.noName();
}

// As a person is called, without middle names: "Hans Bach".
export function shortName(person: Names): string {
  if (person.isHidden) return t.family.living();
  const given = person.preferredName?.trim() || person.firstName;
  return written([given], person) || t.family.noName();
}

// Two letters for a picture; '' where the name is not known or not shown.
export function initialsOfPerson(person: Names): string {
  if (person.isHidden) return '';
  const name = written([person.firstName], { lastName: person.lastName });
  return /\p{L}/u.test(name) ? initialsOf(name) : '';
}

function written(
  given: readonly (string | null | undefined)[],
  { lastName, suffix }: Pick<Names, 'lastName' | 'suffix'>,
): string {
  const parts = given.map((part) => part?.trim() ?? '').filter(Boolean);
  const last = lastName.trim();
  if (last && familyFirst.test(last) && parts.every((part) => familyFirst.test(part))) {
    return last + parts.join('');
  }
  return [...parts, last, suffix?.trim() ?? ''].filter(Boolean).join(' ');
}
