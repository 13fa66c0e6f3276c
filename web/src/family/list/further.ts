// Whom only the server finds: by names that sound alike, and by the places of a birth and a death.

import type { FoundPersons } from '../types';

export interface Further {
  personId: string;
  // By a name that sounds alike; otherwise by the places, or by a name that is not in the list.
  soundsAlike: boolean;
  places: string;
}

// A letter alone sounds like too much.
export const leastAsked = 2;

// A year sounds like nothing, so that everybody would be found by the rest of "Ada 1850".
export const mayBeName = (text: string): boolean => !/\d/u.test(text);

// Each person once: those by name first, of whom the places are not said.
export function furtherOf(byName: FoundPersons | undefined, byPlace: FoundPersons): Further[] {
  const all = new Map<string, Further>();
  for (const { person, soundsAlike } of byName?.results ?? []) {
    all.set(person.personId, { personId: person.personId, soundsAlike, places: '' });
  }
  for (const { person } of byPlace.results) {
    if (all.has(person.personId)) continue;
    const places = [...new Set([person.birthPlace, person.deathPlace])].filter(Boolean).join(' – ');
    all.set(person.personId, { personId: person.personId, soundsAlike: false, places });
  }
  return [...all.values()];
}
