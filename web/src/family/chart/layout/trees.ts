// The layouts in which generations are rows: ancestors, descendants, and both with the siblings of the centre.

import type { Kin } from '../kin';
import { planAncestors } from './ancestors_plan';
import { emptyLayout, mostGenerations, type ChartLayout, type LayoutOptions } from './chart_layout';
import { planDescendants } from './descendants_plan';
import { cardLengthOf, place, type Direction } from './place';
import { crossOf, Plan, type Slot, type Unit } from './plan';
import { siblingGap } from './sizes';
import { placeTree } from './tidy_tree';

export function ancestors(kin: Kin, centreId: string, { up }: LayoutOptions): ChartLayout {
  if (!kin.has(centreId)) return emptyLayout;
  const plan = planFor(kin, 'left');
  const centre = plan.addUnit([{ personId: centreId, role: 'centre' }], 0).slots[0];
  if (centre) placeTree(planAncestors(plan, centre, bounded(up)), 0);
  return place(plan, centre, 'left');
}

export function descendants(kin: Kin, centreId: string, { down }: LayoutOptions): ChartLayout {
  if (!kin.has(centreId)) return emptyLayout;
  const plan = planFor(kin, 'down');
  const root = planDescendants(plan, centreId, bounded(down));
  placeTree(root, 0);
  return place(plan, centreOf(root), 'down');
}

export function hourglass(kin: Kin, centreId: string, options: LayoutOptions): ChartLayout {
  if (!kin.has(centreId)) return emptyLayout;
  const plan = planFor(kin, 'down');
  const root = planDescendants(plan, centreId, bounded(options.down));
  placeTree(root, 0);
  const centre = centreOf(root);
  if (centre) {
    const above = planAncestors(plan, centre, bounded(options.up));
    placeTree(above, crossOf(centre));
    addSiblings(plan, root, above);
  }
  return place(plan, centre, 'down');
}

function planFor(kin: Kin, direction: Direction): Plan {
  return new Plan(kin, cardLengthOf(direction));
}

function bounded(generations: number): number {
  return Math.min(Math.max(0, generations), mostGenerations);
}

function centreOf(root: Unit): Slot | undefined {
  return root.slots.find(({ role }) => role === 'centre');
}

// The older ones on the left of the centre and its partners, the younger ones on the right. No other person is in their row.
function addSiblings(plan: Plan, root: Unit, above: Unit): void {
  const centre = centreOf(root);
  if (!centre) return;
  const { kin } = plan;
  const parents = above.next.flatMap((unit) => unit.slots);
  const siblings = new Set(
    parents.flatMap(({ personId }) => kin.childrenOf(personId).map(({ id }) => id)),
  );
  siblings.delete(centre.personId);
  const sorted = [...siblings].sort((a, b) => kin.byBirth(a, b));
  const older = sorted.filter((id) => kin.byBirth(id, centre.personId) < 0);
  const younger = sorted.filter((id) => !older.includes(id));
  const add = (id: string, middle: number) => {
    const unit = plan.addUnit([{ personId: id, role: 'sibling' }], 0);
    unit.cross = middle;
    for (const { slots } of above.next) {
      if (unit.slots[0]) plan.descents.push({ parents: slots, child: unit.slots[0] });
    }
  };
  const pitch = plan.cardLength + siblingGap;
  const edge = root.length / 2 + siblingGap + plan.cardLength / 2;
  for (const [index, id] of older.entries()) {
    add(id, root.cross - edge - (older.length - 1 - index) * pitch);
  }
  for (const [index, id] of younger.entries()) add(id, root.cross + edge + index * pitch);
}
