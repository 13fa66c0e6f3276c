import { describe, expect, it } from 'vitest';
import type { Entry, EntryKind } from '../../lib/types';
import { foundEntry } from './search';
import { groupsOf } from './search_groups';

function entryOn(date: string, title: string, kind: EntryKind = { type: 'AllDay' }): Entry {
  const rest = { description: null, location: null, color: '#000000' };
  const times = { createdAt: '', updatedAt: '', etag: '', createdBy: null, updatedBy: null };
  return { id: date + title, calendarId: 'c', date, title, kind, ...rest, ...times };
}

const at = (start: string): EntryKind => ({ type: 'Timed', start, end: '23:59:00' });

// Days with their titles.
const shown = (entries: Entry[], max = 100) =>
  groupsOf(entries.map(foundEntry), '2026-11-15', max).map((group) => [
    group.date,
    group.items.map(({ title }) => title).join(' '),
  ]);

describe('the results of a search', () => {
  it('begin today, go on to the future, and then back from yesterday', () => {
    const days = ['2026-11-14', '2026-11-16', '2025-12-24', '2026-11-15', '2027-01-01'];
    expect(shown(days.map((day) => entryOn(day, 'x'))).map(([day]) => day)).toEqual([
      '2026-11-15',
      '2026-11-16',
      '2027-01-01',
      '2026-11-14',
      '2025-12-24',
    ]);
  });

  it('are together by day, the morning first', () => {
    for (const day of ['2026-11-20', '2026-11-01']) {
      const entries = [entryOn(day, 'late', at('20:00:00')), entryOn(day, 'early', at('08:00:00'))];
      expect(shown(entries)).toEqual([[day, 'early late']]);
    }
  });

  it('have what is still going on among what comes', () => {
    const trip: EntryKind = { type: 'MultiDay', start: '2026-11-10', end: '2026-11-15' };
    const entries = [entryOn('2026-11-12', 'past'), entryOn('2026-11-10', 'trip', trip)];
    expect(shown([...entries, entryOn('2026-11-10', 'old')])).toEqual([
      ['2026-11-10', 'trip'],
      ['2026-11-12', 'past'],
      ['2026-11-10', 'old'],
    ]);
  });

  it('are no more than asked for', () => {
    const many = Array.from({ length: 9 }, (_, index) => entryOn(`2026-12-0${index + 1}`, 'x'));
    expect(shown(many, 4)).toHaveLength(4);
  });
});
