import { describe, expect, it } from 'vitest';
import type { Invitation } from '../types';
import { repeatsInWords, timesInWords } from './invitation_words';

const event = {
  kind: 'event',
  isAllDay: false,
  startUtc: '2026-11-18T08:00:00Z',
  endUtc: '2026-11-18T09:30:00Z',
  startLocal: '2026-11-18T09:00:00',
  endLocal: '2026-11-18T10:30:00',
  startTzid: 'Europe/Berlin',
} as Invitation['event'];

describe('when an invitation is', () => {
  it.each([
    [event, /18 November.*3:00 – 4:30/],
    [{ ...event, endUtc: null, endLocal: null }, /18 November.*3:00$/],
    [{ ...event, endUtc: '2026-11-19T09:30:00Z' }, /3:00 – .*19 November.*4:30/],
    [{ ...event, isAllDay: true, startDate: '2026-11-18', endDate: '2026-11-19' }, /18 November/],
  ])('is said by the clocks of who reads it %#', (invited, words) => {
    expect(timesInWords(invited, 'America/New_York', false)).toMatch(words);
  });

  it('says how it repeats', () => {
    expect(repeatsInWords(event, 'UTC', false)).toBe('');
    const series = { ...event, kind: 'series' as const, rrule: 'FREQ=WEEKLY;BYDAY=WE' };
    expect(repeatsInWords(series, 'UTC', false)).toContain('Wednesday');
    expect(repeatsInWords({ ...series, rrule: '' }, 'UTC', false)).toBe('On chosen days');
  });
});
