// A person, their partners, their children and so on. Each couple is drawn once with its children, and each person once
// with theirs, so that cousins who marry, and cycles, end. Generation by generation: a person who can be reached in two ways has
// their family where the way is shorter.

import type { Parent } from '../kin';
import type { Plan, Slot, Unit } from './plan';

// The root stands for its whole unit.
export function planDescendants(plan: Plan, rootId: string, generations: number): Unit {
  const root = addPerson(plan, rootId, 0);
  const hasFamily = new Set([rootId]);
  const open = [root];
  // What is added meanwhile is visited, too.
  for (const unit of open) {
    if (unit.generation >= generations) continue;
    for (const { childId, parents } of familiesOf(plan, unit)) {
      const isFirst = !hasFamily.has(childId);
      hasFamily.add(childId);
      const below = isFirst
        ? addPerson(plan, childId, unit.generation + 1)
        : plan.addUnit([{ personId: childId, role: 'descendant' }], unit.generation + 1);
      unit.next.push(below);
      const child = below.slots.find(({ role }) => role === 'descendant');
      if (child) plan.descents.push({ parents, child });
      if (isFirst) open.push(below);
    }
  }
  return root;
}

// A person in the middle of their partners: the first on the left, the others in their order on the right. One partner
// stands on the right. A couple that is drawn elsewhere is not drawn again.
function addPerson(plan: Plan, personId: string, generation: number): Unit {
  const partners = plan.kin
    .partnersOf(personId)
    .filter(({ id }) => !plan.isCoupleDrawn(personId, id))
    .map(({ id }) => ({ personId: id, role: 'partner' as const }));
  const person = {
    personId,
    role: generation === 0 ? ('centre' as const) : ('descendant' as const),
  };
  const left = partners.length > 1 ? partners.slice(0, 1) : [];
  const right = partners.slice(left.length);
  const unit = plan.addUnit([...left, person, ...right], generation);
  const own = unit.slots[left.length];
  if (!own) return unit;
  for (const [index, slot] of unit.slots.entries()) {
    const level = Math.abs(index - left.length) - 1;
    if (slot !== own) plan.addCouple(own, slot, level);
  }
  return unit;
}

interface ChildOfUnit {
  childId: string;
  // Who of the unit is their parent.
  parents: Slot[];
}

// The children of a unit's person, those of the first couple first; with a parent who is not in the unit, they are between
// those of the first and of the second.
function familiesOf(plan: Plan, unit: Unit): ChildOfUnit[] {
  const own = unit.slots.find(({ role }) => role !== 'partner');
  if (!own) return [];
  const { kin } = plan;
  const bySlot: ChildOfUnit[][] = unit.slots.map(() => []);
  for (const { id, type } of kin.childrenOf(own.personId)) {
    // With the other parent of the same kind, if there is one.
    let couple: Parent | undefined;
    for (const other of kin.parentsOf(id)) {
      if (other.id === own.personId || !kin.partnership(own.personId, other.id)) continue;
      if (!couple || (couple.type !== type && other.type === type)) couple = other;
    }
    const { id: partnerId = own.personId } = couple ?? {};
    const at = unit.slots.findIndex(({ personId }) => personId === partnerId);
    // Their couple has its place elsewhere.
    if (at < 0) continue;
    const parents = unit.slots.filter(({ personId }) => kin.typeOf(personId, id));
    bySlot[at]?.push({ childId: id, parents });
  }
  return bySlot.flat();
}
