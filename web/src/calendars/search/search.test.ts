import { expect, it } from 'vitest';
import { matching } from './search';
import { entryOf } from '../entries/test_entries';

const entries = [
  entryOf({ id: 'late', title: 'Café with Zoë', date: '2026-12-01' }),
  entryOf({ id: 'early', title: 'Dentist', location: 'Große Straße 5', date: '2026-11-02' }),
  entryOf({
    id: 'timed',
    title: 'Call',
    description: 'about the cafe',
    date: '2026-11-02',
    kind: { type: 'Timed', start: '09:00:00', end: '10:00:00' },
  }),
];

it.each([
  ['cafe', ['timed', 'late']],
  ['CAFÉ', ['timed', 'late']],
  ['zoe  café', ['late']],
  ['strasse', ['early']],
  ['dent', ['early']],
  ['dentist cafe', []],
  ['  ', []],
])('finds by "%s"', (text, ids) => {
  expect(matching(entries, text).map(({ id }) => id)).toEqual(ids);
});
