import { describe, expect, it } from 'vitest';
import { namedElsewhere, namesFor } from './names';

const people = [
  { id: 'ben', name: 'Ben Berg' },
  { id: 'anna', name: 'Anna Berg' },
  { id: 'li', name: '李明' },
];

describe('names', () => {
  it.each([
    ['Call @', ['Ben Berg', 'Anna Berg', '李明']],
    ['Call @be', ['Ben Berg', 'Anna Berg']],
    ['Call @ben b', ['Ben Berg']],
    ['Call @李', ['李明']],
    ['Call @Ben Berg', []],
    ['Call @ben tomorrow at', []],
    ['Call ben@be', []],
    ['Call', []],
  ])('are suggested while they are typed: %s', (text, names) => {
    expect(namesFor(text, people)).toEqual(names);
  });

  it.each([
    ['Call @ben', 'Ben Berg'],
    ['Call @Anna Berg tomorrow', 'Anna Berg'],
    ['Call @berg', undefined],
    ['Call @carl', undefined],
  ])('are known: %s', (text, name) => {
    expect(namedElsewhere(text, people)).toBe(name);
  });
});
