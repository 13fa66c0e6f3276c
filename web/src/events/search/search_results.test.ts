import { describe, expect, it } from 'vitest';
import { shownOf } from './search_results';
import { testEvent } from '../test_parts';

describe('what is shown of a result', () => {
  it('is the next occurrence', () => {
    const next = { id: 'inst_1', start: '2026-11-23T13:00:00', end: '2026-11-23T13:30:00' };
    const shown = shownOf({ event: testEvent({ kind: 'series' }), next }, 'UTC');
    expect(shown).toMatchObject({ ...next, kind: 'occurrence', title: 'Lunch' });
  });
  it('is the event where it was, by the clock of the person', () => {
    const shown = shownOf({ event: testEvent(), next: null }, 'America/New_York');
    expect([shown.start, shown.end]).toEqual(['2026-11-16T07:00:00', '2026-11-16T07:30:00']);
    const moment = testEvent({ endUtc: null, endLocal: null });
    const { start, end } = shownOf({ event: moment, next: null }, 'UTC');
    expect([start, end]).toEqual(['2026-11-16T12:00:00', '2026-11-16T12:00:00']);
  });
  it('is the wall time of what floats, and the days of whole days', () => {
    const rest = testEvent({ startTzid: null });
    delete rest.startUtc;
    delete rest.endUtc;
    const floating = shownOf({ event: rest, next: null }, 'Asia/Tokyo');
    expect([floating.start, floating.end]).toEqual(['2026-11-16T13:00:00', '2026-11-16T13:30:00']);
    const days = { ...rest, isAllDay: true, startDate: '2026-11-16', endDate: '2026-11-18' };
    const shown = shownOf({ event: days, next: null }, 'Asia/Tokyo');
    expect([shown.start, shown.end]).toEqual(['2026-11-16', '2026-11-18']);
  });
});
