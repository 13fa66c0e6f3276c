import { expect, it } from 'vitest';
import { formatDay } from '../../lib/dates';
import type { BinThing } from '../../lib/types';
import { howItWent, whatItIs } from './bin_words';

const thing = (parts: Partial<BinThing> = {}): BinThing => ({
  id: 'a',
  kind: 'entry',
  title: 'Dentist',
  startsAt: '2026-11-17',
  deletedAt: '2026-11-15T10:00:00Z',
  expiresAt: '2026-12-15T10:00:00Z',
  deletedBy: null,
  ...parts,
});
const day = formatDay('2026-11-17');

it.each([
  [{}, `Entry · ${day}`],
  [{ startsAt: '2026-11-17T09:00:00' }, `Entry · ${day}, 9:00`],
  [{ kind: 'calendar', startsAt: null }, 'Calendar'],
  [{ kind: 'series', startsAt: 'nonsense' }, 'Series'],
  [{ kind: 'following' }, `This and following · ${day}`],
  [{ kind: 'project', startsAt: null }, 'Project'],
  [{ kind: 'task' }, `Task · ${day}`],
] as const)('says what it is: %o', (parts, text) => {
  expect(whatItIs(thing(parts), false)).toBe(text);
});

it.each([
  [{}, 0, 'Deleted just now · 30 days left'],
  [{ deletedBy: { userId: 'ben', name: 'Ben' } }, 2, 'Deleted by Ben 2 hours ago · 29 days left'],
  [{ deletedBy: { userId: 'me', name: 'Me' } }, 2, 'Deleted by you 2 hours ago · 29 days left'],
  [{}, 29 * 24 - 1, 'Deleted 28 days ago · 1 day left'],
  [{}, 29 * 24 + 1, 'Deleted 29 days ago · less than a day left'],
])('says how it went: %o, after %i hours', (parts, hours, text) => {
  const now = Date.parse('2026-11-15T10:00:00Z') + hours * 3_600_000;
  expect(howItWent(thing(parts), 'me', now)).toBe(text);
});
