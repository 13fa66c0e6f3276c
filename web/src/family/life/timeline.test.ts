import { describe, expect, it } from 'vitest';
import { Kin } from '../chart/kin';
import { TestFamily } from '../chart/test_family';
import type { Couple, Fact, Graph, ParentChild, Person } from '../types';
import { notesOf, timelineOf } from './timeline';

const adam = {
  personId: 'Adam',
  treeId: 'tree',
  birthDateText: '1850',
  birthPlace: 'Bergen',
  deathDateText: '1900',
  isDeceased: true,
  birthCitations: [],
  deathCitations: [],
} as unknown as Person;

function fact(factId: string, kind: string, dateText: string | null = null): Fact {
  const ids = { factId, personId: 'Adam', treeId: 'tree' };
  const none = { date: null, place: null, value: null, notes: null, citations: [] };
  const history = { createdBy: null, updatedBy: null, createdAt: '', updatedAt: '', etag: '' };
  return { ...ids, ...none, ...history, kind, dateText };
}

const couple = (of: Partial<Couple>) =>
  ({ relationshipType: 'Spousal', status: 'Married', history: [], ...of }) as Couple;

function days(
  people: TestFamily,
  facts: Fact[] = [],
  { person = adam, more = [] as (Couple | ParentChild)[] } = {},
) {
  const relationships = [...people.relationships, ...more] as Graph['relationships'];
  const graph = { persons: people.persons, relationships } as Graph;
  return timelineOf(person, facts, graph, new Kin(graph)).map((day) =>
    [day.fact?.kind ?? day.kind, day.personId].filter(Boolean).join(' '),
  );
}

describe('what is cited', () => {
  it('is shown at its day, even if nothing else is known of that', () => {
    const cited = (page: string) => [{ sourceId: 's', page }];
    const person = {
      ...{ personId: 'Adam', treeId: 'tree', isDeceased: false },
      ...{ birthCitations: cited('birth'), deathCitations: cited('death') },
    } as unknown as Person;
    const married = couple({
      ...{ person1Id: 'Eve', person2Id: 'Adam', divorceDateText: '1880' },
      ...{ marriageCitations: cited('marriage'), divorceCitations: cited('divorce') },
      history: [{ marriageDateText: '1870', marriageCitations: cited('earlier') }],
    });
    const people = new TestFamily().people('Adam Eve');
    const relationships = [...people.relationships, married] as Graph['relationships'];
    const graph = { persons: people.persons, relationships } as Graph;
    const shown = timelineOf(person, [], graph, new Kin(graph));
    expect(shown.map(({ kind, citations }) => [kind, citations[0]?.page])).toEqual([
      ['birth', 'birth'],
      ['marriage', 'earlier'],
      ['divorce', 'divorce'],
      ['marriage', 'marriage'],
      ['death', 'death'],
    ]);
    expect(shown.filter(({ couple: of }) => of === married)).toHaveLength(3);
  });
});

describe('a life', () => {
  it('begins with the birth and ends with the burial, however exact they are known', () => {
    const facts = [
      fact('1', 'Burial', '5 MAY 1900'),
      fact('2', 'Occupation', 'BET 1870 AND 1880'),
      fact('3', 'Baptism', '12 MAR 1850'),
      fact('4', 'Residence'),
      fact('5', 'Census', '1875'),
      fact('6', 'Note'),
    ];
    expect(days(new TestFamily().people('Adam'), facts)).toEqual([
      'birth',
      'Baptism',
      'Occupation',
      'Census',
      'death',
      'Burial',
      'Residence',
    ]);
    expect(notesOf(facts).map(({ factId }) => factId)).toEqual(['6']);
  });

  it('has what is not dated before a death that is not', () => {
    const person = { ...adam, deathDateText: null, birthDateText: null };
    const facts = [fact('1', 'Burial'), fact('2', 'Residence'), fact('3', 'Census', '1875')];
    expect(days(new TestFamily().people('Adam'), facts, { person })).toEqual([
      'birth',
      'Census',
      'Residence',
      'death',
      'Burial',
    ]);
  });

  it('has the days of the family that belong to it', () => {
    const people = new TestFamily()
      .people('Adam Eve')
      .person('Carl', 'Male', 1874)
      .person('Late', 'Male', 1910)
      .person('Step', 'Male', 1871)
      .children('Adam Eve', 'Carl Late')
      .children('Adam', 'Step', 'Step');
    const died = (id: string, deathDateText: string) =>
      Object.assign(people.persons.find(({ personId }) => personId === id) ?? {}, {
        deathDateText,
      });
    died('Carl', '1890');
    died('Eve', '1895');
    died('Late', '1950');
    const married = couple({
      person1Id: 'Eve',
      person2Id: 'Adam',
      marriageDateText: '1881',
      history: [{ marriageDateText: '1873', divorceDateText: '1879' }],
    });
    expect(days(people, [], { more: [married] })).toEqual([
      'birth',
      'marriage Eve',
      'childBirth Carl',
      'divorce Eve',
      'marriage Eve',
      'childDeath Carl',
      'spouseDeath Eve',
      'death',
    ]);
    // Not the death of somebody from whom one is divorced.
    const divorced = { ...married, status: 'Divorced' as const };
    expect(days(people, [], { more: [divorced] })).not.toContain('spouseDeath Eve');
  });

  it('has adoptions, and leaves out who is not there', () => {
    const people = new TestFamily().people('Adam Carl');
    const adopted = (parentId: string, childId: string) =>
      ({
        relationshipType: 'ParentChild',
        type: 'Adoptive',
        parentId,
        childId,
        adoptionDateText: '1880',
      }) as ParentChild;
    const more = [adopted('Adam', 'Carl'), couple({ person1Id: 'Adam', person2Id: 'X' })];
    expect(days(people, [], { more })).toEqual(['birth', 'adoption Carl', 'death']);
    expect(days(people, [], { more: [adopted('Carl', 'Adam')] })).toContain('ownAdoption Carl');
  });
});
