// How two people are related, as a ladder: up from the first to the ancestors that both have, and down to the second.
// Marriages on the way are steps to the side.

import type { Kin } from '../kin';
import { emptyLayout, type ChartLayout } from './chart_layout';
import { cardLengthOf, place } from './place';
import { Plan, type Slot } from './plan';
import { coupleGap } from './sizes';

export interface RelationStep {
  personId: string;
  // What this person is of the one before: the first of all has none before.
  step: 'start' | 'parent' | 'child' | 'partner';
}

export function relatives(kin: Kin, steps: readonly RelationStep[]): ChartLayout {
  const known = steps.filter(({ personId }) => kin.has(personId));
  if (known.length === 0 || known.length < steps.length) return emptyLayout;
  const plan = new Plan(kin, cardLengthOf('down'));
  const slots = addSteps(plan, known);
  for (const [index, { step }] of known.entries()) {
    const [before, slot] = [slots[index - 1], slots[index]];
    if (!before || !slot) continue;
    if (step === 'partner') plan.addCouple(before, slot);
    else if (step === 'child') plan.descents.push({ parents: before.unit.slots, child: slot });
    else plan.descents.push({ parents: slot.unit.slots, child: before });
  }
  return place(plan, slots[0], 'down');
}

// Each turn is a column further: no two are ever at the same place.
function addSteps(plan: Plan, steps: readonly RelationStep[]): Slot[] {
  const pitch = plan.cardLength + coupleGap;
  const slots: Slot[] = [];
  let [column, generation] = [0, 0];
  for (const [index, { personId, step }] of steps.entries()) {
    const before = steps[index - 1]?.step;
    const after = steps[index + 1];
    if (step === 'parent') generation -= 1;
    if (step === 'child') generation += 1;
    const isTurn =
      (step === 'child' && before === 'parent') || (step === 'parent' && before === 'child');
    if (isTurn || step === 'partner') column += 1;
    const isTop = step === 'parent' && after?.step === 'child';
    const other = isTop ? otherParent(plan.kin, personId, steps[index - 1], after) : undefined;
    const unit = plan.addUnit(
      [personId, ...(other ? [other] : [])].map((id) => ({ personId: id, role: 'step' })),
      generation,
    );
    // The ancestors of both sides stand above and between them.
    unit.cross = (column + (isTop ? 0.5 : 0)) * pitch;
    const [slot, partner] = unit.slots;
    if (slot) slots.push(slot);
    if (slot && partner) plan.addCouple(slot, partner);
  }
  return slots;
}

// Who is also a parent of both, as brothers and sisters have two.
function otherParent(
  kin: Kin,
  personId: string,
  one: RelationStep | undefined,
  other: RelationStep | undefined,
): string | undefined {
  if (!one || !other) return undefined;
  return kin
    .parentsOf(one.personId)
    .find(
      ({ id }) =>
        id !== personId && kin.typeOf(id, other.personId) && kin.partnership(personId, id),
    )?.id;
}
