import { describe, expect, it } from 'vitest';
import { barePrice, shortPrice } from '../prices/short_price';
import { datedText, daysText, judge, sumOf, verdictText, type Known } from './stay_verdict';
import { dayLabel, stayLabel } from './stay_words';
import { bookingOf, placeOf } from '../test_server';

const season = { name: 'Summer', from: '07-05', to: '08-31', pricePerNight: 18000, minNights: 3 };
const place = placeOf({ seasons: [season], minNights: 2 });
const priceOf = (date: string) =>
  date >= '2026-07-05'
    ? { date, price: 18000, season: 'Summer' }
    : { date, price: 12000, season: null };
const known = (parts: Partial<Known> = {}): Known => ({
  place,
  bookings: [],
  today: '2026-07-01',
  priceOf,
  ...parts,
});
const days = (start: string, end: string) => ({ start, end });

describe('what nights cost', () => {
  it('is the sum of the prices that the server said', () => {
    expect(sumOf(days('2026-07-03', '2026-07-06'), priceOf)).toBe(42000);
  });

  it('is not known before all of them are', () => {
    const some = (date: string) => (date < '2026-07-05' ? priceOf(date) : undefined);
    expect(sumOf(days('2026-07-03', '2026-07-06'), some)).toBeUndefined();
    const verdict = judge(days('2026-07-03', '2026-07-06'), known({ priceOf: some }));
    expect(verdictText(verdict)).toBe('Fri 3 Jul – Mon 6 Jul · 3 nights');
  });

  it('is said with the difference when a stay moves', () => {
    const instead = bookingOf({
      start: '2026-07-02',
      end: '2026-07-05',
      extendedProps: { total: 36000 },
    });
    const later = judge(days('2026-07-03', '2026-07-06'), known({ instead }));
    expect(verdictText(later)).toBe('Fri 3 Jul – Mon 6 Jul · 3 nights · €420 (€60 more)');
    const shorter = judge(days('2026-07-02', '2026-07-04'), known({ instead }));
    expect(verdictText(shorter)).toContain('€240 (€120 less)');
  });

  it('is nothing for what is blocked', () => {
    const instead = bookingOf({ extendedProps: { kind: 'blocked' } });
    const verdict = judge(days('2026-07-03', '2026-07-04'), known({ instead }));
    expect(verdict).toMatchObject({ total: undefined, problems: [] });
  });
});

describe('what is in the way', () => {
  const bookings = [
    bookingOf({ id: 'a', title: 'Ada', start: '2026-07-04', end: '2026-07-05' }),
    bookingOf({ id: 'b', title: 'Taken', start: '2026-07-05', end: '2026-07-07' }),
    bookingOf({
      id: 'c',
      title: 'Blocked',
      start: '2026-07-08',
      end: '2026-07-09',
      extendedProps: { kind: 'blocked' },
    }),
    bookingOf({
      id: 'd',
      title: 'Roof',
      start: '2026-07-09',
      end: '2026-07-10',
      extendedProps: { kind: 'blocked' },
    }),
  ];

  it('is named as far as one may know', () => {
    expect(judge(days('2026-07-03', '2026-07-10'), known({ bookings })).problems).toEqual([
      'Taken: 4 Jul by Ada, 5 Jul – 6 Jul',
      'Blocked: 8 Jul, 9 Jul (Roof)',
    ]);
  });

  it('is not what leaves on the day of arrival, or comes on the day of departure', () => {
    const between = days('2026-07-02', '2026-07-04');
    expect(judge(between, known({ bookings })).problems).toEqual([]);
  });

  it('is not the stay itself', () => {
    const verdict = judge(
      days('2026-07-03', '2026-07-05'),
      known({ bookings, instead: bookings[0] }),
    );
    expect(verdict.problems).toEqual([]);
  });
});

describe('rules', () => {
  const problems = (start: string, end: string, parts: Partial<Known> = {}) =>
    judge(days(start, end), known(parts)).problems;

  it('have a shortest stay, of the season of the first night', () => {
    expect(problems('2026-07-02', '2026-07-03')).toEqual(['Shortest stay: 2 nights']);
    expect(problems('2026-07-05', '2026-07-07')).toEqual(['Shortest stay: 3 nights']);
    expect(problems('2026-07-04', '2026-07-06')).toEqual([]);
    expect(problems('2026-07-02', '2026-07-03', { isOpen: true })).toEqual([]);
  });

  it('have a longest stay', () => {
    expect(problems('2026-07-02', '2026-08-02')).toEqual(['Longest stay: 30 nights']);
  });

  it('leave the past alone', () => {
    expect(problems('2026-06-30', '2026-07-03')).toEqual(['These nights are in the past']);
    const allowed = { ...place, allowsPast: true };
    expect(problems('2026-06-30', '2026-07-03', { place: allowed })).toEqual([]);
  });

  it('let a stay that has begun become longer, and its past nights stay', () => {
    const instead = bookingOf({ start: '2026-06-29', end: '2026-07-02' });
    expect(problems('2026-06-29', '2026-07-04', { instead })).toEqual([]);
    expect(problems('2026-06-30', '2026-07-03', { instead })).toEqual([
      'These nights are in the past',
    ]);
  });
});

describe('words', () => {
  const ada = bookingOf();
  const labelOf = (halves: Parameters<typeof dayLabel>[0]['halves']) =>
    dayLabel({
      day: '2026-07-05',
      today: '2026-07-01',
      halves,
      price: priceOf('2026-07-05'),
      currency: 'EUR',
    });

  it('of a stay are a sentence', () => {
    const own = bookingOf({ extendedProps: { isOwn: true } });
    expect(stayLabel(own, { name: 'Cottage' })).toMatch(
      /^Ada, from Friday, .* to Monday, .*, 3 nights, in Cottage. Your booking.$/,
    );
    expect(daysText(ada)).toBe('Fri 3 Jul – Mon 6 Jul');
  });

  it('of days in another year say which', () => {
    expect(datedText(ada, '2026-11-16')).toBe('Fri 3 Jul – Mon 6 Jul');
    expect(datedText(ada, '2025-11-16')).toBe('Fri 3 Jul – Mon 6 Jul 2026');
    const turn = { start: '2026-12-30', end: '2027-01-02' };
    expect(datedText(turn, '2026-11-16')).toBe('Wed 30 Dec – Sat 2 Jan 2027');
  });

  it('of a day say who comes and goes', () => {
    const bo = bookingOf({ id: 'b', title: 'Bo' });
    const day = 'Sunday, 5 July 2026.';
    expect(labelOf({ morning: undefined, evening: undefined })).toBe(
      `${day} Free, €180 a night, Summer.`,
    );
    expect(labelOf({ morning: ada, evening: ada })).toBe(`${day} Taken by Ada.`);
    expect(labelOf({ morning: ada, evening: bo })).toBe(
      `${day} Taken by Ada until this day. Taken by Bo.`,
    );
    const hidden = bookingOf({ title: 'Taken' });
    expect(labelOf({ morning: undefined, evening: hidden })).toBe(`${day} Taken.`);
  });

  it('of prices fit in where they stand', () => {
    expect(shortPrice(12000, 'EUR', 60)).toBe('€120');
    expect(shortPrice(12000, 'EUR', 26)).toBe('120');
    expect(shortPrice(12000, 'EUR', 10)).toBe('');
    expect(barePrice(12050, 'EUR', 60)).toBe('121');
    expect(barePrice(1200, 'JPY', 60)).toBe('1200');
  });
});
