// Who is drawn, before it is known where: units, each a row of cards that stay together (a person and their partners, the
// parents of a person), and which units stand above and below one another.

import type { SpousalStatus } from '../../model';
import type { Kin } from '../kin';
import { coupleGap } from './sizes';

// The first of these that a person has is their card; the others are repeats.
const roles = ['centre', 'ancestor', 'descendant', 'sibling', 'partner', 'step'] as const;
export type Role = (typeof roles)[number];

export interface Slot {
  key: string;
  personId: string;
  role: Role;
  generation: number;
  // Of its middle, along the row, from the middle of its unit.
  offset: number;
  unit: Unit;
}

export interface Unit {
  slots: Slot[];
  generation: number;
  // Along the row.
  length: number;
  // Where its middle is along the row.
  cross: number;
  // Those that the layout of a tree puts next to it, away from the centre.
  next: Unit[];
}

export interface Couple {
  one: Slot;
  other: Slot;
  status: SpousalStatus | undefined;
  // 0 of neighbours; else how far out of the row the line goes, so that it passes those between them.
  level: number;
}

// Lines go from those of `parents` who are parents of `child`.
export interface Descent {
  parents: readonly Slot[];
  child: Slot;
}

export class Plan {
  readonly units: Unit[] = [];
  readonly couples: Couple[] = [];
  readonly descents: Descent[] = [];
  readonly #ofPerson = new Map<string, Slot[]>();
  readonly #drawnCouples = new Set<string>();

  constructor(
    readonly kin: Kin,
    // Of a card along the row.
    readonly cardLength: number,
  ) {}

  isDrawn(personId: string): boolean {
    return this.#ofPerson.has(personId);
  }

  isCoupleDrawn(one: string, other: string): boolean {
    return this.#drawnCouples.has(coupleKey(one, other));
  }

  addUnit(members: readonly { personId: string; role: Role }[], generation: number): Unit {
    const pitch = this.cardLength + coupleGap;
    const length = members.length * pitch - coupleGap;
    const unit: Unit = { slots: [], generation, length, cross: 0, next: [] };
    for (const [index, { personId, role }] of members.entries()) {
      const slots = this.#ofPerson.get(personId) ?? [];
      this.#ofPerson.set(personId, slots);
      const key = slots.length === 0 ? personId : `${personId}~${slots.length}`;
      const offset = index * pitch + this.cardLength / 2 - length / 2;
      const slot: Slot = { key, personId, role, generation, offset, unit };
      slots.push(slot);
      unit.slots.push(slot);
    }
    this.units.push(unit);
    return unit;
  }

  addCouple(one: Slot, other: Slot, level = 0): void {
    const status = this.kin.partnership(one.personId, other.personId)?.status;
    this.couples.push({ one, other, status, level });
    this.#drawnCouples.add(coupleKey(one.personId, other.personId));
  }

  // The cards of each person who is drawn, their own one first.
  people(): Map<string, readonly Slot[]> {
    const rank = ({ role }: Slot) => roles.indexOf(role === 'ancestor' ? 'descendant' : role);
    return new Map(
      [...this.#ofPerson].map(([id, slots]) => [
        id,
        slots.length === 1 ? slots : [...slots].sort((a, b) => rank(a) - rank(b)),
      ]),
    );
  }
}

function coupleKey(one: string, other: string): string {
  return one < other ? `${one}#${other}` : `${other}#${one}`;
}

export function crossOf(slot: Slot): number {
  return slot.unit.cross + slot.offset;
}
