import { expect, test } from 'vitest';
import { authorshipText, namesOf } from './authorship';

const noon = (date: string) => new Date(`${date}T12:00:00`).toISOString();
const nobody = { createdBy: undefined, updatedBy: undefined };
const now = '2026-11-17';

test.each([
  [
    '2026-11-04',
    '2026-11-16',
    'Ann',
    'Bob',
    'Created by Ann on 4 Nov 2026, changed by Bob yesterday',
  ],
  ['2026-11-04', '2026-11-04', 'Ann', 'Ann', 'Created by Ann on 4 Nov 2026'],
  ['2026-11-16', '2026-11-17', 'you', 'you', 'Created by you yesterday, changed by you today'],
  ['2026-11-16', '2026-11-17', undefined, undefined, 'Created yesterday, changed today'],
  ['2026-11-16', '2026-11-17', undefined, 'Bob', 'Created yesterday, changed by Bob today'],
  ['1970-01-01', '2026-11-17', undefined, 'Bob', 'Changed by Bob today'],
  ['1970-01-01', '1970-01-01', undefined, undefined, ''],
])('made on %s, changed on %s by %s and %s', (made, changed, createdBy, updatedBy, text) => {
  const item = { createdAt: noon(made), updatedAt: noon(changed) };
  expect(authorshipText(item, { createdBy, updatedBy }, now)).toBe(text);
});

test('somebody else may change it within the same second', () => {
  const item = { createdAt: noon('2026-11-17'), updatedAt: noon('2026-11-17') };
  const names = { createdBy: 'Ann', updatedBy: 'Bob' };
  expect(authorshipText({ ...item, createdBy: 'a', updatedBy: 'b' }, names, now)).toBe(
    'Created by Ann today, changed by Bob today',
  );
  expect(authorshipText({ ...item, createdBy: 'a', updatedBy: 'a' }, names, now)).toBe(
    'Created by Ann today',
  );
});

test('a time that is none is not said', () => {
  expect(authorshipText({ createdAt: '', updatedAt: 'soon' }, nobody, now)).toBe('');
  expect(
    authorshipText({ createdAt: '', updatedAt: '' }, { ...nobody, createdBy: 'Ann' }, now),
  ).toBe('Created by Ann');
});

test('people are called by their names, and oneself “you”', () => {
  const ann = { userId: 'a', name: 'Ann' };
  expect(namesOf({ createdBy: ann, updatedBy: null }, 'b')).toEqual({
    createdBy: 'Ann',
    updatedBy: undefined,
  });
  expect(namesOf({ createdBy: null, updatedBy: ann }, 'a')).toEqual({
    createdBy: undefined,
    updatedBy: 'you',
  });
  expect(namesOf({ createdBy: null, updatedBy: null }, undefined)).toEqual(nobody);
});
