import { describe, expect, it } from 'vitest';
import type { Entry, EntryKind } from '../lib/types';
import { daysWithEntries } from './month_days';

function entryOn(date: string, kind: EntryKind = { type: 'AllDay' }): Entry {
  const text = { title: 't', description: null, location: null, color: '#000000' };
  const times = { createdAt: '', updatedAt: '', etag: '' };
  return { id: date, calendarId: 'c', date, kind, ...text, ...times };
}

const days = (start: string, end: string) => entryOn(start, { type: 'MultiDay', start, end });

describe('the days of a month that have entries', () => {
  it('are those of single entries within it', () => {
    const entries = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((d) => entryOn(d));
    expect([...daysWithEntries(entries, '2026-11-01', '2026-11-30')]).toEqual([
      '2026-11-01',
      '2026-11-30',
    ]);
  });

  it('are all days of what lasts longer, as far as they are within it', () => {
    const found = daysWithEntries([days('2026-10-01', '2026-11-02')], '2026-11-01', '2026-11-30');
    expect([...found]).toEqual(['2026-11-01', '2026-11-02']);
    const all = daysWithEntries([days('2020-01-01', '2029-01-01')], '2026-11-01', '2026-11-30');
    expect(all.size).toBe(30);
  });

  it('end with the last day of all', () => {
    const found = daysWithEntries([entryOn('9999-12-31')], '9999-12-01', '9999-12-31');
    expect([...found]).toEqual(['9999-12-31']);
  });
});
