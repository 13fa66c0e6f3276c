import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrast } from '../ui/colors';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

function colorOf(name: string, theme: 'light' | 'dark'): string {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(css);
  const color = found?.[theme === 'light' ? 1 : 2];
  if (!color) throw new Error(`tokens.css has no --${name} with a light and a dark colour.`);
  return color;
}

const texts = ['text', 'text-2', 'text-3'];
const surfaces = ['bg', 'surface', 'surface-2', 'surface-3'];

it.each(texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)))(
  '--%s on --%s has a contrast of 4.5:1',
  (text, surface) => {
    for (const theme of ['light', 'dark'] as const) {
      const found = contrast(colorOf(text, theme), colorOf(surface, theme));
      expect(found, theme).toBeGreaterThanOrEqual(4.5);
    }
  },
);
