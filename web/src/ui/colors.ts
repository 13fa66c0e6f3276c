// Colours of calendars and entries: "#RRGGBB", which is all that the server keeps. What comes from
// there is checked once more before it becomes a custom property of the page.

import { t } from '../lib/messages';

export interface NamedColor {
  name: string;
  value: string;
}

// The colours to choose from, on every page. Each is told from white, from the dark surface, and from the others.
export const palette = [
  { key: 'red', value: '#D64545' },
  { key: 'orange', value: '#D9652B' },
  { key: 'amber', value: '#B7791F' },
  { key: 'olive', value: '#7F8C2A' },
  { key: 'green', value: '#3D9152' },
  { key: 'teal', value: '#1F8F87' },
  { key: 'sky', value: '#2B8CC4' },
  { key: 'blue', value: '#4A74DB' },
  { key: 'violet', value: '#7C62D6' },
  { key: 'plum', value: '#A653B5' },
  { key: 'pink', value: '#D14D86' },
  { key: 'slate', value: '#6B7A88' },
] as const;

export function namedPalette(): NamedColor[] {
  return palette.map(({ key, value }) => ({ name: t.ui.colors[key](), value }));
}

// Colours that other programs give to events of the planner, as its design lists them.
const designColors = [
  { key: 'slate', value: '#64748b' },
  { key: 'grey', value: '#6b7280' },
  { key: 'zinc', value: '#71717a' },
  { key: 'red', value: '#ef4444' },
  { key: 'orange', value: '#f97316' },
  { key: 'amber', value: '#f59e0b' },
  { key: 'yellow', value: '#eab308' },
  { key: 'lime', value: '#84cc16' },
  { key: 'green', value: '#22c55e' },
  { key: 'cyan', value: '#06b6d4' },
  { key: 'blue', value: '#3b82f6' },
  { key: 'violet', value: '#8b5cf6' },
] as const;

const pattern = /^#[0-9a-f]{6}$/i;
const fallback = '#6B7A88';

export function isColor(text: string): boolean {
  return pattern.test(text);
}

// The colour if it is one, otherwise a quiet grey.
export function safeColor(text: string | undefined): string {
  return text !== undefined && isColor(text) ? text : fallback;
}

export function sameColor(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

// What to call it where colour alone would not tell: "Teal", or "#12AB34".
export function nameOfColor(color: string): string {
  const known = [...palette, ...designColors].find((one) => sameColor(one.value, color));
  return known ? t.ui.colors[known.key]() : color.toUpperCase();
}

// The relative luminance of WCAG 2, from 0 to 1.
export function luminance(color: string): number {
  const channel = (at: number) => {
    const part = parseInt(safeColor(color).slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

export function contrast(left: string, right: string): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// What a tick is drawn with on this colour: white, as long as it has 3:1.
export function tickOn(color: string): '#FFFFFF' | '#000000' {
  return contrast(color, '#FFFFFF') >= 3 ? '#FFFFFF' : '#000000';
}

// For the next calendar: the colour of the palette that is used least, the first of those.
export function suggestColor(used: readonly string[]): string {
  const order = [6, 4, 1, 8, 10, 5, 2, 7, 0, 9, 3, 11].flatMap((at) => palette[at] ?? []);
  const uses = (one: (typeof palette)[number]) =>
    used.filter((color) => sameColor(color, one.value)).length;
  const least = Math.min(...order.map(uses));
  return order.find((one) => uses(one) === least)?.value ?? fallback;
}
