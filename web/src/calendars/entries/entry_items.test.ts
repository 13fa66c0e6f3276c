import { describe, expect, it } from 'vitest';
import {
  dateOf,
  endTimeOf,
  eventOf as gridEventOf,
  eventsBetween,
  timeOf,
} from '../../calendar_grid/fullcalendar_events';
import type { Span } from '../../calendar_grid/grid_item';
import type { Calendar, Entry, EntryKind, Role } from '../../lib/types';
import { changeOf, draftOf, itemOf, itemsOf } from './entry_items';

const eventOf = (entry: Entry, calendar: Calendar | undefined) =>
  gridEventOf(itemOf(entry, calendar));

function entryOf(kind: EntryKind, date = '2026-11-17'): Entry {
  return {
    id: '9acc22e4-7724-41de-b23b-e0895483f3ac',
    calendarId: 'family',
    title: 'Dentist',
    description: null,
    location: null,
    date,
    color: '#3B82F6',
    kind,
    createdAt: '2026-11-15T13:28:08Z',
    updatedAt: '2026-11-15T13:28:08Z',
    createdBy: null,
    updatedBy: null,
    etag: 'a',
  };
}

function calendarOf(role: Role): Calendar {
  return {
    id: 'family',
    name: 'Family',
    color: '#3B82F6',
    description: null,
    createdAt: '',
    updatedAt: '',
    role,
    etag: 'a',
  };
}

function spanOf(start: string, end: string | null, allDay = !start.includes('T')): Span {
  const moment = (text: string) =>
    new Date(text.includes('T') ? `${text}:00Z` : `${text}T00:00:00Z`);
  return { start: moment(start), end: end === null ? null : moment(end), allDay };
}

const allDay = entryOf({ type: 'AllDay' });
const task = entryOf({ type: 'Task', completed: false });
const timed = entryOf({ type: 'Timed', start: '09:00:00', end: '09:30:00' });
const several = entryOf({ type: 'MultiDay', start: '2026-11-17', end: '2026-11-19' });

describe('what FullCalendar gets of an entry', () => {
  it('is a day, a time of a day, or days with an exclusive end', () => {
    expect(eventOf(allDay, calendarOf('owner'))).toMatchObject({
      start: '2026-11-17',
      allDay: true,
    });
    expect(eventOf(timed, calendarOf('owner'))).toMatchObject({
      start: '2026-11-17T09:00:00',
      end: '2026-11-17T09:30:00',
      allDay: false,
    });
    expect(eventOf(several, calendarOf('owner'))).toMatchObject({
      start: '2026-11-17',
      end: '2026-11-20',
      allDay: true,
    });
  });

  it('ends at midnight when it lasts until the last minute', () => {
    const late = entryOf({ type: 'Timed', start: '22:30:00', end: '23:59:00' }, '2026-12-31');
    expect(eventOf(late, calendarOf('owner')).end).toBe('2027-01-01T00:00:00');
    expect(changeOf(late, spanOf('2026-12-31T22:30', '2027-01-01T00:00'), 60)).toEqual({});
    expect(changeOf(late, spanOf('2026-12-31T22:15', '2026-12-31T23:45'), 60).change).toEqual({
      kind: { type: 'Timed', start: '22:15:00', end: '23:45:00' },
    });
  });

  it('can be moved by owners and writers, and not by readers', () => {
    expect(eventOf(timed, calendarOf('owner')).editable).toBe(true);
    expect(eventOf(timed, calendarOf('writer')).editable).toBe(true);
    expect(eventOf(timed, calendarOf('reader')).editable).toBe(false);
    expect(eventOf(timed, undefined).editable).toBe(false);
  });

  it('can be made longer, unless it is a task', () => {
    expect(eventOf(timed, calendarOf('owner')).durationEditable).toBe(true);
    expect(eventOf(task, calendarOf('owner'))).toMatchObject({
      editable: true,
      durationEditable: false,
    });
  });

  it('comes only with what touches the days that are shown', () => {
    const shown = (from: string, to: string) =>
      eventsBetween(itemsOf([allDay, several], [calendarOf('owner')]), from, to).length;
    expect(shown('2026-11-01', '2026-11-16')).toBe(0);
    expect(shown('2026-11-01', '2026-11-17')).toBe(2);
    expect(shown('2026-11-18', '2026-11-30')).toBe(1);
    expect(shown('2026-11-19', '2026-11-19')).toBe(1);
    expect(shown('2026-11-20', '2026-11-30')).toBe(0);
  });
});

describe('what a gesture comes to', () => {
  const rows: [string, Entry, Span, ReturnType<typeof changeOf>][] = [
    ['a day to another', allDay, spanOf('2026-11-20', null), { change: { date: '2026-11-20' } }],
    ['a day to where it is', allDay, spanOf('2026-11-17', null), {}],
    [
      'a day made longer',
      allDay,
      spanOf('2026-11-17', '2026-11-20'),
      {
        change: {
          date: '2026-11-17',
          kind: { type: 'MultiDay', start: '2026-11-17', end: '2026-11-19' },
        },
      },
    ],
    [
      'several days to others',
      several,
      spanOf('2026-11-30', '2026-12-03'),
      {
        change: {
          date: '2026-11-30',
          kind: { type: 'MultiDay', start: '2026-11-30', end: '2026-12-02' },
        },
      },
    ],
    ['several days to where they are', several, spanOf('2026-11-17', '2026-11-20'), {}],
    [
      'several days that begin later',
      several,
      spanOf('2026-11-18', '2026-11-20'),
      {
        change: {
          date: '2026-11-18',
          kind: { type: 'MultiDay', start: '2026-11-18', end: '2026-11-19' },
        },
      },
    ],
    [
      'several days made one',
      several,
      spanOf('2026-11-17', '2026-11-18'),
      { change: { kind: { type: 'AllDay' } } },
    ],
    [
      'several days made their last one',
      several,
      spanOf('2026-11-19', '2026-11-20'),
      { change: { date: '2026-11-19', kind: { type: 'AllDay' } } },
    ],
    [
      'a time to another day',
      timed,
      spanOf('2026-11-20T09:00', '2026-11-20T09:30'),
      { change: { date: '2026-11-20' } },
    ],
    [
      'a time to another time',
      timed,
      spanOf('2026-11-17T14:15', '2026-11-17T14:45'),
      { change: { kind: { type: 'Timed', start: '14:15:00', end: '14:45:00' } } },
    ],
    ['a time to where it is', timed, spanOf('2026-11-17T09:00', '2026-11-17T09:30'), {}],
    [
      'a time without an end keeps its length',
      timed,
      spanOf('2026-11-17T10:00', null),
      { change: { kind: { type: 'Timed', start: '10:00:00', end: '10:30:00' } } },
    ],
    [
      'a time until midnight',
      timed,
      spanOf('2026-11-17T23:30', '2026-11-18T00:00'),
      { change: { kind: { type: 'Timed', start: '23:30:00', end: '23:59:00' } } },
    ],
    [
      'a time into the row of days',
      timed,
      spanOf('2026-11-18', null),
      { change: { date: '2026-11-18', kind: { type: 'AllDay' } } },
    ],
    [
      'a day into the hours',
      allDay,
      spanOf('2026-11-17T15:00', null),
      { change: { kind: { type: 'Timed', start: '15:00:00', end: '16:00:00' } } },
    ],
    [
      'a day into the last half hour',
      allDay,
      spanOf('2026-11-17T23:30', null),
      { change: { kind: { type: 'Timed', start: '23:30:00', end: '23:59:00' } } },
    ],
    [
      'several days into the hours',
      several,
      spanOf('2026-11-18T08:00', null),
      {
        change: { date: '2026-11-18', kind: { type: 'Timed', start: '08:00:00', end: '09:00:00' } },
      },
    ],
    ['a task to another day', task, spanOf('2026-11-18', null), { change: { date: '2026-11-18' } }],
    [
      'a task into the hours of another day',
      task,
      spanOf('2026-11-18T15:00', null),
      { change: { date: '2026-11-18' } },
    ],
    [
      'a task into the hours of its day',
      task,
      spanOf('2026-11-17T15:00', null),
      { refusal: 'Tasks have a day but no time.' },
    ],
  ];

  it.each(rows)('%s', (_, entry, span, outcome) => {
    expect(changeOf(entry, span, 60)).toEqual(outcome);
  });

  it('is a night when it ends on another day', () => {
    const over = changeOf(timed, spanOf('2026-11-17T23:45', '2026-11-18T00:15'), 60);
    expect(over).toEqual({ night: { start: '2026-11-17T23:45:00', end: '2026-11-18T00:15:00' } });
    expect(changeOf(timed, spanOf('2026-11-17T09:00', '2026-11-19T00:00'), 60).night?.end).toBe(
      '2026-11-19T00:00:00',
    );
  });
});

describe('what is marked', () => {
  it('is a day or several', () => {
    expect(draftOf(spanOf('2026-11-17', '2026-11-18'), 30)).toEqual({
      date: '2026-11-17',
      allDay: true,
      task: false,
    });
    expect(draftOf(spanOf('2026-11-17', '2026-11-20'), 30)).toEqual({
      date: '2026-11-17',
      lastDay: '2026-11-19',
      allDay: true,
      task: false,
    });
  });

  it('is a time, and as long as new ones are after a single press', () => {
    const times = (start: string, end: string) => {
      const draft = draftOf(spanOf(start, end), 45);
      return [draft.date, draft.start, draft.end];
    };
    expect(times('2026-11-17T09:00', '2026-11-17T11:30')).toEqual(['2026-11-17', '09:00', '11:30']);
    expect(times('2026-11-17T09:00', '2026-11-17T09:15')).toEqual(['2026-11-17', '09:00', '09:45']);
    expect(times('2026-11-17T09:00', '2026-11-17T09:30')).toEqual(['2026-11-17', '09:00', '09:30']);
    expect(times('2026-11-17T23:45', '2026-11-18T00:00')).toEqual(['2026-11-17', '23:45', '23:59']);
    expect(times('2026-11-17T22:00', '2026-11-18T00:00')).toEqual(['2026-11-17', '22:00', '23:59']);
  });

  it('may go over midnight', () => {
    expect(draftOf(spanOf('2026-11-17T22:00', '2026-11-19T10:00'), 30)).toEqual({
      ...{ date: '2026-11-17', start: '22:00', lastDay: '2026-11-19', end: '10:00' },
      ...{ allDay: false, task: false },
    });
  });
});

it('reads the wall clock from moments in UTC', () => {
  const moment = new Date('2026-11-17T09:05:00Z');
  expect(dateOf(moment)).toBe('2026-11-17');
  expect(timeOf(moment)).toBe('09:05');
  expect(endTimeOf(moment)).toBe('09:05');
  expect(endTimeOf(new Date('2026-11-18T00:00:00Z'))).toBe('23:59');
});
