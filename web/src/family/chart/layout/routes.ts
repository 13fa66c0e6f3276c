// Where the lines of a chart run, and how far apart its rows are for them. All positions are `along` a row and `out`, from
// the first generation to the last; the layout turns them into x and y.

import type { ParentType } from '../../model';
import type { LineType } from './chart_layout';
import { crossOf, type Couple, type Plan, type Slot } from './plan';
import { coupleGap, portStep, rowGap, trackStep } from './sizes';

export interface Point {
  along: number;
  out: number;
}

export interface Route {
  kind: 'child' | 'couple';
  type: LineType;
  // Each a line of its own.
  strokes: Point[][];
}

export interface Routes {
  // Where the cards of a generation begin.
  rowStart: (generation: number) => number;
  routes: Route[];
  // Pairs of cards that a line connects.
  links: { parent: Slot; child: Slot }[];
}

// Lines from one couple or one parent to those of their children who are of one kind.
interface Bus {
  generation: number;
  type: ParentType;
  // Where it leaves the row: from between a couple, from below a bracket of a couple, or from a card.
  along: number;
  couple?: Couple;
  ends: { child: Slot; along: number }[];
  from: number;
  to: number;
  track: number;
}

interface CardSize {
  length: number;
  depth: number;
}

// How many lines run beside one another between two generations; more share theirs.
const mostTracks = 16;
const slash = 5;
// Lines that end this near to one another would look like one.
const leastGap = 6;
// A line that is so near to straight is straight.
const leastBend = 8;

// `depth` is that of a card, from one row to the next.
export function routesOf(plan: Plan, depth: number): Routes {
  const links: Routes['links'] = [];
  const buses = busesOf(plan, links);
  const gaps = gapsOf(plan, buses);
  const starts = rowStarts(plan, gaps, depth);
  const rowStart = (generation: number) => starts.get(generation) ?? 0;
  const routes = [
    ...plan.couples.map((couple) =>
      coupleRoute(couple, { length: plan.cardLength, depth }, rowStart(couple.one.generation)),
    ),
    ...buses.map((bus) => {
      const base = rowStart(bus.generation) + depth + bracketRoom(gaps.get(bus.generation));
      return busRoute(bus, depth, rowStart, base);
    }),
  ];
  return { rowStart, routes, links };
}

// Where the lines to a card end and those from it begin: the first in the middle, the next ones beside it.
class Ports {
  readonly #used = new Map<string, Map<string, number>>();

  // The same port for the same `name`.
  at(slot: Slot, name: string): number {
    let ports = this.#used.get(slot.key);
    if (!ports) this.#used.set(slot.key, (ports = new Map()));
    const index = ports.get(name) ?? ports.size;
    ports.set(name, index);
    const side = index % 2 === 0 ? -1 : 1;
    return crossOf(slot) + side * Math.ceil(index / 2) * portStep;
  }
}

function busesOf(plan: Plan, links: Routes['links']): Bus[] {
  const buses = new Map<string, Bus>();
  const [into, outOf] = [new Ports(), new Ports()];
  const couples = new Map<Slot, Couple[]>();
  for (const couple of plan.couples) {
    for (const slot of [couple.one, couple.other]) {
      const known = couples.get(slot);
      if (known) known.push(couple);
      else couples.set(slot, [couple]);
    }
  }
  for (const { parents, child } of plan.descents) {
    for (const { type, couple, slots } of sourcesOf(plan, parents, child, couples)) {
      for (const parent of slots) links.push({ parent, child });
      const [first] = slots;
      if (!first) continue;
      const key = `${couple ? slots.map((slot) => slot.key).join('#') : first.key} ${type}`;
      let bus = buses.get(key);
      if (!bus) {
        const along = couple ? joinOf(couple, plan.cardLength) : outOf.at(first, type);
        const { generation } = first;
        bus = { generation, type, along, couple, ends: [], from: along, to: along, track: 0 };
        buses.set(key, bus);
      }
      const port = into.at(child, key);
      const along = Math.abs(port - bus.along) < leastBend ? bus.along : port;
      bus.ends.push({ child, along });
      bus.from = Math.min(bus.from, along);
      bus.to = Math.max(bus.to, along);
    }
  }
  return [...buses.values()];
}

interface Source {
  type: ParentType;
  couple?: Couple;
  slots: Slot[];
}

// Two parents of the same kind who are a couple have one line together, others one each.
function sourcesOf(
  plan: Plan,
  parents: readonly Slot[],
  child: Slot,
  couples: ReadonlyMap<Slot, readonly Couple[]>,
): Source[] {
  const left = parents.flatMap((slot) => {
    const type = plan.kin.typeOf(slot.personId, child.personId);
    return type ? [{ slot, type }] : [];
  });
  const sources: Source[] = [];
  for (let parent = left.shift(); parent; parent = left.shift()) {
    const { slot, type } = parent;
    const couple = couples.get(slot)?.find(({ one, other }) => {
      const partner = one === slot ? other : one;
      return left.some((each) => each.slot === partner && each.type === type);
    });
    if (!couple) {
      sources.push({ type, slots: [slot] });
      continue;
    }
    left.splice(
      left.findIndex((each) => each.slot === couple.one || each.slot === couple.other),
      1,
    );
    sources.push({ type, couple, slots: [couple.one, couple.other] });
  }
  return sources;
}

// In the middle between two neighbours; of others, before the second one.
function joinOf({ one, other, level }: Couple, cardLength: number): number {
  const [first, second] = [crossOf(one), crossOf(other)];
  if (level === 0) return (first + second) / 2;
  return Math.max(first, second) - (cardLength + coupleGap) / 2;
}

interface Gap {
  tracks: number;
  brackets: number;
}

// Lines between the same rows that would lie on one another get tracks of their own.
function gapsOf(plan: Plan, buses: readonly Bus[]): Map<number, Gap> {
  const gaps = new Map<number, Gap>();
  const gapAt = (generation: number) => {
    let gap = gaps.get(generation);
    if (!gap) gaps.set(generation, (gap = { tracks: 0, brackets: 0 }));
    return gap;
  };
  for (const { one, level } of plan.couples) {
    const gap = gapAt(one.generation);
    gap.brackets = Math.max(gap.brackets, level);
  }
  const ends = new Map<number, number[]>();
  for (const bus of [...buses].sort((a, b) => a.from - b.from)) {
    const used = ends.get(bus.generation) ?? [];
    ends.set(bus.generation, used);
    const free = used.findIndex((end) => end + leastGap <= bus.from);
    bus.track = free >= 0 ? free : used.length < mostTracks ? used.length : bus.track;
    used[bus.track] = Math.max(used[bus.track] ?? -Infinity, bus.to);
    const gap = gapAt(bus.generation);
    gap.tracks = Math.max(gap.tracks, bus.track + 1);
  }
  return gaps;
}

function bracketRoom(gap: Gap | undefined): number {
  return (gap?.brackets ?? 0) * trackStep;
}

function rowStarts(plan: Plan, gaps: Map<number, Gap>, cardDepth: number): Map<number, number> {
  const generations = [...new Set(plan.units.map(({ generation }) => generation))];
  generations.sort((a, b) => a - b);
  const starts = new Map<number, number>();
  let start = 0;
  for (const generation of generations) {
    starts.set(generation, start);
    const gap = gaps.get(generation);
    const tracks = Math.max(0, (gap?.tracks ?? 0) - 1);
    start += cardDepth + rowGap + tracks * trackStep + bracketRoom(gap);
  }
  return starts;
}

function coupleRoute(couple: Couple, size: CardSize, rowStart: number): Route {
  const { one, other, status, level } = couple;
  const [left, right] = [crossOf(one), crossOf(other)].sort((a, b) => a - b) as [number, number];
  const type = status ?? 'unmarried';
  const half = size.length / 2;
  if (level === 0) {
    const out = rowStart + size.depth / 2;
    const [from, to] = [left + half, right - half];
    const line = [
      { along: from, out },
      { along: to, out },
    ];
    return {
      kind: 'couple',
      type,
      strokes: [line, ...slashes(type, { along: from + slash, out })],
    };
  }
  const [edge, out] = [rowStart + size.depth, rowStart + size.depth + level * trackStep];
  const from = left + half / 2 + level * portStep;
  const line = [
    { along: from, out: edge },
    { along: from, out },
    { along: right, out },
    { along: right, out: edge },
  ];
  const strokes = [line, ...slashes(type, { along: right - half / 2, out })];
  return { kind: 'couple', type, strokes };
}

// One through the line of those who live apart, two of those who are divorced.
function slashes(type: LineType, { along, out }: Point): Point[][] {
  const count = type === 'Divorced' ? 2 : type === 'Separated' ? 1 : 0;
  return Array.from({ length: count }, (_, index) => {
    const at = along + index * slash;
    return [
      { along: at - slash / 2, out: out + slash },
      { along: at + slash / 2, out: out - slash },
    ];
  });
}

function busRoute(
  bus: Bus,
  cardDepth: number,
  rowStart: (generation: number) => number,
  base: number,
): Route {
  const start = rowStart(bus.generation);
  const out = base + rowGap / 2 + bus.track * trackStep;
  const level = bus.couple?.level ?? 0;
  const from =
    bus.couple && level === 0 ? start + cardDepth / 2 : start + cardDepth + level * trackStep;
  const strokes: Point[][] = [
    [
      { along: bus.along, out: from },
      { along: bus.along, out },
    ],
  ];
  if (bus.to > bus.from) {
    strokes.push([
      { along: bus.from, out },
      { along: bus.to, out },
    ]);
  }
  for (const { child, along } of bus.ends) {
    strokes.push([
      { along, out },
      { along, out: rowStart(child.generation) },
    ]);
  }
  return { kind: 'child', type: bus.type, strokes };
}
