import { describe, expect, it } from 'vitest';
import { boundsOf, orderOf, readDate } from './gedcom_date';

describe('a date of GEDCOM', () => {
  it.each([
    ['1850', { precision: 'exact', date: { year: 1850 } }],
    ['12 MAR 1850', { precision: 'exact', date: { year: 1850, month: 3, day: 12 } }],
    ['Mar 1850', { precision: 'exact', date: { year: 1850, month: 3 } }],
    ['1850-03-12', { precision: 'exact', date: { year: 1850, month: 3, day: 12 } }],
    ['29 FEB 2000', { precision: 'exact', date: { year: 2000, month: 2, day: 29 } }],
    ['ABT 1850', { precision: 'about', date: { year: 1850 } }],
    ['abt. 1850', { precision: 'about', date: { year: 1850 } }],
    ['EST 1850', { precision: 'about', date: { year: 1850 } }],
    ['CAL 3 JAN 1850', { precision: 'about', date: { year: 1850, month: 1, day: 3 } }],
    ['BEF 1900', { precision: 'before', date: { year: 1900 } }],
    ['AFT DEC 1900', { precision: 'after', date: { year: 1900, month: 12 } }],
    ['BET 1840 AND 1845', { precision: 'between', date: { year: 1840 }, end: { year: 1845 } }],
    ['FROM 1840 TO 1845', { precision: 'fromTo', date: { year: 1840 }, end: { year: 1845 } }],
    ['FROM 1840', { precision: 'from', date: { year: 1840 } }],
    ['TO 1845', { precision: 'to', date: { year: 1845 } }],
    ['INT 1850 (the year of the flood)', { precision: 'about', date: { year: 1850 } }],
    ['11 FEB 1731/32', { precision: 'exact', date: { year: 1731, month: 2, day: 11 } }],
    ['44 BCE', { precision: 'exact', date: { year: -44 } }],
    ['44 B.C.', { precision: 'exact', date: { year: -44 } }],
    ['@#DGREGORIAN@ 5 MAY 1850', { precision: 'exact', date: { year: 1850, month: 5, day: 5 } }],
    // The day of another calendar is none of ours.
    ['@#DJULIAN@ 25 OCT 1917', { precision: 'exact', date: { year: 1917 } }],
  ])('%s is read', (text, expected) => {
    expect(readDate(undefined, text)).toEqual(expected);
  });

  it.each([
    '',
    'in the year of the flood',
    '(unknown)',
    '31 FEB 1850',
    '12 XYZ 1850',
    'BET 1840',
    '0',
  ])('%j is none', (text) => {
    expect(readDate(undefined, text)).toBeUndefined();
  });

  it('is the full day where there is one, if the calendar has it', () => {
    expect(readDate('1850-03-12', 'ABT 1850')?.precision).toBe('exact');
    expect(readDate('1850-02-30', 'ABT 1850')?.precision).toBe('about');
    expect(readDate(null, null)).toBeUndefined();
  });

  it('has bounds, by which it is sorted', () => {
    const order = (text: string) => orderOf(readDate(undefined, text));
    const sorted = [
      '44 BCE',
      '1799',
      'BET 1840 AND 1845',
      '1 JAN 1850',
      'AFT 1850',
      'BEF 1900',
      'x',
    ];
    expect(sorted.toReversed().toSorted((a, b) => (order(a) < order(b) ? -1 : 1))).toEqual(sorted);
    const known = readDate(undefined, 'BEF 1900');
    expect(known && boundsOf(known)).toEqual({ earliest: -Infinity, latest: 19_000_101 });
  });
});
