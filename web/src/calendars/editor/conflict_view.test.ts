import { describe, expect, it } from 'vitest';
import type { Entry, EntryChange, EntryKind } from '../../lib/types';
import { allOf, firstChoices } from '../../lib/versions';
import { changeOfChoices, rowsOf, type Conflict } from './conflict_view';
import { changed } from '../entries/entry_changes';

const base: Entry = {
  id: 'e',
  calendarId: 'family',
  title: 'Dentist',
  description: null,
  location: 'Town',
  date: '2026-11-17',
  color: '#3B82F6',
  kind: { type: 'Timed', start: '09:00:00', end: '09:30:00' },
  createdAt: '2026-11-15T13:28:08Z',
  updatedAt: '2026-11-15T13:28:08Z',
  createdBy: null,
  updatedBy: null,
  etag: 'a',
};
const words = { hour12: false, calendarName: (id: string) => `Calendar ${id}` };

function conflictOf(mine: EntryChange, theirs: EntryChange, from = base): Conflict {
  return { mine, base: from, current: { ...changed(from, theirs), etag: 'b' } };
}

function rowOf(conflict: Conflict, field: string) {
  const row = rowsOf(conflict, words).find((each) => each.field === field);
  if (!row) throw new Error(`no row of ${field}`);
  return row;
}

const task = (completed: boolean): EntryKind => ({ type: 'Task', completed });
const days = (start: string, end: string): EntryKind => ({ type: 'MultiDay', start, end });

describe('the rows of a conflict', () => {
  it('say who changed what', () => {
    const conflict = conflictOf({ title: 'Doctor' }, { title: 'Dentist, Ada', location: null });
    expect(rowOf(conflict, 'title')).toMatchObject({
      mine: 'Doctor',
      theirs: 'Dentist, Ada',
      differs: true,
      changedBy: 'both',
    });
    expect(rowOf(conflict, 'location')).toMatchObject({
      mine: 'Town',
      theirs: '',
      differs: true,
      changedBy: 'them',
    });
    expect(rowOf(conflict, 'when')).toMatchObject({ differs: false, changedBy: 'nobody' });
  });

  it('do not differ where both changed to the same', () => {
    const conflict = conflictOf({ color: '#ABCDEF' }, { color: '#abcdef' });
    expect(rowOf(conflict, 'color')).toMatchObject({ differs: false, changedBy: 'both' });
  });

  it('have day and time in one', () => {
    const kind: EntryKind = { type: 'Timed', start: '10:00:00', end: '11:00:00' };
    const row = rowOf(conflictOf({ date: '2026-11-18' }, { kind }), 'when');
    expect(row).toMatchObject({ differs: true, changedBy: 'both' });
    expect(row.mine).toContain('18');
    expect(row.theirs).toContain('10:00');
  });

  it('have a row of their own for whether both tasks are done', () => {
    const todo = { ...base, kind: task(false) };
    const conflict = conflictOf({ kind: task(true) }, { date: '2026-11-20' }, todo);
    expect(rowOf(conflict, 'done')).toMatchObject({ mine: 'Done', changedBy: 'me' });
    expect(rowOf(conflict, 'when')).toMatchObject({ changedBy: 'them' });
    expect(rowsOf(conflictOf({}, {}), words).map((row) => row.field)).not.toContain('done');
  });

  it('name calendars', () => {
    expect(rowOf(conflictOf({ calendarId: 'club' }, {}), 'calendarId').mine).toBe('Calendar club');
  });
});

describe('the first choice', () => {
  it('is the side that changed it, and mine where both did', () => {
    const conflict = conflictOf(
      { title: 'Doctor', description: 'Card' },
      { title: 'Ada', location: 'Oslo' },
    );
    expect(firstChoices(rowsOf(conflict, words))).toEqual({
      title: 'mine',
      description: 'mine',
      location: 'theirs',
    });
  });
});

describe('the change that is saved', () => {
  const conflict = conflictOf(
    { title: 'Doctor', date: '2026-11-18' },
    { title: 'Ada', location: 'Oslo' },
  );
  const rows = rowsOf(conflict, words);

  it('has both sides by the first choice', () => {
    const change = changeOfChoices(conflict, firstChoices(rows));
    expect(changed(conflict.current, change)).toMatchObject({
      title: 'Doctor',
      date: '2026-11-18',
      location: 'Oslo',
    });
    expect(change).not.toHaveProperty('location');
  });

  it('is nothing when all theirs is kept', () => {
    expect(changeOfChoices(conflict, allOf(rows, 'theirs'))).toEqual({});
  });

  it('makes of theirs what mine was when all mine is kept', () => {
    const mine = changed(conflict.base, conflict.mine);
    const result = changed(conflict.current, changeOfChoices(conflict, allOf(rows, 'mine')));
    expect({ ...result, etag: mine.etag }).toEqual(mine);
  });

  it('makes what was chosen of every pair of kinds', () => {
    const times: EntryKind = { type: 'Timed', start: '12:00:00', end: '13:00:00' };
    const changes: EntryChange[] = [
      { kind: { type: 'AllDay' } },
      { kind: times, date: '2026-12-01' },
      { kind: task(true) },
      { kind: task(false), date: '2026-12-02' },
      { kind: days('2026-12-03', '2026-12-05') },
      { date: '2026-12-24' },
      {},
    ];
    const bases = [
      base,
      { ...base, kind: task(false) },
      changed(base, { kind: days('2026-11-17', '2026-11-19') }),
    ];
    for (const from of bases) {
      for (const mine of changes) {
        for (const theirs of changes) {
          const pair = conflictOf(mine, theirs, from);
          const pairRows = rowsOf(pair, words);
          const label = JSON.stringify([from.kind, mine, theirs]);
          const wanted = changed(from, mine);
          const kept = changed(pair.current, changeOfChoices(pair, allOf(pairRows, 'mine')));
          expect([kept.date, kept.kind], label).toEqual([wanted.date, wanted.kind]);
          expect(changeOfChoices(pair, allOf(pairRows, 'theirs')), label).toEqual({});
        }
      }
    }
  });

  it('moves a task without ticking it, and ticks it without moving it', () => {
    const todo = { ...base, kind: task(false) };
    const both = conflictOf({ kind: task(true), date: '2026-11-20' }, { date: '2026-11-21' }, todo);
    expect(changeOfChoices(both, { done: 'mine', when: 'theirs' })).toEqual({ kind: task(true) });
    expect(changeOfChoices(both, { done: 'theirs', when: 'mine' })).toEqual({ date: '2026-11-20' });
  });
});
