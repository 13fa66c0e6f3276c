import { describe, expect, it } from 'vitest';
import type { Entry, EntryKind } from '../../lib/types';
import {
  changeOfForm,
  draftFromQuery,
  draftQuery,
  entryOfForm,
  fieldOfProblem,
  formOfDraft,
  formOfEntry,
  isChanged,
  problemsOfForm,
  withDate,
  withStart,
  type Draft,
  type EntryForm,
} from './drafts';

const calendarId = 'c3fae340-c34e-4ecc-8a97-5fa4827d4a61';

function entryWith(kind: EntryKind, more: Partial<Entry> = {}): Entry {
  return {
    id: '9acc22e4-7724-41de-b23b-e0895483f3ac',
    calendarId,
    title: 'Dentist',
    description: null,
    location: null,
    date: kind.type === 'MultiDay' ? kind.start : '2026-11-17',
    color: '#3B82F6',
    kind,
    createdAt: '2026-11-15T13:28:08Z',
    updatedAt: '2026-11-15T13:28:08Z',
    createdBy: null,
    updatedBy: null,
    etag: 'a',
    ...more,
  };
}

const timed: EntryKind = { type: 'Timed', start: '09:00:00', end: '09:30:00' };
const several: EntryKind = { type: 'MultiDay', start: '2026-10-30', end: '2026-11-02' };
const kinds: EntryKind[] = [
  timed,
  several,
  { type: 'AllDay' },
  { type: 'Task', completed: false },
  { type: 'Task', completed: true },
];

function formWith(more: Partial<EntryForm>): EntryForm {
  return { ...formOfEntry(entryWith(timed), 60), ...more };
}

describe('a draft in the address', () => {
  const drafts: Draft[] = [
    { date: '2026-11-15', allDay: false, task: false },
    { date: '2026-11-15', allDay: true, task: false, lastDay: '2026-11-18' },
    { date: '2026-11-15', allDay: false, task: false, start: '09:00', end: '10:30' },
    { date: '2026-11-15', allDay: true, task: true, calendarId },
  ];
  it('comes back as it was', () => {
    for (const draft of drafts) {
      expect(draftFromQuery(new URLSearchParams(draftQuery(draft)))).toEqual(draft);
    }
  });

  it('can be read by a person', () => {
    expect(draftQuery({ date: '2026-11-15', allDay: false, task: false, start: '09:00:00' })).toBe(
      '?date=2026-11-15&start=09:00',
    );
  });

  it('leaves out what is odd', () => {
    const odd = [
      'lastDay=2026-11-14',
      'lastDay=2099-11-14',
      'lastDay=tomorrow',
      'start=25:00',
      'end=10:00',
      'start=nine&end=10:00',
      'calendar=../../x',
      'allDay=maybe&task=0',
    ];
    for (const query of odd) {
      const draft = draftFromQuery(new URLSearchParams(`date=2026-11-15&${query}`));
      expect(draft, query).toEqual({ date: '2026-11-15', allDay: false, task: false });
    }
    const backwards = draftFromQuery(new URLSearchParams('date=2026-11-15&start=10:00&end=09:00'));
    expect(backwards).toEqual({ date: '2026-11-15', allDay: false, task: false, start: '10:00' });
  });

  it('is of today when it says no day', () => {
    const { date } = draftFromQuery(new URLSearchParams('date=2026-02-30'));
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(date).not.toBe('2026-02-30');
  });
});

describe('a new entry', () => {
  const draft: Draft = { date: '2026-11-15', allDay: false, task: false };
  it('begins at the next full hour and lasts as long as is preferred', () => {
    const rows = [
      ['14:05', '15:00', '15:45'],
      ['08:00', '09:00', '09:45'],
      ['22:30', '23:00', '23:45'],
      ['23:30', '23:00', '23:45'],
    ] as const;
    for (const [now, start, end] of rows) {
      const form = formOfDraft(draft, calendarId, '', 45, now);
      expect([form.start, form.end], now).toEqual([start, end]);
    }
  });

  it('takes the times and days of the draft', () => {
    const drawn = formOfDraft({ ...draft, start: '09:00', end: '09:45' }, calendarId, '', 30);
    expect(entryOfForm(drawn).kind).toEqual({ type: 'Timed', start: '09:00:00', end: '09:45:00' });
    const days = formOfDraft({ ...draft, lastDay: '2026-11-17' }, calendarId, '', 30);
    expect(days.allDay).toBe(true);
    expect(entryOfForm(days).kind).toEqual({
      type: 'MultiDay',
      start: '2026-11-15',
      end: '2026-11-17',
    });
  });

  it('has the colour of its calendar unless one is chosen', () => {
    expect(entryOfForm(formOfDraft(draft, calendarId, '', 30))).not.toHaveProperty('color');
    expect(entryOfForm(formOfDraft(draft, calendarId, '#12AB34', 30)).color).toBe('#12AB34');
  });

  it('is sent without spaces around texts, and empty texts as null', () => {
    const form = { ...formOfDraft(draft, calendarId, '', 30), title: ' Tea ', location: '  ' };
    expect(entryOfForm(form)).toMatchObject({ title: 'Tea', location: null, description: null });
  });
});

describe('the form of an entry', () => {
  it('changes nothing by itself', () => {
    for (const kind of kinds) {
      const entry = entryWith(kind, { description: 'Bring the card', location: 'Town' });
      expect(changeOfForm(entry, formOfEntry(entry, 60)), kind.type).toEqual({});
    }
    const seconds = entryWith({ type: 'Timed', start: '09:00:30', end: '09:00:45' });
    expect(changeOfForm(seconds, formOfEntry(seconds, 60))).toEqual({});
    expect(problemsOfForm(formOfEntry(seconds, 60))).toEqual({});
  });

  it('becomes a change of only what differs', () => {
    const entry = entryWith(timed, { location: 'Town' });
    const rows: [Partial<EntryForm>, object][] = [
      [{ title: ' Doctor ' }, { title: 'Doctor' }],
      [{ location: '' }, { location: null }],
      [{ description: 'New' }, { description: 'New' }],
      [{ color: '#000000' }, { color: '#000000' }],
      [{ calendarId: 'other' }, { calendarId: 'other' }],
      [{ date: '2026-11-18', lastDay: '2026-11-18' }, { date: '2026-11-18' }],
      [{ end: '10:00' }, { kind: { type: 'Timed', start: '09:00:00', end: '10:00:00' } }],
      [{ allDay: true }, { kind: { type: 'AllDay' } }],
      [{ isTask: true }, { kind: { type: 'Task', completed: false } }],
      [
        { allDay: true, lastDay: '2026-11-19' },
        { kind: { type: 'MultiDay', start: '2026-11-17', end: '2026-11-19' } },
      ],
    ];
    for (const [edit, change] of rows) {
      expect(changeOfForm(entry, { ...formOfEntry(entry, 60), ...edit })).toEqual(change);
    }
  });

  it('says the first day of several in the kind alone', () => {
    const entry = entryWith(several);
    const moved = withDate(formOfEntry(entry, 60), '2026-11-05');
    expect(changeOfForm(entry, moved)).toEqual({
      kind: { type: 'MultiDay', start: '2026-11-05', end: '2026-11-08' },
    });
    const single = { ...formOfEntry(entry, 60), date: '2026-11-01', lastDay: '2026-11-01' };
    expect(changeOfForm(entry, single)).toEqual({ date: '2026-11-01', kind: { type: 'AllDay' } });
  });

  it('knows whether something was written', () => {
    const form = formOfEntry(entryWith(timed), 60);
    expect(isChanged(form, { ...form })).toBe(false);
    expect(isChanged(form, { ...form, description: 'x' })).toBe(true);
  });
});

describe('problems of a form', () => {
  it('stand at their field', () => {
    const rows: [Partial<EntryForm>, keyof EntryForm][] = [
      [{ title: '  ' }, 'title'],
      [{ title: 'x'.repeat(501) }, 'title'],
      [{ location: 'x'.repeat(501) }, 'location'],
      [{ description: 'x'.repeat(10_001) }, 'description'],
      [{ calendarId: '' }, 'calendarId'],
      [{ color: 'red' }, 'color'],
      [{ date: '' }, 'date'],
      [{ date: '2026-02-30' }, 'date'],
      [{ start: '' }, 'start'],
      [{ end: '' }, 'end'],
      [{ end: '09:00' }, 'end'],
      [{ end: '08:00' }, 'end'],
      [{ allDay: true, lastDay: '' }, 'lastDay'],
      [{ allDay: true, lastDay: '2026-11-16' }, 'lastDay'],
      [{ allDay: true, lastDay: '2036-11-24' }, 'lastDay'],
    ];
    for (const [edit, field] of rows) {
      const problems = problemsOfForm(formWith(edit));
      expect(Object.keys(problems), JSON.stringify(edit).slice(0, 60)).toEqual([field]);
    }
  });

  it('are not about what is not shown', () => {
    const fine: Partial<EntryForm>[] = [
      {},
      { title: '😀'.repeat(500) },
      { allDay: true, start: '', end: '' },
      { isTask: true, start: '', end: '', lastDay: '' },
      { lastDay: '2026-01-01' },
      { color: '' },
    ];
    for (const edit of fine) expect(problemsOfForm(formWith(edit))).toEqual({});
  });

  it('of the server find their field', () => {
    const day = formWith({ allDay: true });
    expect(fieldOfProblem('kind.end', formWith({}))).toBe('end');
    expect(fieldOfProblem('kind.end', day)).toBe('lastDay');
    expect(fieldOfProblem('kind.start', day)).toBe('date');
    expect(fieldOfProblem('title', day)).toBe('title');
    expect(fieldOfProblem('If-Match', day)).toBeUndefined();
  });
});

describe('moving', () => {
  it('the start takes the end along, within the day', () => {
    const rows = [
      ['10:15', '10:45'],
      ['23:45', '23:59'],
      ['00:00', '00:30'],
    ] as const;
    for (const [start, end] of rows) {
      expect(withStart(formWith({}), start, 60)).toMatchObject({ start, end });
    }
  });

  it('an end that made no sense becomes as long as new ones are', () => {
    expect(withStart(formWith({ end: '08:00' }), '10:00', 45).end).toBe('10:45');
  });

  it('the first day takes the last day along', () => {
    const form = formOfEntry(entryWith(several), 60);
    expect(withDate(form, '2026-12-30')).toMatchObject({
      date: '2026-12-30',
      lastDay: '2027-01-02',
    });
  });

  it('remembers how long it was while a field is half written', () => {
    const form = formOfEntry(entryWith(several), 60);
    const half = withDate(form, '');
    expect(half).toMatchObject({ date: '', lastDay: '2026-11-02' });
    expect(withDate(half, '2026-11-05', form).lastDay).toBe('2026-11-08');
    const noStart = withStart(formWith({}), '', 60);
    expect(withStart(noStart, '12:00', 60, formWith({})).end).toBe('12:30');
  });
});
