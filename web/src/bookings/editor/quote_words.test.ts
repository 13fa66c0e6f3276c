import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  fieldOfRefusal,
  isFree,
  lineText,
  nightsText,
  priceLines,
  refusalText,
  stayText,
  takenRanges,
  takenSummary,
  takenText,
  whoText,
} from './quote_words';
import type { QuotePart, RuleCode, TakenNight } from '../types';

beforeEach(() => vi.stubGlobal('navigator', { language: 'en-GB' }));
afterEach(() => vi.unstubAllGlobals());

function part(change: Partial<QuotePart>): QuotePart {
  const nights = change.nights ?? 1;
  const pricePerNight = change.pricePerNight ?? 8000;
  return {
    season: null,
    start: '2027-07-01',
    end: '2027-07-02',
    nights,
    pricePerNight,
    total: nights * pricePerNight,
    ...change,
  };
}

const by = (id: string, title: string, kind: 'booking' | 'blocked' = 'booking') => ({
  id,
  title,
  kind,
});

describe('a stay in words', () => {
  it('counts nights', () => {
    expect([nightsText(0), nightsText(1), nightsText(3)]).toEqual([
      '0 nights',
      '1 night',
      '3 nights',
    ]);
  });
  it('has a year where it is needed', () => {
    expect(stayText('2027-07-03', '2027-07-06')).toBe('3 Jul – 6 Jul 2027');
    expect(stayText('2026-12-30', '2027-01-02')).toBe('30 Dec 2026 – 2 Jan 2027');
  });
});

describe('a price in words', () => {
  it('has a line per season', () => {
    const lines = priceLines(
      [part({ nights: 2 }), part({ season: 'High season', nights: 3, pricePerNight: 12_000 })],
      'EUR',
    );
    expect(lines.map(lineText)).toEqual([
      '2 nights × €80 = €160',
      '3 nights High season × €120 = €360',
    ]);
  });
  it('puts parts of one season together that lie apart', () => {
    const lines = priceLines(
      [
        part({ nights: 2 }),
        part({ season: 'Easter', nights: 1, pricePerNight: 9050 }),
        part({ nights: 4 }),
      ],
      'EUR',
    );
    expect(lines.map(lineText)).toEqual([
      '6 nights × €80 = €480',
      '1 night Easter × €90.50 = €90.50',
    ]);
  });
  it('keeps seasons apart that have one name and two prices', () => {
    const season = 'Summer';
    const parts = [part({ season }), part({ season, pricePerNight: 9000 })];
    expect(priceLines(parts, 'EUR')).toHaveLength(2);
  });
  it('is free when every part is', () => {
    expect(isFree({ parts: [part({ pricePerNight: 0 })] })).toBe(true);
    expect(isFree({ parts: [part({ pricePerNight: 0 }), part({})] })).toBe(false);
  });
});

describe('nights that are taken', () => {
  it('are together when they follow each other and are of one booking', () => {
    const taken: TakenNight[] = [
      { night: '2027-07-05', event: by('b', 'Ben') },
      { night: '2027-07-03', event: by('a', 'Ada') },
      { night: '2027-07-04', event: by('a', 'Ada') },
      { night: '2027-07-08', event: by('b', 'Ben') },
      { night: '2027-07-09' },
      { night: '2027-07-10' },
    ];
    expect(takenRanges(taken).map((range) => takenText(range))).toEqual([
      '3 Jul to 4 Jul, 2 nights: Ada',
      'The night of 5 Jul: Ben',
      'The night of 8 Jul: Ben',
      '9 Jul to 10 Jul, 2 nights: taken',
    ]);
  });
  it('may be one’s own', () => {
    const [range] = takenRanges([{ night: '2027-07-05', event: by('a', 'Ada') }]);
    expect(range && takenText(range, true)).toBe('The night of 5 Jul: your own booking');
  });
  it.each([
    [undefined, 'taken'],
    [by('a', 'Ada'), 'Ada'],
    [by('a', 'Blocked', 'blocked'), 'blocked'],
    [by('a', 'New roof', 'blocked'), 'blocked (New roof)'],
  ])('are of %o', (event, words) => {
    expect(whoText(event)).toBe(words);
  });
  it.each([
    [1, 1, 'This night is taken.'],
    [3, 3, 'All 3 nights are taken.'],
    [1, 5, '1 of these 5 nights is taken.'],
    [2, 5, '2 of these 5 nights are taken.'],
  ])('%i of %i', (taken, nights, words) => {
    expect(takenSummary(taken, nights)).toBe(words);
  });
});

describe('a refusal', () => {
  const limits = { minNights: 2, maxNights: 14 };
  it('is said in the words of the server', () => {
    expect(refusalText({ code: 'tooShort', detail: 'In summer, 3.' }, limits)).toBe(
      'In summer, 3.',
    );
  });
  it.each([
    ['tooShort', 'At least 2 nights'],
    ['tooLong', 'At most 14 nights'],
    ['inThePast', 'Past nights'],
    ['endNotAfterStart', 'after arrival'],
    ['tooManyChanges', 'at once'],
    ['overlap', 'taken'],
    ['nightsAreFree', 'free'],
    ['staleVersion', 'in the meantime'],
  ] satisfies [RuleCode, string][])('%s has words of its own', (code, words) => {
    expect(refusalText({ code, detail: '' }, limits)).toContain(words);
  });
  it('is next to the date that it is about', () => {
    expect(fieldOfRefusal('inThePast')).toBe('start');
    expect(fieldOfRefusal('tooLong')).toBe('end');
  });
});
