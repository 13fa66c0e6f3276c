import { describe, expect, it } from 'vitest';
import {
  contrast,
  isColor,
  luminance,
  namedPalette,
  nameOfColor,
  palette,
  safeColor,
  sameColor,
  suggestColor,
  tickOn,
} from './colors';

describe('colours', () => {
  it('are a hash and six hex digits, and nothing else', () => {
    for (const good of ['#3B82F6', '#abcdef', '#000000']) expect(isColor(good)).toBe(true);
    const bad = ['', 'red', '#fff', '#3B82F61', '#3B82FG', ' #3B82F6', '#3B82F6;', '#3B82F6\n'];
    for (const text of bad) expect(isColor(text), text).toBe(false);
  });

  it('that are none become grey before they reach the page', () => {
    expect(safeColor('#12AB34')).toBe('#12AB34');
    expect(safeColor('red; background: url(//evil)')).toBe('#6B7A88');
    expect(safeColor(undefined)).toBe('#6B7A88');
  });

  it('are the same in upper and lower case', () => {
    expect(sameColor('#abcdef', '#ABCDEF')).toBe(true);
    expect(sameColor('#abcdee', '#ABCDEF')).toBe(false);
  });

  it('have a name, or are named by their digits', () => {
    expect(nameOfColor('#1f8f87')).toBe('Teal');
    expect(nameOfColor('#12ab34')).toBe('#12AB34');
  });
});

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(luminance('#FFFFFF')).toBeCloseTo(1);
    expect(luminance('#000000')).toBe(0);
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
    expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
  });

  it('is enough for a tick on any colour', () => {
    for (let step = 0; step < 4096; step++) {
      const digits = step.toString(16).padStart(3, '0');
      const color = `#${[...digits].map((digit) => digit + digit).join('')}`;
      expect(contrast(color, tickOn(color)), color).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the palette', () => {
  it('has twelve colours, each with a name of its own', () => {
    expect(palette).toHaveLength(12);
    expect(new Set(namedPalette().map((one) => one.name)).size).toBe(12);
    for (const one of namedPalette()) expect(isColor(one.value), one.name).toBe(true);
  });

  it('can be seen on the light and on the dark surface', () => {
    for (const { name, value } of namedPalette()) {
      expect(contrast(value, '#FFFFFF'), name).toBeGreaterThanOrEqual(3);
      expect(contrast(value, '#1A1F22'), name).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the suggested colour', () => {
  it('is one that no calendar has yet', () => {
    const used: string[] = [];
    for (let i = 0; i < palette.length; i++) used.push(suggestColor(used).toLowerCase());
    expect(new Set(used).size).toBe(palette.length);
  });

  it('is one of the palette even when all are used', () => {
    const all = palette.map((one) => one.value);
    expect(all).toContain(suggestColor(all));
    expect(all).toContain(suggestColor([...all, ...all, '#123456']));
  });
});
