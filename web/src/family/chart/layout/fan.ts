// The ancestors of a person as rings around them. A person's part of a ring is shared by their parents: two have half of it
// each, and where there are adoptive parents besides, all have a part.

import type { ParentType } from '../../model';
import type { Kin } from '../kin';
import {
  emptyLayout,
  type Arc,
  type Card,
  type ChartLayout,
  type LayoutOptions,
} from './chart_layout';
import { margin } from './sizes';

const centreRadius = 64;
// Names stand across a ring whose parts are all wide enough, and along the radius of others, which are therefore higher.
const acrossDepth = 76;
const alongDepth = 132;
const leastAcross = 110;
// The whole of it is open below, where the centre's name would hide.
const openAngle = Math.PI / 2;
// Beyond this, a part of a ring is narrower than a line of text.
export const mostRings = 7;

interface Sector {
  personId: string;
  key: string;
  type: ParentType | undefined;
  ring: number;
  from: number;
  to: number;
  isRepeat: boolean;
  parents: string[];
  child: string | undefined;
}

export function fan(kin: Kin, centreId: string, { up }: LayoutOptions): ChartLayout {
  if (!kin.has(centreId)) return emptyLayout;
  const rings = Math.min(Math.max(0, up), mostRings);
  const sectors = sectorsOf(kin, centreId, rings);
  const radii = radiiOf(sectors);
  const radius = radii.at(-1) ?? centreRadius;
  const middle = margin + radius;
  const elsewhere = elsewhereOf(sectors);
  return {
    orientation: 'around',
    cards: sectors.map((sector) => ({
      ...cardOf(sector, middle, radii),
      ...elsewhere(sector),
      more: {
        parents: !sector.isRepeat && sector.parents.length < kin.parentsOf(sector.personId).length,
        children: false,
      },
    })),
    lines: [],
    width: 2 * middle,
    height: middle + margin + Math.max(centreRadius, -Math.cos(Math.PI - openAngle / 2) * radius),
    centreKey: centreId,
  };
}

// Ring by ring, so that a person who is an ancestor in two ways has their parents where the way is shorter.
function sectorsOf(kin: Kin, centreId: string, rings: number): Sector[] {
  const start = { type: undefined, ring: 0, isRepeat: false, parents: [], child: undefined };
  const [from, to] = [-Math.PI + openAngle / 2, Math.PI - openAngle / 2];
  const sectors: Sector[] = [{ ...start, personId: centreId, key: centreId, from, to }];
  const counts = new Map([[centreId, 1]]);
  // What is added meanwhile is visited, too.
  for (const sector of sectors) {
    if (sector.ring >= rings || sector.isRepeat) continue;
    for (const { id, type, from, to } of parts(kin, sector)) {
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      const key = count === 0 ? id : `${id}~${count}`;
      sector.parents.push(key);
      const isRepeat = count > 0;
      const ring = sector.ring + 1;
      sectors.push({
        personId: id,
        key,
        type,
        ring,
        from,
        to,
        isRepeat,
        parents: [],
        child: sector.key,
      });
    }
  }
  return sectors;
}

// A father who is known alone leaves the half of the mother free, and the other way round.
function parts(kin: Kin, { personId, from, to }: Sector) {
  const parents = kin.parentsOf(personId);
  const [only] = parents;
  const isSecond = parents.length === 1 && only && kin.persons.get(only.id)?.gender === 'Female';
  const step = (to - from) / Math.max(2, parents.length);
  return parents.map(({ id, type }, index) => {
    const start = from + (index + (isSecond ? 1 : 0)) * step;
    return { id, type, from: start, to: start + step };
  });
}

// Where each ring begins, and where the last one ends.
function radiiOf(sectors: readonly Sector[]): number[] {
  const narrowest: number[] = [];
  for (const { ring, from, to } of sectors) {
    narrowest[ring] = Math.min(narrowest[ring] ?? Infinity, to - from);
  }
  const radii = [0, centreRadius];
  for (const angle of narrowest.slice(1)) {
    const inner = radii.at(-1) ?? 0;
    const isAcross = angle * (inner + acrossDepth / 2) >= leastAcross;
    radii.push(inner + (isAcross ? acrossDepth : alongDepth));
  }
  return radii;
}

// Whether the name stands across the part of a ring.
export function isAcross({ innerRadius, outerRadius }: Arc): boolean {
  return outerRadius - innerRadius <= acrossDepth;
}

function elsewhereOf(sectors: readonly Sector[]): (sector: Sector) => { elsewhere?: string } {
  const keys = new Map<string, string[]>();
  for (const { personId, key } of sectors) keys.set(personId, [...(keys.get(personId) ?? []), key]);
  return ({ personId, key }) => {
    const same = keys.get(personId) ?? [];
    const other = same[(same.indexOf(key) + 1) % same.length];
    return same.length > 1 && other !== undefined ? { elsewhere: other } : {};
  };
}

function cardOf(sector: Sector, middle: number, radii: readonly number[]): Omit<Card, 'more'> {
  const { key, personId, ring, isRepeat, parents, child, type } = sector;
  const isCentre = ring === 0;
  const arc = {
    centreX: middle,
    centreY: middle,
    innerRadius: radii[ring] ?? 0,
    outerRadius: radii[ring + 1] ?? 0,
    from: isCentre ? 0 : sector.from,
    to: isCentre ? 2 * Math.PI : sector.to,
  };
  return {
    key,
    personId,
    ...boxOf(arc),
    generation: -ring,
    isRepeat,
    parents,
    children: child === undefined ? [] : [child],
    arc,
    ...(type && { type }),
  };
}

// The smallest box around a part of a ring: its corners, and where it crosses an axis.
function boxOf({ centreX, centreY, innerRadius, outerRadius, from, to }: Arc) {
  const angles = [from, to];
  for (let quarter = -4; quarter <= 4; quarter += 1) {
    const angle = (quarter * Math.PI) / 2;
    if (angle > from && angle < to) angles.push(angle);
  }
  const points = angles.flatMap((angle) =>
    [innerRadius, outerRadius].map((radius) => ({
      x: centreX + Math.sin(angle) * radius,
      y: centreY - Math.cos(angle) * radius,
    })),
  );
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
