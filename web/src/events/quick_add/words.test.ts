import { describe, expect, it } from 'vitest';
import { inputOfDraft, repeatsInWords, spokenDraft, whenInWords, zoneInWords } from './words';
import type { EventDraft } from '../types';

const today = '2026-11-15';
const draft = (start: string, end: string, more: Partial<EventDraft> = {}): EventDraft => ({
  start,
  end,
  isAllDay: start.length === 10,
  ...more,
});

describe('a draft in words', () => {
  it.each([
    [draft('2026-11-16T13:00', '2026-11-16T13:30'), /^Tomorrow, Monday, .*13:00 – 13:30$/],
    [draft('2026-11-15T13:00', '2026-11-15T13:00'), /^Today, Sunday, .*13:00$/],
    [draft('2026-11-20', '2026-11-21'), /^Friday, .*November, all day$/],
    [draft('2026-11-20', '2026-11-23'), /^Friday, .* to Sunday, /],
    [draft('2026-11-20T20:00', '2026-11-21T01:00'), /20:00 – 1:00 the next day$/],
    [draft('2026-11-20T20:00', '2026-11-23T09:00'), /20:00 – Monday, .*, 9:00$/],
  ])('%o', (given, expected) => {
    expect(whenInWords(given, today, false)).toMatch(expected);
  });
  it('says how it repeats', () => {
    const given = draft('2026-11-16T13:00', '2026-11-16T13:30', { rrule: 'FREQ=WEEKLY' });
    expect(repeatsInWords(given, 'Europe/Berlin', false)).toMatch(/^Every week/);
    expect(repeatsInWords(draft(today, today), 'Europe/Berlin', false)).toBe('');
  });
  it('says the time here where the clocks differ', () => {
    const given = draft('2026-11-20T08:00', '2026-11-20T09:00', { tzid: 'Europe/London' });
    expect(zoneInWords(given, 'Europe/Berlin', false)).toBe('8:00 in London is 9:00 for you');
    expect(zoneInWords(given, 'Europe/London', false)).toBe('');
  });
  it('says all of it in one sentence', () => {
    const more = {
      title: 'Lunch',
      location: 'Joe',
      tags: ['a', 'b'],
      reminderMinutes: [0, 15, 60],
    };
    expect(
      spokenDraft(draft('2026-11-16T13:00', '2026-11-16T13:30', more), today, 'UTC', false),
    ).toMatch(
      /^Lunch; Tomorrow.*; at Joe; tagged a, b; Reminder at the start and 15 minutes and 1 hour before\.$/,
    );
  });
});

describe('what is sent of a draft', () => {
  it('is days for whole days', () => {
    const given = draft('2026-11-20', '2026-11-23', { title: 'Trip' });
    expect(inputOfDraft(given, 'UTC')).toEqual({
      title: 'Trip',
      isAllDay: true,
      startDate: '2026-11-20',
      endDate: '2026-11-23',
    });
  });
  it('has the zone of the draft, or that of the person, or none', () => {
    const at = (tzid?: string | null) =>
      inputOfDraft(
        draft('2026-11-20T08:00', '2026-11-20T09:00', tzid === undefined ? {} : { tzid }),
        'UTC',
      ).startTzid;
    expect([at(), at('Europe/London'), at(null)]).toEqual(['UTC', 'Europe/London', null]);
  });
});
