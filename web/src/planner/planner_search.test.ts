import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchSession, shownOf } from './planner_search.svelte';
import { pending, testApi, testEvent } from './test_parts';
import type { SearchResult } from './types';

const result = (title: string): SearchResult => ({ event: testEvent({ title }), next: null });

describe('searching as somebody types', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('waits for a rest', async () => {
    const search = vi.fn(async () => [result('Lunch')]);
    const session = new SearchSession({ api: testApi({ search }) });
    for (const text of ['l', 'lu', 'lun ']) session.type(text);
    expect(session.isSearching).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(search).toHaveBeenCalledTimes(1);
    expect(search).toHaveBeenCalledWith('lun', expect.any(Number), expect.anything());
    expect(session.results.map(({ event }) => event.title)).toEqual(['Lunch']);
    expect([session.found, session.isSearching]).toEqual(['lun ', false]);
  });

  it('shows the answer to the last question only', async () => {
    const [first, second] = [pending<SearchResult[]>(), pending<SearchResult[]>()];
    const search = vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    const session = new SearchSession({ api: testApi({ search }) });
    session.type('a', 0);
    await vi.advanceTimersByTimeAsync(1);
    session.type('ab', 0);
    await vi.advanceTimersByTimeAsync(1);
    second.resolve([result('second')]);
    await vi.advanceTimersByTimeAsync(1);
    first.resolve([result('first')]);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.results.map(({ event }) => event.title)).toEqual(['second']);
  });

  it('forgets everything with the text, and says what failed', async () => {
    const search = vi.fn().mockRejectedValue(new Error('too busy'));
    const session = new SearchSession({ api: testApi({ search }) });
    session.type('a', 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.failure).toBe('too busy');
    session.type(' ');
    expect([session.failure, session.found, session.isSearching]).toEqual(['', '', false]);
  });
});

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
