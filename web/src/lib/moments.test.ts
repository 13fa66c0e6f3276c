import { expect, test } from 'vitest';
import { ago, dayOf, daysFromNow } from './moments';

const now = Date.parse('2026-11-15T12:00:00Z');

test.each([
  ['2026-11-15T12:00:30Z', 'just now'],
  ['2026-11-15T11:59:01Z', 'just now'],
  ['2026-11-15T11:59:00Z', '1 minute ago'],
  ['2026-11-15T11:00:30Z', '59 minutes ago'],
  ['2026-11-15T09:10:00Z', '2 hours ago'],
  ['2026-11-14T11:00:00Z', 'yesterday'],
  ['2026-11-05T11:00:00Z', '10 days ago'],
])('%s was %s', (moment, words) => {
  expect(ago(moment, now)).toBe(words);
});

test('what is long ago is a date', () => {
  expect(ago('2026-09-01T12:00:00Z', now)).toMatch(/^on .*September.* ?2026$/);
});

test('day and month are in the order of the reader', () => {
  const noon = new Date(2026, 10, 15, 12).toISOString();
  expect(dayOf(noon, 'en-GB')).toBe('15 November 2026');
  expect(dayOf(noon, 'en-US')).toBe('November 15, 2026');
});

test('an expiry is so many days from now', () => {
  expect(daysFromNow(30, now)).toBe('2026-12-15T12:00:00.000Z');
});
