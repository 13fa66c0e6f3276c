import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../../lib/messages';
import type { TreeDifference } from '../types';
import { labelOf, titleOf, valueOf } from './differences';

beforeAll(() => loadMessages('family', 'familyReimport'));

const difference = (change: Partial<TreeDifference>) =>
  ({ kind: 'person', title: '', people: [], ...change }) as TreeDifference;

describe('a difference', () => {
  it.each([
    ['birth', '10 DEC 1815', '10 December 1815'],
    ['birth', '1815-12-10', '10 December 1815'],
    ['date', 'ABT 1850', 'about 1850'],
    ['gender', 'Female', 'Female'],
    ['type', 'Adoptive', 'Adoptive'],
    ['status', 'Unknown', 'Not known'],
    ['status', 'Engaged', 'Engaged'],
    ['isDeceased', 'false', 'No'],
    ['kind', 'Occupation', 'Job'],
    ['birthPlace', 'London', 'London'],
    ['birthPlace', null, ''],
  ])('says of %s %s: %s', (name, value, words) => expect(valueOf(name, value)).toBe(words));

  it('names what it is about, also what this page does not know', () => {
    expect(labelOf('birthPlace')).toBe('Place of birth');
    expect(labelOf('lines')).toBe('Kept lines');
    expect(labelOf('toString')).toBe('toString');
  });

  it('names the people', () => {
    const people = [
      { id: 'a', name: 'Byron' },
      { id: null, name: 'Ada' },
    ];
    expect(titleOf(difference({ kind: 'parent', people }))).toBe('Byron, parent of Ada');
    expect(titleOf(difference({ kind: 'couple', people }))).toBe('Byron and Ada');
    expect(titleOf(difference({ title: 'Ada Lovelace' }))).toBe('Ada Lovelace');
    expect(titleOf(difference({ people: [{ id: 'a', name: '' }] }))).not.toBe('');
  });
});
