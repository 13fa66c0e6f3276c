import { describe, expect, it } from 'vitest';
import type { FoundPersons } from '../types';
import { furtherOf, mayBeName } from './further';

type Place = string | null;

const answer = (...people: [id: string, soundsAlike: boolean, born?: Place, died?: Place][]) =>
  ({
    isCut: false,
    results: people.map(([personId, soundsAlike, birthPlace = null, deathPlace = null]) => ({
      person: { personId, birthPlace, deathPlace },
      soundsAlike,
    })),
  }) as unknown as FoundPersons;

describe('whom the server finds', () => {
  it('is there once, by name before by place', () => {
    const byName = answer(['ada', false], ['zoe', true, 'Rome']);
    const byPlace = answer(['zoe', false, 'Rome'], ['otto', false, 'Rome', 'Romanshorn']);
    expect(furtherOf(byName, byPlace)).toEqual([
      { personId: 'ada', soundsAlike: false, places: '' },
      { personId: 'zoe', soundsAlike: true, places: '' },
      { personId: 'otto', soundsAlike: false, places: 'Rome – Romanshorn' },
    ]);
  });

  it('is not asked for years as if they were names', () => {
    expect(['Zoë', 'zoe 1850', '陈'].map(mayBeName)).toEqual([true, false, true]);
  });

  it('has each place once', () => {
    const byPlace = answer(['a', false, 'Rome', 'Rome'], ['b', false, null, 'Rome']);
    expect(furtherOf(undefined, byPlace).map(({ places }) => places)).toEqual(['Rome', 'Rome']);
  });
});
