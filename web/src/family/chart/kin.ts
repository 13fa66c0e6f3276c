// Who is whose parent, child and partner, by person, in the order in which a chart shows them. Relationships that other
// programs wrote may name people who are not there, a person twice, or a person as their own parent: those are left out.

import { orderOf, readDate } from '../gedcom_date';
import type { ParentType, Person, SpousalStatus, TreeGraph } from '../model';

export interface Parent {
  id: string;
  type: ParentType;
}

export interface Child {
  id: string;
  type: ParentType;
}

export interface Partner {
  id: string;
  // undefined of two people who have a child and no marriage that is known.
  status: SpousalStatus | undefined;
}

const none: readonly never[] = [];
// Which of several kinds of parents comes first.
const typeOrder: Record<ParentType, number> = { Biological: 0, Adoptive: 1, Step: 2, Foster: 3 };

export class Kin {
  readonly persons: ReadonlyMap<string, Person>;
  readonly #parents = new Map<string, Parent[]>();
  readonly #children = new Map<string, Child[]>();
  readonly #partners = new Map<string, Partner[]>();
  readonly #births = new Map<string, number>();

  constructor({ persons, relationships }: TreeGraph) {
    this.persons = new Map(persons.map((person) => [person.personId, person]));
    const marriages = new Marriages();
    for (const each of relationships) {
      if (each.relationshipType === 'ParentChild') {
        this.#addChild(each.parentId, each.childId, each.type);
      } else if (this.#areTwo(each.person1Id, each.person2Id)) {
        const order = orderOf(readDate(each.marriageDate, each.marriageDateText));
        marriages.add(each.person1Id, each.person2Id, each.status, order);
      }
    }
    for (const each of persons) this.#births.set(each.personId, birthOf(each));
    for (const all of this.#children.values()) all.sort((a, b) => this.byBirth(a.id, b.id));
    for (const all of this.#parents.values()) all.sort((a, b) => this.#compareParents(a, b));
    this.#addPartners(marriages);
  }

  has(id: string): boolean {
    return this.persons.has(id);
  }

  // Biological ones first, and fathers before mothers.
  parentsOf(id: string): readonly Parent[] {
    return this.#parents.get(id) ?? none;
  }

  // The oldest first.
  childrenOf(id: string): readonly Child[] {
    return this.#children.get(id) ?? none;
  }

  // In the order of the marriages.
  partnersOf(id: string): readonly Partner[] {
    return this.#partners.get(id) ?? none;
  }

  partnership(one: string, other: string): Partner | undefined {
    return this.partnersOf(one).find(({ id }) => id === other);
  }

  typeOf(parentId: string, childId: string): ParentType | undefined {
    return this.parentsOf(childId).find(({ id }) => id === parentId)?.type;
  }

  // For sorting: the older first, and those whose birth is not known last.
  byBirth(one: string, other: string): number {
    return ascending(this.#birth(one), this.#birth(other));
  }

  #birth(id: string): number {
    return this.#births.get(id) ?? Infinity;
  }

  #areTwo(one: string, other: string): boolean {
    return one !== other && this.has(one) && this.has(other);
  }

  #addChild(parentId: string, childId: string, type: ParentType): void {
    if (!this.#areTwo(parentId, childId) || this.typeOf(parentId, childId)) return;
    listOf(this.#parents, childId).push({ id: parentId, type });
    listOf(this.#children, parentId).push({ id: childId, type });
  }

  #compareParents(a: Parent, b: Parent): number {
    const side = ({ id }: Parent) => {
      const gender = this.persons.get(id)?.gender;
      return gender === 'Male' ? 0 : gender === 'Female' ? 2 : 1;
    };
    return typeOrder[a.type] - typeOrder[b.type] || side(a) - side(b);
  }

  // The parents of one child are a couple, too. Without a date, a marriage is as old as its first child.
  #addPartners(marriages: Marriages): void {
    for (const [childId, parents] of this.#parents) {
      for (const [index, one] of parents.entries()) {
        for (const other of parents.slice(index + 1)) {
          if (one.type === other.type) marriages.addChild(one.id, other.id, this.#birth(childId));
        }
      }
    }
    for (const [id, couples] of marriages.byPerson) {
      const partners = [...couples].sort(([, a], [, b]) => ascending(a.order(), b.order()));
      this.#partners.set(
        id,
        partners.map(([partner, { status }]) => ({ id: partner, status })),
      );
    }
  }
}

class Couple {
  status: SpousalStatus | undefined;
  married = Infinity;
  firstChild = Infinity;

  order(): number {
    return Number.isFinite(this.married) ? this.married : this.firstChild;
  }
}

class Marriages {
  readonly byPerson = new Map<string, Map<string, Couple>>();

  add(one: string, other: string, status: SpousalStatus, order: number): void {
    const couple = this.#couple(one, other);
    // Written twice, the first counts.
    couple.status ??= status;
    couple.married = Math.min(couple.married, order);
  }

  addChild(one: string, other: string, birth: number): void {
    const couple = this.#couple(one, other);
    couple.firstChild = Math.min(couple.firstChild, birth);
  }

  #couple(one: string, other: string): Couple {
    const ofOne = mapOf(this.byPerson, one);
    const found = ofOne.get(other);
    if (found) return found;
    const couple = new Couple();
    ofOne.set(other, couple);
    mapOf(this.byPerson, other).set(one, couple);
    return couple;
  }
}

function birthOf(person: Person): number {
  return orderOf(readDate(person.birthDate, person.birthDateText));
}

// Infinity minus Infinity is no number.
function ascending(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function listOf<Value>(map: Map<string, Value[]>, key: string): Value[] {
  let list = map.get(key);
  if (!list) map.set(key, (list = []));
  return list;
}

function mapOf<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  let inner = map.get(key);
  if (!inner) map.set(key, (inner = new Map()));
  return inner;
}
