import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { QuoteSession, quoteDelayMs } from './quote_session.svelte';
import { testBooking, testPlace, testQuote } from '../test_bookings';
import type { Quote } from '../types';

const place = testPlace({ allowsPast: true });
const days = (start: string, end: string) => ({ start, end });
const first = days('2027-07-03', '2027-07-06');
const second = days('2027-07-04', '2027-07-06');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// Answers come when the test says so.
function slowApi() {
  const waiting: { resolve: (quote: Quote) => void; start: string }[] = [];
  const quote = vi.fn(
    (_place: string, { start }: { start: string }) =>
      new Promise<Quote>((resolve) => waiting.push({ resolve, start })),
  );
  return { quote, list: vi.fn(() => Promise.resolve([])), waiting };
}

const pass = () => vi.advanceTimersByTimeAsync(quoteDelayMs);

describe('the quote', () => {
  it('is asked for at once at first, and then when the dates have come to rest', async () => {
    const quote = vi.fn(async () => testQuote());
    const session = new QuoteSession({ quote, list: vi.fn() });
    session.ask({ place, days: first });
    await vi.advanceTimersByTimeAsync(0);
    expect(quote).toHaveBeenCalledTimes(1);
    expect(session.isOf(first)).toBe(true);
    for (let turn = 0; turn < 5; turn++) session.ask({ place, days: second });
    expect(session.isOf(first)).toBe(false);
    await pass();
    expect(quote).toHaveBeenCalledTimes(2);
  });
  it('that comes late is dropped', async () => {
    const api = slowApi();
    const session = new QuoteSession(api);
    session.ask({ place, days: first });
    await pass();
    session.ask({ place, days: second });
    await pass();
    const [old, young] = api.waiting;
    young?.resolve(testQuote({ ...second, total: 2 }));
    await pass();
    old?.resolve(testQuote({ ...first, total: 1 }));
    await pass();
    expect(session.quote?.total).toBe(2);
    expect(session.isOf(second)).toBe(true);
  });
  it('is of no nights any more once it is cleared or stopped', async () => {
    const api = slowApi();
    const session = new QuoteSession(api);
    session.ask({ place, days: first });
    await pass();
    session.clear();
    api.waiting[0]?.resolve(testQuote());
    await pass();
    expect(session.quote).toBeUndefined();
    await session.again();
    expect(api.quote).toHaveBeenCalledTimes(1);
  });
  it('names the booking that would move', async () => {
    const quote = vi.fn(async () => testQuote());
    const session = new QuoteSession({ quote, list: vi.fn() });
    session.ask({ place, days: first, instead: 'one' });
    await pass();
    expect(quote).toHaveBeenCalledWith('default', first, 'one');
    await session.again();
    expect(quote).toHaveBeenCalledTimes(2);
  });
  it('says why it is not there', async () => {
    const detail = 'No such place.';
    const quote = vi.fn().mockRejectedValue(new ApiError({ status: 404, title: '', detail }));
    const session = new QuoteSession({ quote, list: vi.fn() });
    session.ask({ place, days: first });
    await pass();
    expect([session.failure, session.isAsking, session.quote]).toEqual([detail, false, undefined]);
  });
});

describe('what is free next to it', () => {
  const taken = [{ night: '2027-07-04' }];
  const quote = vi.fn(async () => testQuote({ taken }));
  const other = testBooking({ id: 'other', start: '2027-07-04', end: '2027-07-08' });
  it('is looked for when something is taken', async () => {
    const list = vi.fn(async () => [other]);
    const session = new QuoteSession({ quote, list });
    session.ask({ place, days: first });
    await pass();
    expect(session.free.map(({ kind, start }) => `${kind} ${start}`)).toEqual([
      'part 2027-07-03',
      'before 2027-07-01',
      'after 2027-07-08',
    ]);
  });
  it('is nothing when that cannot be known', async () => {
    const list = vi.fn().mockRejectedValue(new Error('away'));
    const session = new QuoteSession({ quote, list });
    session.ask({ place, days: first });
    await pass();
    expect([session.free, session.failure, session.quote?.taken]).toEqual([[], '', taken]);
  });
});
