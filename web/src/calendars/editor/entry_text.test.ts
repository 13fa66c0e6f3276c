import { describe, expect, it } from 'vitest';
import type { Entry, EntryKind } from '../../lib/types';
import { spanOf, whenOf } from './entry_text';
import { formOfDraft, type ItemForm } from './item_form';

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
  const rows: [Partial<ItemForm>, string][] = [
    [{}, 'Tuesday, 30 minutes'],
    [{ endTime: '10:00' }, 'Tuesday, 1 hour'],
    [{ endTime: '11:01' }, 'Tuesday, 2 hours 1 minute'],
    [{ endTime: '08:00' }, 'Tuesday'],
    [{ endTime: '' }, 'Tuesday'],
    [{ endDate: '2026-11-18', endTime: '02:00' }, 'Tuesday, 17 hours'],
    [{ isTask: true }, 'Tuesday'],
    [{ isAllDay: true }, 'Tuesday'],
    [{ isAllDay: true, endDate: '2026-11-19' }, 'Tuesday to Thursday, 3 days'],
    [{ isAllDay: true, endDate: '' }, 'Tuesday'],
    [{ startDate: '' }, ''],
  ];
  it('follow the form', () => {
    for (const [edit, words] of rows) {
      expect(spanOf({ ...formOfDraft(draft, 'c', '', 60), ...edit })).toBe(words);
    }
  });
});
