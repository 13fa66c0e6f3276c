// What a chart is drawn of: shapes with looks. The page shows them as elements of SVG, and a file has them with their looks
// written out, so that both are the same picture.

import type { LineType } from '../layout/chart_layout';
import type { Font } from './fit_text';

export interface Look {
  // Names of custom properties of styles/tokens.css.
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  // As `stroke-dasharray`.
  dash?: string;
  fontSize?: number;
  fontWeight?: number;
}

// Lines differ in their dashes, not only in their colour.
export const lineLooks: Record<LineType, Look> = {
  Biological: { stroke: '--text-3', strokeWidth: 1.5 },
  Adoptive: { stroke: '--accent', strokeWidth: 2, dash: '9 5' },
  Step: { stroke: '--warning', strokeWidth: 2, dash: '2 5' },
  Foster: { stroke: '--success', strokeWidth: 2, dash: '9 4 2 4' },
  Married: { stroke: '--text-2', strokeWidth: 2.5 },
  Widowed: { stroke: '--text-2', strokeWidth: 2.5 },
  Divorced: { stroke: '--text-3', strokeWidth: 1.5 },
  Separated: { stroke: '--text-3', strokeWidth: 1.5 },
  Unknown: { stroke: '--text-2', strokeWidth: 1.5 },
  unmarried: { stroke: '--text-3', strokeWidth: 1.5, dash: '4 3' },
};

export const looks = {
  card: { fill: '--surface', stroke: '--line-control', strokeWidth: 1 },
  centre: { fill: '--accent-soft', stroke: '--accent', strokeWidth: 2 },
  repeat: { fill: '--surface-2', stroke: '--line-control', strokeWidth: 1, dash: '4 3' },
  Male: { fill: '--surface-3', stroke: '--text-3', strokeWidth: 1 },
  Female: { fill: '--accent-soft', stroke: '--text-3', strokeWidth: 1 },
  Other: { fill: '--success-soft', stroke: '--text-3', strokeWidth: 1 },
  Unknown: { fill: '--surface-2', stroke: '--text-3', strokeWidth: 1, dash: '3 2' },
  photoFrame: { stroke: '--text-3', strokeWidth: 1 },
  initials: { fill: '--text', fontSize: 13, fontWeight: 600 },
  name: { fill: '--text', fontSize: 13, fontWeight: 600 },
  farName: { fill: '--text', fontSize: 22, fontWeight: 600 },
  life: { fill: '--text-2', fontSize: 12, fontWeight: 400 },
  note: { fill: '--accent', fontSize: 11, fontWeight: 400 },
  more: { fill: '--surface', stroke: '--accent', strokeWidth: 1.5 },
  moreDots: { fill: '--accent' },
} as const satisfies Record<string, Look>;

// All colours that charts have.
export const tokens: readonly string[] = [
  ...new Set(
    [...Object.values<Look>(looks), ...Object.values(lineLooks)].flatMap(({ fill, stroke }) =>
      [fill, stroke, '--bg'].filter((token) => token !== undefined),
    ),
  ),
];

export type LookName = keyof typeof looks | LineType;

export function lookOf(name: LookName): Look {
  return name in looks ? looks[name as keyof typeof looks] : lineLooks[name as LineType];
}

export type Shape =
  | {
      kind: 'rect';
      look: LookName;
      x: number;
      y: number;
      width: number;
      height: number;
      radius: number;
    }
  | { kind: 'path'; look: LookName; d: string }
  | { kind: 'photo'; href: string; x: number; y: number; size: number }
  | {
      kind: 'text';
      look: LookName;
      x: number;
      y: number;
      text: string;
      anchor: 'start' | 'middle';
      // In degrees around (x, y).
      turn?: number;
    };

export function fontOf(look: 'name' | 'farName' | 'life' | 'note' | 'initials'): Font {
  const { fontSize, fontWeight } = looks[look];
  return { size: fontSize, weight: fontWeight };
}
