// The days of a life in their order: a person's own birth, facts and death, and the days of the family that belong to it:
// marriages and divorces, the births, adoptions and deaths of children, the deaths of partners.

import type { Kin } from '../chart/kin';
import { boundsOf, orderOf, readDate, type KnownDate } from '../gedcom_date';
import { dateInWords } from '../life_span';
import { noteKind, type Citation, type Couple, type Fact, type Graph, type Person } from '../types';
import { isAfterDeath } from './fact_kinds';

export type DayKind =
  | 'birth'
  | 'death'
  | 'fact'
  | 'marriage'
  | 'divorce'
  | 'childBirth'
  | 'childDeath'
  | 'spouseDeath'
  | 'adoption'
  | 'ownAdoption';

export interface DayOfLife {
  key: string;
  kind: DayKind;
  // In words; '' if it is not known.
  date: string;
  place: string;
  // Whom of the family it is about.
  personId?: string;
  fact?: Fact;
  // Of a marriage or a divorce.
  couple?: Couple;
  citations: readonly Citation[];
}

interface Dated extends DayOfLife {
  known: KnownDate | undefined;
  order: number;
}

type Day = string | null | undefined;

// What is not dated comes last, but for the birth.
export function timelineOf(
  person: Person,
  facts: readonly Fact[],
  { relationships }: Graph,
  kin: Kin,
): DayOfLife[] {
  const death = readDate(person.deathDate, person.deathDateText);
  const days = [
    ...ownDays(person),
    ...facts.filter(({ kind }) => kind !== noteKind).map(dayOfFact),
    ...marriagesOf(person.personId, relationships),
    ...adoptionsOf(person.personId, relationships),
    ...daysOfRelatives(person.personId, kin).filter(({ known }) => !isAfter(known, death)),
  ].filter(({ personId }) => personId === undefined || kin.has(personId));
  const end = days.find(({ kind }) => kind === 'death');
  for (const day of days) if (end && isEnd(day)) placeAfter(day, end);
  return days
    .map((day, at) => ({ day, at }))
    .sort((a, b) => compare(a.day, b.day) || a.at - b.at)
    .map(({ day }) => plainDay(day));
}

export function notesOf(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ kind }) => kind === noteKind);
}

function dated(
  day: Omit<DayOfLife, 'date' | 'place' | 'citations'>,
  date: Day,
  text: Day,
  place?: Day,
  citations: readonly Citation[] = [],
): Dated {
  const known = readDate(date, text);
  return {
    ...day,
    date: dateInWords(date, text),
    place: place?.trim() ?? '',
    citations,
    known,
    order: orderOf(known),
  };
}

function ownDays(person: Person): Dated[] {
  const days: Dated[] = [];
  const { birthCitations, deathCitations } = person;
  const hasBirth = person.birthDate || person.birthDateText || person.birthPlace;
  if (hasBirth || birthCitations.length > 0) {
    const { birthDate, birthDateText, birthPlace } = person;
    const day = { key: 'birth', kind: 'birth' } as const;
    const birth = dated(day, birthDate, birthDateText, birthPlace, birthCitations);
    // Nothing that may have been at the same time was before it.
    birth.order = birth.known ? finite(boundsOf(birth.known).earliest, birth.order) : -Infinity;
    days.push(birth);
  }
  const hasDeath = person.deathDate || person.deathDateText || person.deathPlace;
  if (hasDeath || person.isDeceased || deathCitations.length > 0) {
    const { deathDate, deathDateText, deathPlace } = person;
    const day = { key: 'death', kind: 'death' } as const;
    const death = dated(day, deathDate, deathDateText, deathPlace, deathCitations);
    if (death.known) death.order = finite(boundsOf(death.known).latest, death.order);
    days.push(death);
  }
  return days;
}

function dayOfFact(fact: Fact): Dated {
  const day = { key: `fact/${fact.factId}`, kind: 'fact', fact } as const;
  return dated(day, fact.date, fact.dateText, fact.place, fact.citations);
}

function marriagesOf(id: string, relationships: Graph['relationships']): Dated[] {
  return relationships.flatMap((each) => {
    if (each.relationshipType !== 'Spousal') return [];
    if (each.person1Id !== id && each.person2Id !== id) return [];
    const personId = each.person1Id === id ? each.person2Id : each.person1Id;
    return [...each.history, each].flatMap((one, at) => daysOfMarriage(one, personId, at, each));
  });
}

function daysOfMarriage(
  one: Couple | Couple['history'][number],
  personId: string,
  at: number,
  couple: Couple,
): Dated[] {
  const days: Dated[] = [];
  const key = `${personId}/${at}`;
  const { marriageDate, marriageDateText, marriagePlace, divorceDate, divorceDateText } = one;
  const { marriageCitations = [], divorceCitations = [] } = one;
  if (marriageDate || marriageDateText || marriagePlace || marriageCitations.length > 0) {
    const day = { key: `marriage/${key}`, kind: 'marriage', personId, couple } as const;
    days.push(dated(day, marriageDate, marriageDateText, marriagePlace, marriageCitations));
  }
  if (divorceDate || divorceDateText || divorceCitations.length > 0) {
    const day = { key: `divorce/${key}`, kind: 'divorce', personId, couple } as const;
    days.push(dated(day, divorceDate, divorceDateText, undefined, divorceCitations));
  }
  return days;
}

function adoptionsOf(id: string, relationships: Graph['relationships']): Dated[] {
  return relationships.flatMap((each) => {
    if (each.relationshipType !== 'ParentChild') return [];
    const { parentId, childId, adoptionDate, adoptionDateText } = each;
    if ((parentId !== id && childId !== id) || (!adoptionDate && !adoptionDateText)) return [];
    const isOwn = childId === id;
    const personId = isOwn ? parentId : childId;
    const kind = isOwn ? 'ownAdoption' : 'adoption';
    return [dated({ key: `${kind}/${personId}`, kind, personId }, adoptionDate, adoptionDateText)];
  });
}

function daysOfRelatives(id: string, kin: Kin): Dated[] {
  const days: Dated[] = [];
  for (const child of kin.childrenOf(id)) {
    if (child.type === 'Biological') days.push(...daysOf(kin, child.id, 'birth', 'childBirth'));
    if (child.type === 'Biological' || child.type === 'Adoptive') {
      days.push(...daysOf(kin, child.id, 'death', 'childDeath'));
    }
  }
  for (const partner of kin.partnersOf(id)) {
    // The death of somebody from whom one is divorced is no day of this life.
    if (partner.status && partner.status !== 'Divorced') {
      days.push(...daysOf(kin, partner.id, 'death', 'spouseDeath'));
    }
  }
  return days;
}

function daysOf(kin: Kin, personId: string, what: 'birth' | 'death', kind: DayKind): Dated[] {
  const person = kin.persons.get(personId);
  if (!person || person.isHidden) return [];
  const [date, text] = [person[`${what}Date`], person[`${what}DateText`]];
  return date || text ? [dated({ key: `${kind}/${personId}`, kind, personId }, date, text)] : [];
}

// Certainly later. A child may be born after the father's death, and within a year of it.
const aYear = 10_000;
function isAfter(known: KnownDate | undefined, death: KnownDate | undefined): boolean {
  if (!known || !death) return false;
  return boundsOf(known).earliest > boundsOf(death).latest + aYear;
}

const isEnd = ({ fact }: Dated) => fact !== undefined && isAfterDeath(fact.kind);

// A burial of 5 May 1900 is not before a death in 1900.
function placeAfter(day: Dated, death: Dated): void {
  if (!day.known) day.order = death.order;
  else if (death.known && boundsOf(day.known).latest >= boundsOf(death.known).earliest) {
    day.order = Math.max(day.order, death.order);
  }
}

const rank = (day: Dated) =>
  day.kind === 'birth' ? 0 : day.kind === 'death' ? 2 : isEnd(day) ? 3 : 1;

function compare(a: Dated, b: Dated): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  return rank(a) - rank(b);
}

const finite = (value: number, otherwise: number) => (Number.isFinite(value) ? value : otherwise);

function plainDay({ known, order, ...day }: Dated): DayOfLife {
  void [known, order];
  return day;
}
