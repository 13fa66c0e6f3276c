import { describe, expect, it } from 'vitest';
import type { Entry, EntryKind } from '../../lib/types';
import { formOfDraft, type EntryForm } from './drafts';
import { linkOf, spanOf, whenOf } from './entry_text';

const at = (kind: EntryKind): Pick<Entry, 'date' | 'kind'> => ({ date: '2026-11-17', kind });

describe('when an entry is', () => {
  it('is said in words for every kind', () => {
    const timed = at({ type: 'Timed', start: '09:00:00', end: '13:30:00' });
    expect(whenOf(timed, false)).toMatch(/^Tuesday, .*2026, 9:00 – 13:30$/);
    expect(whenOf(timed, true)).toMatch(/9 am – 1:30 pm$/);
    expect(whenOf(at({ type: 'AllDay' }), false)).toMatch(/^Tuesday, .*2026, all day$/);
    expect(whenOf(at({ type: 'Task', completed: true }), false)).toMatch(/^Due Tuesday, /);
    const days = at({ type: 'MultiDay', start: '2026-11-17', end: '2026-11-19' });
    expect(whenOf(days, false)).toMatch(/^Tuesday, .* – Thursday, .*2026$/);
  });
});

describe('the weekday and the length beside the fields', () => {
  const draft = { date: '2026-11-17', start: '09:00', end: '09:30', allDay: false, task: false };
  const rows: [Partial<EntryForm>, string][] = [
    [{}, 'Tuesday, 30 minutes'],
    [{ end: '10:00' }, 'Tuesday, 1 hour'],
    [{ end: '11:01' }, 'Tuesday, 2 hours 1 minute'],
    [{ end: '08:00' }, 'Tuesday'],
    [{ end: '' }, 'Tuesday'],
    [{ isTask: true }, 'Tuesday'],
    [{ allDay: true }, 'Tuesday'],
    [{ allDay: true, lastDay: '2026-11-19' }, 'Tuesday to Thursday, 3 days'],
    [{ allDay: true, lastDay: '' }, 'Tuesday'],
    [{ date: '' }, ''],
  ];
  it('follow the form', () => {
    for (const [edit, words] of rows) {
      expect(spanOf({ ...formOfDraft(draft, 'c', '', 60), ...edit })).toBe(words);
    }
  });
});

describe('the link of an entry', () => {
  it('leads to it from anywhere', () => {
    expect(linkOf('id', 'https://norn.example')).toBe('https://norn.example/calendar/entries/id');
  });
});
