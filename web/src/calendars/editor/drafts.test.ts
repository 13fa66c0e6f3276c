import { describe, expect, it } from 'vitest';
import { draftFromQuery, draftQuery, type Draft } from './drafts';

const calendarId = 'c3fae340-c34e-4ecc-8a97-5fa4827d4a61';

describe('a draft in the address', () => {
  const drafts: Draft[] = [
    { date: '2026-11-15', allDay: false, task: false },
    { date: '2026-11-15', allDay: true, task: false, lastDay: '2026-11-18' },
    { date: '2026-11-15', allDay: false, task: false, start: '09:00', end: '10:30' },
    { date: '2026-11-15', allDay: true, task: true, calendarId },
    {
      date: '2026-11-15',
      lastDay: '2026-11-16',
      start: '22:00',
      end: '02:00',
      allDay: false,
      task: false,
    },
    {
      ...{ date: '2026-11-18', start: '16:00', end: '17:00', allDay: false, task: false },
      ...{ title: 'Swimming', location: 'Pool', rrule: 'FREQ=WEEKLY;BYDAY=WE' },
      ...{ tzid: 'Europe/Berlin', tags: ['sport'], reminders: [15] },
    },
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
      'reminder=soon',
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
