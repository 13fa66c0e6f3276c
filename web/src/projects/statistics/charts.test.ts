import { expect, it } from 'vitest';
import { idealOf, lengthInWords, lineOf, pointsOf, roundUp } from './charts';

it('ends a scale at a round number', () => {
  const rows = [
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 5],
    [7, 10],
    [10, 10],
    [11, 20],
    [99, 100],
    [101, 200],
    [4321, 5000],
  ] as const;
  for (const [value, top] of rows) expect(roundUp(value)).toBe(top);
});

it('puts values into the box', () => {
  expect(lineOf(pointsOf([0, 5, 10], 10))).toBe('0.00,100.00 50.00,50.00 100.00,0.00');
  expect(lineOf(pointsOf([10], 10))).toBe('0.00,0.00');
  expect(lineOf(pointsOf([], 10))).toBe('');
});

it('draws the straight way down from the first value', () => {
  expect(idealOf([5, 9], 10)).toBe('0.00,50.00 100.00,100.00');
  expect(idealOf([], 10)).toBe('');
});

it('says lengths in the largest unit', () => {
  const rows = [
    [20, '0 minutes'],
    [90, '2 minutes'],
    [3_600, '1 hour'],
    [7_300, '2 hours'],
    [86_400, '1 day'],
    [216_000, '2.5 days'],
  ] as const;
  for (const [seconds, words] of rows) expect(lengthInWords(seconds, 'en')).toBe(words);
  expect(lengthInWords(216_000, 'de')).toBe('2,5 Tage');
});
