import { describe, expect, it } from 'vitest';
import { around, distanceText, freeNear, type FreeStay } from './free_nights';

const limits = { earliest: '2027-01-01', minNights: 1, maxNights: 30 };
const stay = (start: string, end: string) => ({ start, end });
const wanted = stay('2027-07-10', '2027-07-15');
const texts = (found: FreeStay[]) => found.map(({ kind, start, end }) => `${kind} ${start} ${end}`);

describe('what is free next to nights that are taken', () => {
  it('is what is left of them, and the same length before and after', () => {
    const taken = [stay('2027-07-12', '2027-07-20')];
    expect(texts(freeNear(wanted, taken, limits))).toEqual([
      'part 2027-07-10 2027-07-12',
      'before 2027-07-07 2027-07-12',
      'after 2027-07-20 2027-07-25',
    ]);
  });
  it('has no part when everything is taken, or what is left is too short', () => {
    const all = [stay('2027-07-01', '2027-08-01')];
    expect(texts(freeNear(wanted, all, limits))).toEqual([
      'before 2027-06-26 2027-07-01',
      'after 2027-08-01 2027-08-06',
    ]);
    const most = [stay('2027-07-11', '2027-07-15')];
    const long = freeNear(wanted, most, { ...limits, minNights: 2 });
    expect(texts(long).filter((text) => text.startsWith('part'))).toEqual([]);
  });
  it('takes the longest part', () => {
    const taken = [stay('2027-07-11', '2027-07-12')];
    expect(texts(freeNear(wanted, taken, limits))[0]).toBe('part 2027-07-12 2027-07-15');
  });
  it('is nothing in the past', () => {
    const taken = [stay('2027-07-10', '2027-07-15')];
    const found = freeNear(wanted, taken, { ...limits, earliest: '2027-07-09' });
    expect(texts(found)).toEqual(['after 2027-07-15 2027-07-20']);
  });
  it('is no longer than a stay may be', () => {
    const taken = [stay('2027-07-14', '2027-07-15')];
    const found = freeNear(wanted, taken, { ...limits, maxNights: 3 });
    for (const { start, end } of found) expect(end.slice(8) > start.slice(8)).toBe(true);
    expect(texts(found)[0]).toBe('part 2027-07-10 2027-07-13');
  });
  it('may be nowhere near', () => {
    expect(freeNear(wanted, [stay('2027-01-01', '2028-01-01')], limits)).toEqual([]);
    expect(freeNear(stay('2027-07-10', '2027-07-10'), [], limits)).toEqual([]);
  });
  it('is searched in days that are known', () => {
    const known = around(wanted);
    const taken = [stay('2027-07-01', '2027-08-01')];
    for (const { start, end } of freeNear(wanted, taken, limits)) {
      expect(start >= known.start && end <= known.end).toBe(true);
    }
  });
  it('says how far it is', () => {
    const offer = (kind: FreeStay['kind'], start: string) => ({ kind, start, end: '2027-07-30' });
    expect(distanceText(wanted, offer('before', '2027-07-09'))).toBe('1 day earlier');
    expect(distanceText(wanted, offer('after', '2027-07-20'))).toBe('10 days later');
    expect(distanceText(wanted, offer('part', '2027-07-10'))).toBe('the part that is free');
  });
});
