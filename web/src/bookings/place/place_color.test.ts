import { describe, expect, it } from 'vitest';
import { contrast, palette } from '../../ui/colors';
import { placeColor } from './place_color';

describe('the colour of a place', () => {
  it('stays as it was chosen where it is seen on white', () => {
    for (const { value } of palette) {
      if (contrast(value, '#FFFFFF') >= 3) expect(placeColor(value)).toBe(value);
    }
    expect(placeColor('#000000')).toBe('#000000');
  });
  it.each(['#FFFFFF', '#FFF3B0', '#00FF00', '#FFFF00', '#E0F7FA'])(
    '%s is darkened until it is seen, and no further',
    (color) => {
      const drawn = placeColor(color);
      expect(contrast(drawn, '#FFFFFF')).toBeGreaterThanOrEqual(2.99);
      expect(contrast(drawn, '#FFFFFF')).toBeLessThan(3.1);
    },
  );
  it('keeps its hue', () => {
    expect(placeColor('#FFFFFF')).toBe('#949494');
    expect(placeColor('#FFFF00')).toMatch(/^#(..)\1(00)$/);
  });
  it('is quiet when it is none', () => {
    expect(placeColor('red; x')).toBe(placeColor(undefined));
  });
});
