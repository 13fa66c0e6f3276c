import { describe, expect, it } from 'vitest';
import {
  bookedNights,
  differenceText,
  fairnessText,
  monthName,
  monthText,
  personText,
  someNights,
  yearOccupancy,
} from './statistics_words';
import type { MonthOccupancy, PersonShare, Statistics } from '../types';

const month = (change: Partial<MonthOccupancy>): MonthOccupancy => ({
  month: 5,
  nights: 31,
  booked: 0,
  blocked: 0,
  occupancy: 0,
  ...change,
});
const person = (change: Partial<PersonShare> = {}): PersonShare => ({
  userId: 'a',
  name: 'Ada',
  isMember: true,
  nights: 1,
  stays: 1,
  total: 0,
  share: 0.5,
  difference: 0,
  ...change,
});
const year = (change: Partial<Statistics>): Statistics => ({
  year: 2026,
  months: [],
  people: [person(), person({ userId: 'b' })],
  fairNights: 4,
  fairness: 1,
  currency: 'EUR',
  ...change,
});

describe('a year in words', () => {
  it('counts what could be booked', () => {
    const months = [month({ nights: 30, blocked: 10, booked: 5 }), month({ booked: 0 })];
    expect(yearOccupancy(months)).toBeCloseTo(5 / 51);
    expect(bookedNights(months)).toBe(5);
    expect(yearOccupancy([month({ nights: 31, blocked: 31 })])).toBe(0);
  });
  it('names months', () => {
    expect([monthName(1, 'short'), monthName(12, 'long')]).toEqual(['Jan', 'December']);
    expect(monthText(month({ booked: 12, blocked: 1, occupancy: 0.4 }))).toBe(
      'May: 12 of 31 nights booked, 1 night blocked, 40%',
    );
  });
  it.each([
    [1, '1 night'],
    [0.96, '1 night'],
    [2.25, '2.3 nights'],
    [0, '0 nights'],
  ])('%f is %s', (nights, words) => {
    expect(someNights(nights)).toBe(words);
  });
  it.each([
    [{ difference: 3.5 }, '3.5 nights more than an equal share'],
    [{ difference: -1 }, '1 night fewer than an equal share'],
    [{ difference: 0.01 }, 'an equal share'],
    [{ difference: 3, isMember: false }, ''],
  ])('%o is %s', (change, words) => {
    expect(differenceText(person(change))).toBe(words);
  });
  it('says of each person what there is to say', () => {
    const ben = person({ stays: 2, share: 0.45, difference: 1, total: 61_150 });
    expect(personText(ben, 'EUR')).toBe(
      '2 stays, 45% of all nights, 1 night more than an equal share, €611.50',
    );
    const guests = person({ userId: null, isMember: false });
    expect(personText(guests, 'EUR')).toBe('1 stay, 50% of all nights');
  });
});

describe('fairness in words', () => {
  // As the server computes it: Jain's index.
  function shared(...nights: number[]): string {
    const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);
    const squares = sum(nights.map((each) => each * each));
    return fairnessText(
      year({
        people: nights.map((each, at) => person({ userId: `${at}`, nights: each })),
        fairNights: 4,
        fairness: sum(nights) ** 2 / (nights.length * squares),
      }),
    );
  }
  it.each([
    [[4, 4], 'the same number'],
    [[4, 4, 5], 'shared evenly.'],
    [[1, 0], 'shared evenly.'],
    // Two nights are a difference, however many there are.
    [[30, 32], 'almost evenly'],
    [[10, 13], 'almost evenly'],
    [[10, 20], 'a little unevenly'],
    [[3, 20], 'unevenly: some'],
    [[0, 14], 'very unevenly'],
    [[0, 0, 0, 14], 'very unevenly'],
  ])('%o: %s', (nights, words) => {
    const text = shared(...nights);
    expect(text).toContain(words);
    expect(text).toContain('4 nights each');
  });
  it('says when there is nothing to compare', () => {
    expect(fairnessText(year({ fairness: null }))).toContain('No one');
    const guests = person({ userId: null, isMember: false });
    expect(fairnessText(year({ people: [person(), guests] }))).toContain('Only one');
  });
});
