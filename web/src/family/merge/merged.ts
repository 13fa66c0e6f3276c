// Two records of one person beside each other: what is known in one of them only, and what has to be chosen.

import { t } from '../../lib/messages';
import type { Choices, VersionRow } from '../../lib/versions';
import { dateInWords } from '../life_span';
import type { Merge, Person } from '../types';

type Member = NonNullable<Merge['take']>[number];

interface MergedField {
  member: Member;
  label: () => string;
  // '' where nothing is known.
  text: (person: Person) => string;
}

const plain = (member: Member & keyof Person, label: () => string): MergedField => ({
  member,
  label,
  text: (person) => {
    const value = person[member];
    return typeof value === 'string' ? value : '';
  },
});

const words = () => t.family.person;
const fields: readonly MergedField[] = [
  plain('firstName', () => words().firstName()),
  plain('middleName', () => words().middleName()),
  plain('lastName', () => words().lastName()),
  plain('birthName', () => words().birthName()),
  plain('preferredName', () => words().preferredName()),
  plain('suffix', () => words().suffix()),
  {
    member: 'gender',
    label: () => words().gender(),
    text: ({ gender }) => (gender === 'Unknown' ? '' : t.family.genders[gender]()),
  },
  {
    member: 'birthDate',
    label: () => words().birth(),
    text: (person) => dateInWords(person.birthDate, person.birthDateText),
  },
  plain('birthPlace', () => words().birthPlace()),
  {
    member: 'deathDate',
    label: () => words().death(),
    text: (person) => dateInWords(person.deathDate, person.deathDateText),
  },
  plain('deathPlace', () => words().deathPlace()),
  plain('biography', () => words().biography()),
  plain('photoUrl', () => words().photo()),
];

export interface MergedRows {
  // Known in both records, and different.
  differing: VersionRow[];
  // What the person has afterwards in any case.
  certain: { field: string; label: string; text: string }[];
}

export function mergedRows(person: Person, other: Person): MergedRows {
  const rows: MergedRows = { differing: [], certain: [] };
  for (const { member, label, text } of fields) {
    const [mine, theirs] = [text(person), text(other)];
    if (mine !== '' && theirs !== '' && mine !== theirs) {
      rows.differing.push({
        field: member,
        label: label(),
        mine,
        theirs,
        differs: true,
        changedBy: 'nobody',
      });
    } else if (mine !== '' || theirs !== '') {
      rows.certain.push({ field: member, label: label(), text: mine || theirs });
    }
  }
  return rows;
}

// What is to be as the other record has it.
export function takenOf({ differing }: MergedRows, choices: Choices): Member[] {
  return fields
    .map(({ member }) => member)
    .filter(
      (member) => differing.some(({ field }) => field === member) && choices[member] === 'theirs',
    );
}
