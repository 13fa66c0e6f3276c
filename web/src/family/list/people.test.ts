import { describe, expect, it } from 'vitest';
import type { Person } from '../model';
import { found, sortedByName } from './people';

const person = (firstName: string, lastName: string, more: Partial<Person> = {}): Person => ({
  personId: firstName,
  firstName,
  lastName,
  gender: 'Unknown',
  isLiving: false,
  ...more,
});

const people = [
  person('Zoë', 'Müller', { birthDateText: '1850', deathDateText: '1920' }),
  person('Anna', 'Berg', { birthName: 'Müller' }),
  person('Karl', 'berg', { preferredName: 'Charly' }),
  person('Secret', 'Name', { isHidden: true }),
];

describe('people', () => {
  const names = (all: readonly Person[]) => all.map(({ firstName }) => firstName);

  it.each([
    ['muller', ['Zoë', 'Anna']],
    ['zoe 1850', ['Zoë']],
    ['berg a', ['Anna', 'Karl']],
    ['charly', ['Karl']],
    ['secret', []],
    ['', ['Zoë', 'Anna', 'Karl', 'Secret']],
  ])('are found by %j', (query, expected) => {
    expect(names(found(people, query))).toEqual(expected);
  });

  it('are sorted by family name', () => {
    expect(names(sortedByName(people))).toEqual(['Anna', 'Karl', 'Zoë', 'Secret']);
  });
});
