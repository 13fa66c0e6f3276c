// What a layout is: where each card is, and the lines between them. Positions are pixels at a zoom of 1, from the top left
// corner of the chart.

import type { ParentType, SpousalStatus } from '../../model';

export const chartKinds = ['hourglass', 'ancestors', 'descendants', 'fan'] as const;
export type ChartKind = (typeof chartKinds)[number];

// Where the next generation is: below, beside, or around.
export type Orientation = 'down' | 'across' | 'around';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

// A card of a fan. Angles are clockwise from the top, in radians.
export interface Arc {
  centreX: number;
  centreY: number;
  innerRadius: number;
  outerRadius: number;
  from: number;
  to: number;
}

export interface Card extends Box {
  // Of this card; a person may have several.
  key: string;
  personId: string;
  // 0 is that of the centre, and parents have one less.
  generation: number;
  // The person is also on another card, where their family is drawn.
  isRepeat: boolean;
  // Another card of the same person.
  elsewhere?: string;
  // Whether they have parents or children whom the chart does not show.
  more: { parents: boolean; children: boolean };
  // The cards that lines lead to.
  parents: readonly string[];
  children: readonly string[];
  arc?: Arc;
  // In a fan, which has no lines: what kind of parent it is.
  type?: ParentType;
}

export type LineType = ParentType | SpousalStatus | 'unmarried';

export interface Line {
  kind: 'child' | 'couple';
  type: LineType;
  // As the `d` of an SVG path.
  path: string;
  box: Box;
}

export interface ChartLayout {
  orientation: Orientation;
  cards: readonly Card[];
  lines: readonly Line[];
  width: number;
  height: number;
  // The card of the person in whose middle the chart is; '' if there is no person.
  centreKey: string;
}

export interface LayoutOptions {
  // How many generations are shown above and below the centre.
  up: number;
  down: number;
}

// More would be no chart that anybody can read; a line of generations that goes on is one that another program made.
export const mostGenerations = 200;

export const emptyLayout: ChartLayout = {
  orientation: 'down',
  cards: [],
  lines: [],
  width: 0,
  height: 0,
  centreKey: '',
};
