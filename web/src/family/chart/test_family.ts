// Families for tests.

import type { Gender, ParentType, Person, Relationship, SpousalStatus, TreeGraph } from '../model';

export class TestFamily implements TreeGraph {
  readonly persons: Person[] = [];
  readonly relationships: Relationship[] = [];

  person(personId: string, gender: Gender = 'Unknown', birthYear?: number): this {
    this.persons.push({
      personId,
      firstName: personId,
      lastName: 'Berg',
      gender,
      isLiving: false,
      ...(birthYear !== undefined && { birthDateText: String(birthYear) }),
    });
    return this;
  }

  // Those who are not there yet are added, too.
  people(ids: string): this {
    for (const id of ids.split(' ')) {
      if (!this.persons.some(({ personId }) => personId === id)) this.person(id);
    }
    return this;
  }

  married(
    person1Id: string,
    person2Id: string,
    marriageDate?: string,
    status: SpousalStatus = 'Married',
  ): this {
    const spousal = { relationshipType: 'Spousal', person1Id, person2Id, status } as const;
    this.relationships.push({ ...spousal, ...(marriageDate && { marriageDate }) });
    return this;
  }

  // `parents` and `children` are ids with spaces between them.
  children(parents: string, children: string, type: ParentType = 'Biological'): this {
    for (const childId of children.split(' ')) {
      for (const parentId of parents.split(' ')) {
        this.relationships.push({ relationshipType: 'ParentChild', parentId, childId, type });
      }
    }
    return this;
  }
}

// The same numbers for the same seed (mulberry32).
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// As many people as `size`, over several generations; the founders have children in any case. People marry within their generation, also cousins; some marry
// twice or three times, and some children are adopted.
export function generatedFamily(
  size: number,
  seed: number,
  founders = Math.max(2, Math.ceil(size / 60)),
): TestFamily {
  const next = random(seed);
  const family = new TestFamily();
  const add = (generation: number, gender: Gender) => {
    const id = `p${family.persons.length}`;
    family.person(id, gender, 1700 + generation * 28 + Math.floor(next() * 20));
    return id;
  };
  const pick = <Value>(all: readonly Value[]): Value | undefined =>
    all[Math.floor(next() * all.length)];
  let people = Array.from({ length: founders }, (_, index) =>
    add(0, index % 2 === 0 ? 'Male' : 'Female'),
  );
  for (let generation = 1; family.persons.length < size; generation += 1) {
    const born: string[] = [];
    for (const one of people) {
      const marriages = next() < 0.1 ? 3 : next() < 0.75 || generation === 1 ? 1 : 0;
      for (let marriage = 0; marriage < marriages && family.persons.length < size; marriage += 1) {
        const isKnown = next() < 0.3;
        const other = (isKnown ? pick(people) : undefined) ?? add(generation - 1, 'Female');
        if (other === one) continue;
        family.married(one, other, `${1725 + generation * 28 + marriage * 3}-05-01`);
        const count = Math.floor(next() * 5) + (generation === 1 ? 2 : 0);
        for (let child = 0; child < count && family.persons.length < size; child += 1) {
          const id = add(generation, next() < 0.5 ? 'Male' : 'Female');
          family.children(`${one} ${other}`, id);
          const adopter = next() < 0.03 ? pick(people) : undefined;
          if (adopter && adopter !== one && adopter !== other) {
            family.children(adopter, id, 'Adoptive');
          }
          born.push(id);
        }
      }
    }
    people = born.length > 1 ? born : [add(generation, 'Male'), add(generation, 'Female')];
  }
  return family;
}
