// A part of a ring of a fan, with the name across it, or along the radius where it is narrow.

import { lifeSpan } from '../../life_span';
import type { Person } from '../../model';
import { fullName, shortName } from '../../names';
import type { Arc, Card } from '../layout/chart_layout';
import { isAcross } from '../layout/fan';
import { fitted, type Measure } from './fit_text';
import { dots } from './more_dots';
import { fontOf, type LookName, type Shape } from './shapes';

const lineHeight = 15;
const padding = 8;
const edgeGap = 4;

export function arcShapes(
  card: Card,
  arc: Arc,
  look: LookName,
  person: Person,
  measure: Measure,
): Shape[] {
  return [
    { kind: 'path', look, d: sectorPath(arc) },
    ...(card.type && card.type !== 'Biological'
      ? [{ kind: 'path' as const, look: card.type, d: edgePath(arc) }]
      : []),
    ...arcText(card, arc, person, measure),
    ...(card.more.parents ? moreDots(arc) : []),
  ];
}

function at({ centreX, centreY }: Arc, angle: number, radius: number) {
  return { x: centreX + Math.sin(angle) * radius, y: centreY - Math.cos(angle) * radius };
}

export function sectorPath(arc: Arc): string {
  const { innerRadius: inner, outerRadius: outer, from, to } = arc;
  const point = (angle: number, radius: number) => {
    const { x, y } = at(arc, angle, radius);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  if (inner === 0) {
    const [top, bottom] = [point(0, outer), point(Math.PI, outer)];
    return `M${top}A${outer} ${outer} 0 1 1 ${bottom}A${outer} ${outer} 0 1 1 ${top}z`;
  }
  const isLong = to - from > Math.PI ? 1 : 0;
  return (
    `M${point(from, inner)}L${point(from, outer)}A${outer} ${outer} 0 ${isLong} 1 ${point(to, outer)}` +
    `L${point(to, inner)}A${inner} ${inner} 0 ${isLong} 0 ${point(from, inner)}z`
  );
}

// Along the side of the child, as the line to a parent of another kind than most.
function edgePath(arc: Arc): string {
  const radius = arc.innerRadius + edgeGap;
  const [start, end] = [
    at(arc, arc.from + edgeGap / radius, radius),
    at(arc, arc.to - edgeGap / radius, radius),
  ];
  const point = ({ x, y }: { x: number; y: number }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const isLong = arc.to - arc.from > Math.PI ? 1 : 0;
  return `M${point(start)}A${radius} ${radius} 0 ${isLong} 1 ${point(end)}`;
}

interface Row {
  look: 'name' | 'life';
  text: string;
}

function arcText(card: Card, arc: Arc, person: Person, measure: Measure): Shape[] {
  const ring = -card.generation;
  const middle = (arc.from + arc.to) / 2;
  if (ring === 0) {
    const rows = rowsOf(person, 2 * arc.outerRadius - 4 * padding, 2, measure, 2);
    return stacked(rows, arc.centreX, arc.centreY, 0, { x: 0, y: 1 });
  }
  const radius = (arc.innerRadius + arc.outerRadius) / 2;
  const depth = arc.outerRadius - arc.innerRadius;
  const breadth = (arc.to - arc.from) * radius;
  const { x, y } = at(arc, middle, radius);
  const goesAcross = isAcross(arc);
  const room = goesAcross ? Math.min(breadth, 2 * radius) - 2 * padding : depth - 2 * padding;
  const rowCount = Math.floor(((goesAcross ? depth : breadth) - 2) / lineHeight);
  if (rowCount < 1) return [];
  const rows = rowsOf(person, room, goesAcross ? 2 : 1, measure).slice(0, rowCount);
  const degrees = (middle * 180) / Math.PI;
  // Text never stands on its head.
  const turn = goesAcross
    ? Math.abs(degrees) > 90
      ? degrees + 180
      : degrees
    : degrees < 0
      ? degrees + 90
      : degrees - 90;
  const radians = (turn * Math.PI) / 180;
  return stacked(rows, x, y, turn, { x: -Math.sin(radians), y: Math.cos(radians) });
}

function rowsOf(
  person: Person,
  room: number,
  nameLines: number,
  measure: Measure,
  lifeLines = 1,
): Row[] {
  const name = nameLines > 1 ? fullName(person) : shortName(person);
  const life = lifeSpan(person);
  return [
    ...fitted(name, room, nameLines, fontOf('name'), measure).map((text): Row => ({
      look: 'name',
      text,
    })),
    ...(life === ''
      ? []
      : fitted(life, room, lifeLines, fontOf('life'), measure).map((text): Row => ({
          look: 'life',
          text,
        }))),
  ];
}

// Rows below one another, where `down` is below.
function stacked(
  rows: readonly Row[],
  x: number,
  y: number,
  turn: number,
  down: { x: number; y: number },
): Shape[] {
  return rows.map(({ look, text }, index) => {
    const offset = (index - rows.length / 2 + 0.76) * lineHeight;
    const [atX, atY] = [x + down.x * offset, y + down.y * offset];
    return { kind: 'text', look, x: atX, y: atY, text, anchor: 'middle', ...(turn && { turn }) };
  });
}

function moreDots(arc: Arc): Shape[] {
  const { x, y } = at(arc, (arc.from + arc.to) / 2, arc.outerRadius);
  return dots(x, y);
}
