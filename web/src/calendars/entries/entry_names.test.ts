import german from 'virtual:messages/de';
import english from 'virtual:messages/en';
import chinese from 'virtual:messages/zh';
import { afterEach, describe, expect, it } from 'vitest';
import { useMessages } from '../../lib/messages';
import type { Entry, EntryKind } from '../../lib/types';
import { fullName, timeWords } from './entry_names';

function entryOf(kind: EntryKind, location: string | null = null): Entry {
  return {
    id: '1',
    calendarId: 'family',
    title: 'Dentist',
    description: null,
    location,
    date: '2031-11-18',
    color: '#3B82F6',
    kind,
    createdAt: '',
    updatedAt: '',
    createdBy: null,
    updatedBy: null,
    etag: '',
  };
}

describe('the full name of an entry', () => {
  const rows: [Entry, string][] = [
    [
      entryOf({ type: 'Timed', start: '09:00:00', end: '09:30:00' }, 'Storgata 12'),
      'Dentist, Tuesday, 18 November 2031, 9:00 to 9:30, Storgata 12, calendar Family',
    ],
    [entryOf({ type: 'AllDay' }), 'Dentist, Tuesday, 18 November 2031, all day, calendar Family'],
    [
      entryOf({ type: 'MultiDay', start: '2031-11-18', end: '2031-11-20' }),
      'Dentist, Tuesday, 18 November 2031 to Thursday, 20 November 2031, calendar Family',
    ],
    [
      entryOf({ type: 'Task', completed: false }),
      'Dentist, task, Tuesday, 18 November 2031, calendar Family',
    ],
    [
      entryOf({ type: 'Task', completed: true }),
      'Dentist, task, done, Tuesday, 18 November 2031, calendar Family',
    ],
  ];

  it.each(rows)('%#', (entry, name) => {
    // Where the browser says November first, so does the name.
    const said = fullName({ entry, calendarName: 'Family', hour12: false });
    expect(said.replaceAll(/(November) (\d+), (\d{4})/g, '$2 $1 $3')).toBe(name);
  });

  it('has the clock of the person', () => {
    const entry = entryOf({ type: 'Timed', start: '09:00:00', end: '13:30:00' });
    expect(fullName({ entry, calendarName: '', hour12: true })).toMatch(/9 am to 1:30 pm$/);
  });
});

it('says the time of a row in few words', () => {
  expect(timeWords(entryOf({ type: 'Timed', start: '09:00:00', end: '09:30:00' }), false)).toBe(
    '9:00 – 9:30',
  );
  expect(timeWords(entryOf({ type: 'AllDay' }), false)).toBe('All day');
  expect(timeWords(entryOf({ type: 'Task', completed: true }), false)).toBe('Task');
  expect(
    timeWords(entryOf({ type: 'MultiDay', start: '2031-11-18', end: '2031-11-20' }), false),
  ).toMatch(/^until .*20/);
});

describe('in other languages', () => {
  afterEach(() => useMessages(english));
  const timed = entryOf({ type: 'Timed', start: '09:00:00', end: '09:30:00' }, 'Storgata 12');
  const task = entryOf({ type: 'Task', completed: true });
  const said = (entry: Entry) => fullName({ entry, calendarName: 'Family', hour12: false });

  it('a name has their words and their punctuation', () => {
    useMessages(german);
    expect(said(timed)).toMatch(/^Dentist, .*, 9:00 bis 9:30, Storgata 12, Kalender Family$/);
    expect(said(task)).toMatch(/^Dentist, Aufgabe, erledigt, .*, Kalender Family$/);
    useMessages(chinese);
    expect(said(timed)).toMatch(/^Dentist，.*，9:00 至 9:30，Storgata 12，日历“Family”$/);
    expect(timeWords(task, false)).toBe('任务');
  });
});
