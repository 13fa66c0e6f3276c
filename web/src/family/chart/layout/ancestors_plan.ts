// A person's parents, their parents and so on. The parents of a person are one unit if they are couples: biological ones
// beside one another, a step-parent beside the one they married. Adoptive parents are a unit of their own beside it.

import type { Kin, Parent } from '../kin';
import type { Plan, Slot, Unit } from './plan';

// Grows upwards from `start`, which is a card of the plan. Gives back a unit that stands for that card alone.
export function planAncestors(plan: Plan, start: Slot, generations: number): Unit {
  const root: Unit = {
    slots: [],
    generation: start.generation,
    length: plan.cardLength,
    cross: 0,
    next: [],
  };
  const hasParents = new Set([start.personId]);
  const open: { unit: Unit; slots: readonly Slot[] }[] = [{ unit: root, slots: [start] }];
  // What is added meanwhile is visited, too.
  for (const { unit, slots } of open) {
    if (-unit.generation >= generations) continue;
    for (const child of slots) {
      for (const parents of parentUnits(plan.kin, child.personId)) {
        const above = addParents(plan, parents, unit.generation - 1);
        unit.next.push(above);
        plan.descents.push({ parents: above.slots, child });
        const first = above.slots.filter(({ personId }) => !hasParents.has(personId));
        for (const { personId } of first) hasParents.add(personId);
        open.push({ unit: above, slots: first });
      }
    }
  }
  return root;
}

function addParents(plan: Plan, parents: readonly string[], generation: number): Unit {
  const unit = plan.addUnit(
    parents.map((personId) => ({ personId, role: 'ancestor' })),
    generation,
  );
  for (const [index, one] of unit.slots.entries()) {
    for (const [steps, other] of unit.slots.slice(index + 1).entries()) {
      if (plan.kin.partnership(one.personId, other.personId)) plan.addCouple(one, other, steps);
    }
  }
  return unit;
}

// The parents of a person, in rows of couples: from one end of a chain of couples to the other.
export function parentUnits(kin: Kin, childId: string): string[][] {
  const parents = kin.parentsOf(childId);
  const left = new Map(parents.map((parent) => [parent.id, parent]));
  const units: string[][] = [];
  for (const parent of parents) {
    if (!left.has(parent.id)) continue;
    units.push(chainFrom(kin, parent, left));
  }
  return units;
}

// Takes the parents who are connected with `first` by couples out of `left`.
function chainFrom(kin: Kin, first: Parent, left: Map<string, Parent>): string[] {
  left.delete(first.id);
  const chain = [first.id];
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    const partner = (of: string | undefined) =>
      [...left.keys()].find((id) => of !== undefined && kin.partnership(of, id));
    const after = partner(chain.at(-1));
    const before = after === undefined ? partner(chain[0]) : undefined;
    // Of three who are a couple with the same one, the third stands at the end.
    const beside =
      after === undefined && before === undefined
        ? [...left.keys()].find((id) => chain.some((each) => kin.partnership(each, id)))
        : undefined;
    for (const id of [after, before, beside]) {
      if (id === undefined) continue;
      left.delete(id);
      if (id === before) chain.unshift(id);
      else chain.push(id);
      isGrowing = true;
    }
  }
  return chain;
}
