import { describe, expect, it } from 'vitest';
import { initialsOf } from './initials';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['  Ada  King  Lovelace ', 'AL'],
    ['Øystein Åsen', 'ØÅ'],
    ['🦊 Fox', '🦊F'],
    ['', ''],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
