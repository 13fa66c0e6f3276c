import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  asYearly,
  formOfSeason,
  isCovered,
  isInSeason,
  isMonthDay,
  newSeason,
  numberProblem,
  overlapsOf,
  rangesText,
  seasonAt,
  seasonOf,
  seasonProblems,
  seasonText,
  type SeasonForm,
} from './season_form';
import type { Season } from '../types';

beforeEach(() => vi.stubGlobal('navigator', { language: 'en-GB' }));
afterEach(() => vi.unstubAllGlobals());

const yearly = (from: string, to: string) => ({ isYearly: true, from, to });
const once = (from: string, to: string) => ({ isYearly: false, from, to });
const form = (change: Partial<SeasonForm> = {}): SeasonForm => ({
  ...newSeason('120'),
  name: 'High season',
  ...change,
});
const season: Season = {
  name: 'High season',
  from: '07-01',
  to: '08-31',
  pricePerNight: 12_050,
  minNights: 3,
};

describe('a season that is written', () => {
  it('comes from one that is there, and is it again', () => {
    for (const one of [
      season,
      { ...season, from: '2026-07-01', to: '2026-08-31', minNights: null },
    ]) {
      expect(seasonOf(formOfSeason(one, 'EUR'), 'EUR')).toEqual(one);
    }
    expect(formOfSeason(season, 'EUR')).toMatchObject({ isYearly: true, price: '120.50' });
  });
  it('can be told from every other', () => {
    expect(newSeason('1').key).not.toBe(newSeason('1').key);
  });
  it.each([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ name: 'x'.repeat(61) }, ['name']],
    [{ from: '13-01' }, ['from']],
    [{ from: '02-29', to: '03-01' }, []],
    [{ to: '' }, ['to']],
    [{ isYearly: false, from: '2026-07-01', to: '2026-06-30' }, ['to']],
    [{ isYearly: false, from: '2026-07-01', to: '2026-07-01' }, []],
    [{ from: '12-20', to: '01-06' }, []],
    [{ price: '' }, ['price']],
    [{ price: 'ten' }, ['price']],
    [{ minNights: '0' }, ['minNights']],
    [{ minNights: '15' }, ['minNights']],
    [{ minNights: '14' }, []],
  ] satisfies [Partial<SeasonForm>, string[]][])('%o has problems: %j', (change, fields) => {
    expect(Object.keys(seasonProblems(form(change), 'EUR', 14))).toEqual(fields);
  });
  it('has a price in the currency of the place', () => {
    expect(seasonProblems(form({ price: '1.5' }), 'JPY', 14).price).toContain('JPY');
    expect(seasonOf(form({ price: '1.5' }), 'BHD').pricePerNight).toBe(1500);
  });
  it.each([
    ['1', true],
    ['99', true],
    ['100', false],
    ['0', false],
    ['2.5', false],
    ['', false],
    ['-1', false],
  ])('“%s” is a number of nights: %s', (text, isOne) => {
    expect(numberProblem(text, 99) === undefined).toBe(isOne);
  });
  it('knows days of every year', () => {
    expect(['02-29', '12-31', '02-30', '7-1', '2026-07-01'].map(isMonthDay)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('which season a night is in', () => {
  it.each([
    [yearly('07-01', '08-31'), '2026-07-01', true],
    [yearly('07-01', '08-31'), '2031-08-31', true],
    [yearly('07-01', '08-31'), '2026-09-01', false],
    [yearly('12-20', '01-06'), '2026-12-31', true],
    [yearly('12-20', '01-06'), '2027-01-06', true],
    [yearly('12-20', '01-06'), '2027-01-07', false],
    [once('2026-07-01', '2026-07-03'), '2026-07-03', true],
    [once('2026-07-01', '2026-07-03'), '2027-07-02', false],
    [once('2026-07-03', '2026-07-01'), '2026-07-02', false],
    [yearly('', '08-31'), '2026-07-01', false],
  ])('%o has %s: %s', (span, night, isIn) => {
    expect(isInSeason(span, night)).toBe(isIn);
  });
  it('the first one counts', () => {
    const [easter, spring] = [once('2027-03-26', '2027-03-29'), yearly('03-01', '05-31')];
    expect(seasonAt([easter, spring], '2027-03-27')).toBe(easter);
    expect(seasonAt([spring, easter], '2027-03-27')).toBe(spring);
    expect(seasonAt([easter, spring], '2027-06-01')).toBeUndefined();
  });
});

describe('seasons that overlap', () => {
  const words = (seasons: Parameters<typeof overlapsOf>[0], index: number) =>
    overlapsOf(seasons, index).map(({ nights, isYearly }) => rangesText(nights, isYearly));

  it('say on which nights the one above counts', () => {
    const seasons = [yearly('07-01', '07-15'), yearly('07-10', '08-31')];
    expect(words(seasons, 1)).toEqual(['10 Jul – 15 Jul']);
    expect(words(seasons, 0)).toEqual([]);
  });
  it('may be of one year and of every year, either way round', () => {
    const [one, every] = [once('2027-06-28', '2027-07-02'), yearly('07-01', '08-31')];
    expect(words([one, every], 1)).toEqual(['1 Jul 2027 – 2 Jul 2027']);
    expect(words([every, one], 1)).toEqual(['1 Jul 2027 – 2 Jul 2027']);
  });
  it('may go over the end of the year', () => {
    expect(words([yearly('12-20', '01-06'), yearly('01-05', '12-21')], 1)).toEqual([
      '5 Jan – 6 Jan, 20 Dec – 21 Dec',
    ]);
  });
  it('do not when they only touch, or are of different years, or are not written yet', () => {
    expect(words([yearly('07-01', '07-15'), yearly('07-16', '08-31')], 1)).toEqual([]);
    expect(words([once('2026-07-01', '2026-07-15'), once('2027-07-01', '2027-07-15')], 1)).toEqual(
      [],
    );
    expect(words([yearly('', ''), yearly('07-16', '08-31')], 1)).toEqual([]);
  });
  it('know when one never counts', () => {
    const summer = yearly('06-01', '08-31');
    expect(isCovered([summer, yearly('07-01', '07-31')], 1)).toBe(true);
    expect(isCovered([yearly('06-01', '07-15'), yearly('07-16', '08-31'), summer], 2)).toBe(true);
    expect(isCovered([summer, yearly('07-01', '09-01')], 1)).toBe(false);
    expect(isCovered([summer, once('2027-07-01', '2027-07-31')], 1)).toBe(true);
    // In other years it does.
    expect(isCovered([once('2027-07-01', '2027-07-31'), yearly('07-01', '07-31')], 1)).toBe(false);
    expect(isCovered([summer], 0)).toBe(false);
  });
});

describe('a season in words', () => {
  it('says when it is and what it costs', () => {
    expect(seasonText(season, 'EUR')).toBe(
      'High season, 1 Jul – 31 Aug every year: €120.50, at least 3 nights',
    );
    const one = { ...season, from: '2026-07-01', to: '2026-07-02', minNights: null };
    expect(seasonText(one, 'EUR')).toBe('High season, 1 Jul 2026 – 2 Jul 2026: €120.50');
  });
});

describe('every year or one', () => {
  it.each([
    [yearly('07-01', '08-31'), false, once('2026-07-01', '2026-08-31')],
    [yearly('12-20', '01-06'), false, once('2026-12-20', '2027-01-06')],
    [yearly('02-20', '02-29'), false, once('2026-02-20', '2026-02-28')],
    [once('2027-12-20', '2028-01-06'), true, yearly('12-20', '01-06')],
    [yearly('07-01', '08-31'), true, yearly('07-01', '08-31')],
  ])('%o becomes %s', (span, isYearly, expected) => {
    expect(asYearly(span, isYearly, '2026-11-16')).toEqual(expected);
  });
});
