import { describe, expect, it } from 'vitest';
import type { Entry, EntryKind } from '../../lib/types';
import { testEvent } from '../../events/test_parts';
import type { PlannerEvent } from '../../events/types';
import {
  canBeEntry,
  changeOfForm,
  entryOfForm,
  eventOfForm,
  fieldOfProblem,
  formOfDraft,
  formOfEntry,
  isChanged,
  problemsOfForm,
  rebased,
  saysMore,
  turningPatch,
  withAllDay,
  withDate,
  withEnd,
  withStart,
  type ItemForm,
} from './item_form';
import type { Draft } from './drafts';

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

function formWith(more: Partial<ItemForm>): ItemForm {
  return { ...formOfEntry(entryWith(timed), 60), ...more };
}

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
      expect([form.startTime, form.endTime], now).toEqual([start, end]);
    }
  });

  it('takes the times and days of the draft', () => {
    const drawn = formOfDraft({ ...draft, start: '09:00', end: '09:45' }, calendarId, '', 30);
    expect(entryOfForm(drawn).kind).toEqual({ type: 'Timed', start: '09:00:00', end: '09:45:00' });
    const days = formOfDraft({ ...draft, lastDay: '2026-11-17' }, calendarId, '', 30);
    expect(days.isAllDay).toBe(true);
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
    const rows: [Partial<ItemForm>, object][] = [
      [{ title: ' Doctor ' }, { title: 'Doctor' }],
      [{ location: '' }, { location: null }],
      [{ description: 'New' }, { description: 'New' }],
      [{ color: '#000000' }, { color: '#000000' }],
      [{ calendarId: 'other' }, { calendarId: 'other' }],
      [{ startDate: '2026-11-18', endDate: '2026-11-18' }, { date: '2026-11-18' }],
      [{ endTime: '10:00' }, { kind: { type: 'Timed', start: '09:00:00', end: '10:00:00' } }],
      [{ isAllDay: true }, { kind: { type: 'AllDay' } }],
      [{ isTask: true }, { kind: { type: 'Task', completed: false } }],
      [
        { isAllDay: true, endDate: '2026-11-19' },
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
    const single = { ...formOfEntry(entry, 60), startDate: '2026-11-01', endDate: '2026-11-01' };
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
    const rows: [Partial<ItemForm>, keyof ItemForm][] = [
      [{ title: '  ' }, 'title'],
      [{ title: 'x'.repeat(501) }, 'title'],
      [{ location: 'x'.repeat(501) }, 'location'],
      [{ description: 'x'.repeat(10_001) }, 'description'],
      [{ calendarId: '' }, 'calendarId'],
      [{ color: 'red' }, 'color'],
      [{ startDate: '' }, 'startDate'],
      [{ startDate: '2026-02-30' }, 'startDate'],
      [{ startTime: '' }, 'startTime'],
      [{ endTime: '' }, 'endTime'],
      [{ endTime: '09:00' }, 'endTime'],
      [{ endTime: '08:00' }, 'endTime'],
      [{ isAllDay: true, endDate: '' }, 'endDate'],
      [{ isAllDay: true, endDate: '2026-11-16' }, 'endDate'],
      [{ isAllDay: true, endDate: '2036-11-24' }, 'endDate'],
    ];
    for (const [edit, field] of rows) {
      const problems = problemsOfForm(formWith(edit));
      expect(Object.keys(problems), JSON.stringify(edit).slice(0, 60)).toEqual([field]);
    }
  });

  it('are not about what is not shown', () => {
    const fine: Partial<ItemForm>[] = [
      {},
      { title: '😀'.repeat(500) },
      { isAllDay: true, startTime: '', endTime: '' },
      { isTask: true, startTime: '', endTime: '', endDate: '' },
      { color: '' },
    ];
    for (const edit of fine) expect(problemsOfForm(formWith(edit))).toEqual({});
  });

  it('of the server find their field', () => {
    const day = formWith({ isAllDay: true });
    expect(fieldOfProblem('kind.end', formWith({}))).toBe('endTime');
    expect(fieldOfProblem('kind.end', day)).toBe('endDate');
    expect(fieldOfProblem('kind.start', day)).toBe('startDate');
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
      expect(withStart(formWith({}), start, 60)).toMatchObject({ startTime: start, endTime: end });
    }
  });

  it('an end that made no sense becomes as long as new ones are', () => {
    expect(withStart(formWith({ endTime: '08:00' }), '10:00', 45).endTime).toBe('10:45');
  });

  it('the first day takes the last day along', () => {
    const form = formOfEntry(entryWith(several), 60);
    expect(withDate(form, '2026-12-30')).toMatchObject({
      startDate: '2026-12-30',
      endDate: '2027-01-02',
    });
  });

  it('remembers how long it was while a field is half written', () => {
    const form = formOfEntry(entryWith(several), 60);
    const half = withDate(form, '');
    expect(half).toMatchObject({ startDate: '', endDate: '2026-11-02' });
    expect(withDate(half, '2026-11-05', form).endDate).toBe('2026-11-08');
    const noStart = withStart(formWith({}), '', 60);
    expect(withStart(noStart, '12:00', 60, formWith({})).endTime).toBe('12:30');
  });

  it('an end before the start is on the next day, and back again', () => {
    const night = withEnd(formWith({}), '02:00');
    expect(night).toMatchObject({ endDate: '2026-11-18', endTime: '02:00' });
    expect(problemsOfForm(night)).toEqual({});
    expect(withEnd(night, '11:00').endDate).toBe('2026-11-17');
    expect(withStart(night, '10:00', 60)).toMatchObject({
      endDate: '2026-11-18',
      endTime: '03:00',
    });
    const longer = formWith({ endDate: '2026-11-20' });
    expect(withEnd(longer, '02:00').endDate).toBe('2026-11-20');
  });

  it('a night that becomes whole days is one', () => {
    const night = withEnd(formWith({}), '02:00');
    expect(withAllDay(night, true)).toMatchObject({ isAllDay: true, endDate: '2026-11-17' });
    const days = formOfEntry(entryWith(several), 60);
    expect(withAllDay(days, false)).toMatchObject({ isAllDay: false, endDate: days.startDate });
  });
});

describe('what an entry can say', () => {
  it('is everything that it was made for', () => {
    for (const kind of kinds) expect(saysMore(formOfEntry(entryWith(kind), 60))).toBe(false);
  });

  it('is not what repeats, reminds, has a zone, tags or a night, or is in the planner', () => {
    const more: Partial<ItemForm>[] = [
      { rrule: 'FREQ=WEEKLY' },
      { reminders: [10] },
      { zone: 'Europe/Berlin' },
      { endDate: '2026-11-18' },
      { tags: ['sport'] },
      { status: 'TENTATIVE' },
      { links: [{ target: 'evt_1', title: '' }] },
      { expires: '2027-01-01T00:00' },
      { calendarId: 'planner' },
    ];
    for (const edit of more) expect(saysMore(formWith(edit)), JSON.stringify(edit)).toBe(true);
    expect(saysMore(formWith({ isAllDay: true, zone: 'Europe/Berlin' }))).toBe(false);
  });

  it('of an event is asked of the event', () => {
    const event = (change: Partial<PlannerEvent>) =>
      testEvent({
        ...{ startTzid: null, icalUid: 'evt_00000000-0000-4000-8000-000000000001@norn' },
        ...change,
      });
    expect(canBeEntry(event({}))).toBe(true);
    expect(canBeEntry(event({ icalUid: 'mst_00000000-0000-4000-8000-000000000002@norn' }))).toBe(
      true,
    );
    for (const change of [
      { startTzid: 'Europe/Berlin' },
      { tags: ['a'] },
      { reminderMinutes: [5] },
      { endLocal: '2026-11-17T01:00:00' },
      { endLocal: null },
      { kind: 'series' as const },
      { status: 'CANCELLED' as const },
      { icalUid: 'from-a-file' },
    ]) {
      expect(canBeEntry(event(change)), JSON.stringify(change)).toBe(false);
    }
  });

  it('turns into an event with only what is new', () => {
    const base = formWith({});
    expect(turningPatch(base, formWith({ rrule: 'FREQ=WEEKLY' }), 'UTC', '#3B82F6')).toEqual({
      rrule: 'FREQ=WEEKLY',
    });
    expect(eventOfForm(formWith({ rrule: 'FREQ=WEEKLY' }), 'UTC', '#3b82f6')).toMatchObject({
      color: null,
      start: '2026-11-17T09:00:00',
      startTzid: null,
    });
  });

  it('keeps what was written here on top of what was changed elsewhere', () => {
    const theirs = formWith({ title: 'Doctor', location: 'Town' });
    const mine = rebased(formWith({}), formWith({ title: 'Tooth', rrule: 'FREQ=DAILY' }), theirs);
    expect(mine).toMatchObject({ title: 'Tooth', rrule: 'FREQ=DAILY', location: 'Town' });
  });
});
