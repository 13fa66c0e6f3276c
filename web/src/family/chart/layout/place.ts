// Turns a plan into a layout: the cards and lines with their x and y.

import type { Card, ChartLayout, Line } from './chart_layout';
import { crossOf, type Plan, type Slot } from './plan';
import { routesOf, type Point, type Route } from './routes';
import { cardHeight, cardWidth, margin } from './sizes';

// Which way generations go: down the page; from left to right; or from right to left, with the ancestors on the right.
export type Direction = 'down' | 'right' | 'left';

export function cardLengthOf(direction: Direction): number {
  return direction === 'down' ? cardWidth : cardHeight;
}

interface Place {
  x: number;
  y: number;
}

export function place(plan: Plan, centre: Slot | undefined, direction: Direction): ChartLayout {
  const isDown = direction === 'down';
  const depth = isDown ? cardHeight : cardWidth;
  const { rowStart, routes, links } = routesOf(plan, depth);
  const slots = plan.units.flatMap((unit) => unit.slots);
  const firstAlong = least(slots.map(crossOf)) - plan.cardLength / 2;
  const lastOut = most(slots.map(({ generation }) => rowStart(generation))) + depth;
  const at = ({ along, out }: Point): Place => {
    const [across, down] = [margin + along - firstAlong, margin + out];
    if (isDown) return { x: across, y: down };
    return { x: direction === 'right' ? down : margin + lastOut - out, y: across };
  };
  const cards = cardsOf(plan, links, (slot) => {
    const start = rowStart(slot.generation);
    const along = crossOf(slot) - plan.cardLength / 2;
    return at({ along, out: direction === 'left' ? start + depth : start });
  });
  const lines = routes.map((route) => lineOf(route, at));
  return {
    orientation: isDown ? 'down' : 'across',
    cards,
    lines,
    width: most(cards.map(({ x }) => x)) + cardWidth + margin,
    height: most(cards.map(({ y }) => y)) + cardHeight + margin,
    centreKey: centre?.key ?? '',
  };
}

function cardsOf(
  plan: Plan,
  links: readonly { parent: Slot; child: Slot }[],
  at: (slot: Slot) => Place,
): Card[] {
  const [parents, children] = [new Map<Slot, string[]>(), new Map<Slot, string[]>()];
  const add = (map: Map<Slot, string[]>, slot: Slot, key: string) => {
    const keys = map.get(slot);
    if (!keys) map.set(slot, [key]);
    else if (!keys.includes(key)) keys.push(key);
  };
  for (const { parent, child } of links) {
    add(parents, child, parent.key);
    add(children, parent, child.key);
  }
  const people = plan.people();
  return plan.units.flatMap(({ slots }) =>
    slots.map((slot) => {
      const same = people.get(slot.personId) ?? [slot];
      const isRepeat = same[0] !== slot;
      const { x, y } = at(slot);
      const card: Card = {
        key: slot.key,
        personId: slot.personId,
        x,
        y,
        width: cardWidth,
        height: cardHeight,
        generation: slot.generation,
        isRepeat,
        more: isRepeat ? nothing : moreOf(plan, slot),
        parents: parents.get(slot) ?? [],
        children: children.get(slot) ?? [],
      };
      const elsewhere = same[(same.indexOf(slot) + 1) % same.length];
      if (elsewhere && elsewhere !== slot) card.elsewhere = elsewhere.key;
      return card;
    }),
  );
}

const nothing: Card['more'] = { parents: false, children: false };

// An ancestor's other children are no branch that was cut: a chart of ancestors shows none of them. Nor is anybody
// beside the way from one person to another.
function moreOf(plan: Plan, { personId, role }: Slot): Card['more'] {
  if (role === 'step') return nothing;
  const isHidden = ({ id }: { id: string }) => !plan.isDrawn(id);
  return {
    parents: role !== 'sibling' && plan.kin.parentsOf(personId).some(isHidden),
    children: role !== 'ancestor' && plan.kin.childrenOf(personId).some(isHidden),
  };
}

function lineOf({ kind, type, strokes }: Route, at: (point: Point) => Place): Line {
  let path = '';
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const stroke of strokes) {
    let command = 'M';
    for (const point of stroke) {
      const { x, y } = at(point);
      path += `${command}${rounded(x)} ${rounded(y)}`;
      command = 'L';
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return { kind, type, path, box: { x: left, y: top, width: right - left, height: bottom - top } };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

// Of as many as there are: `Math.min(...all)` has a limit.
function least(all: readonly number[]): number {
  return all.reduce((best, each) => Math.min(best, each), Infinity);
}

function most(all: readonly number[]): number {
  return all.reduce((best, each) => Math.max(best, each), -Infinity);
}
