import { describe, expect, it } from 'vitest';
import { withPerson, withRelationship } from './tree_graph';
import type { Couple, Graph, ParentChild, Person } from './types';

const person = (personId: string, firstName = personId) =>
  ({ personId, firstName, lastName: 'Berg', gender: 'Unknown', biography: 'x' }) as Person;
const child = (parentId: string, childId: string) =>
  ({ relationshipType: 'ParentChild', parentId, childId, type: 'Biological' }) as ParentChild;
const couple = (person1Id: string, person2Id: string, status = 'Married') =>
  ({ relationshipType: 'Spousal', person1Id, person2Id, status }) as Couple;

function graph(): Graph {
  const empty: Graph = { persons: [], relationships: [] };
  const people = ['a', 'b', 'c'].reduce((all, id) => withPerson(all, id, person(id)), empty);
  return { ...people, relationships: [child('a', 'c'), child('b', 'c'), couple('a', 'b')] };
}

describe('a tree', () => {
  it('has a person once, as they are now, and only what a chart needs', () => {
    const changed = withPerson(graph(), 'b', person('b', 'Bea'));
    expect(changed.persons.map(({ firstName }) => firstName)).toEqual(['a', 'Bea', 'c']);
    expect(changed.persons[1]).not.toHaveProperty('biography');
    expect(changed.relationships).toHaveLength(3);
  });

  it('loses a person with the relationships', () => {
    const { persons, relationships } = withPerson(graph(), 'b', null);
    expect(persons.map(({ personId }) => personId)).toEqual(['a', 'c']);
    expect(relationships).toEqual([child('a', 'c')]);
    expect(withPerson(graph(), 'x', null)).toEqual(graph());
  });

  it('has a couple once, whichever of the two is named first', () => {
    const divorced = couple('b', 'a', 'Divorced');
    const { relationships } = withRelationship(graph(), divorced, divorced);
    expect(relationships.at(-1)).toEqual(divorced);
    expect(relationships).toHaveLength(3);
    expect(withRelationship(graph(), divorced, null).relationships).toHaveLength(2);
  });

  it('tells a parent from a child', () => {
    const other = child('c', 'a');
    expect(withRelationship(graph(), other, other).relationships).toHaveLength(4);
    expect(withRelationship(graph(), other, null).relationships).toHaveLength(3);
  });
});
