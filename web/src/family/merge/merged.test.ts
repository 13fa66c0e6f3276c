import { describe, expect, it } from 'vitest';
import type { Person } from '../types';
import { mergedRows, takenOf } from './merged';

const person = (values: Partial<Person>): Person => ({
  personId: 'p',
  treeId: 't',
  firstName: 'John',
  middleName: null,
  lastName: 'Berg',
  birthName: null,
  preferredName: null,
  suffix: null,
  gender: 'Unknown',
  birthDate: null,
  birthDateText: null,
  deathDate: null,
  deathDateText: null,
  isDeceased: false,
  isLiving: true,
  isHidden: false,
  birthPlace: null,
  deathPlace: null,
  biography: null,
  photoUrl: null,
  birthCitations: [],
  deathCitations: [],
  createdBy: null,
  updatedBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  etag: 'e',
  ...values,
});

describe('two records', () => {
  const rows = mergedRows(
    person({ birthDateText: 'ABT 1850', gender: 'Male' }),
    person({ firstName: 'Johnny', birthDate: '1850-03-31', birthPlace: 'Oslo' }),
  );

  it('are chosen between where both know something else', () => {
    expect(rows.differing.map(({ field, mine }) => [field, mine])).toEqual([
      ['firstName', 'John'],
      ['birthDate', 'about 1850'],
    ]);
  });

  it('complete each other otherwise', () => {
    expect(rows.certain.map(({ field, text }) => [field, text])).toEqual([
      ['lastName', 'Berg'],
      ['gender', 'Male'],
      ['birthPlace', 'Oslo'],
    ]);
  });

  it('are taken from where that was chosen', () => {
    expect(takenOf(rows, {})).toEqual([]);
    expect(takenOf(rows, { firstName: 'mine', birthDate: 'theirs', lastName: 'theirs' })).toEqual([
      'birthDate',
    ]);
  });
});
