// The people and relationships of a tree, as they are after a change.

import type { ChartPerson, Graph, Person, Relationship } from './types';

// null: deleted, with all relationships.
export function withPerson(graph: Graph, id: string, person: Person | null): Graph {
  const others = graph.persons.filter(({ personId }) => personId !== id);
  if (!person) {
    const relationships = graph.relationships.filter((each) => !idsOf(each).includes(id));
    return { persons: others, relationships };
  }
  const at = graph.persons.findIndex(({ personId }) => personId === id);
  const persons = [...graph.persons];
  if (at < 0) persons.push(chartPerson(person));
  else persons[at] = chartPerson(person);
  return { ...graph, persons };
}

type Ids =
  | Pick<
      Relationship & { relationshipType: 'ParentChild' },
      'relationshipType' | 'parentId' | 'childId'
    >
  | Pick<
      Relationship & { relationshipType: 'Spousal' },
      'relationshipType' | 'person1Id' | 'person2Id'
    >;

// A couple is one, whichever of the two is named first.
export function withRelationship(graph: Graph, ids: Ids, relationship: Relationship | null): Graph {
  const key = keyOf(ids);
  const at = graph.relationships.findIndex((each) => keyOf(each) === key);
  const relationships = [...graph.relationships];
  if (!relationship) relationships.splice(at, at < 0 ? 0 : 1);
  else if (at < 0) relationships.push(relationship);
  else relationships[at] = relationship;
  return { ...graph, relationships };
}

function idsOf(each: Ids): string[] {
  return each.relationshipType === 'Spousal'
    ? [each.person1Id, each.person2Id]
    : [each.parentId, each.childId];
}

function keyOf(each: Ids): string {
  const ids = idsOf(each);
  if (each.relationshipType === 'Spousal') ids.sort();
  return [each.relationshipType, ...ids].join('#');
}

// What a chart knows of a person.
export function chartPerson(person: Person): ChartPerson {
  const { personId, firstName, middleName, lastName, birthName, preferredName, suffix } = person;
  const { gender, birthDate, birthDateText, deathDate, deathDateText } = person;
  const { isDeceased, isLiving, isHidden, photoUrl } = person;
  return {
    ...{ personId, firstName, middleName, lastName, birthName, preferredName, suffix },
    ...{ gender, birthDate, birthDateText, deathDate, deathDateText },
    ...{ isDeceased, isLiving, isHidden, photoUrl },
  };
}
