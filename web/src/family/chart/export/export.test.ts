import { describe, expect, it } from 'vitest';
import { estimate } from '../drawing/fit_text';
import { Kin } from '../kin';
import { descendants } from '../layout/trees';
import { TestFamily } from '../test_family';
import { photosIn, pictureOf } from './picture';
import { pngScale } from './png_file';
import { svgFile } from './svg_file';

const photoUrl = '/api/v1/trees/t/persons/b/photos/1';
const thumbnail = `${photoUrl}?size=thumbnail`;
const theme = {
  color: (token: string) => `rgb(${token.length}, 0, 0)`,
  fontFamily: '"Inter", sans-serif',
};

function chart() {
  const family = new TestFamily().people('a b c').children('a', 'b').children('a', 'c', 'Adoptive');
  const [first, second] = family.persons;
  if (first) first.firstName = '<b>"Ann" & \u0007Co</b>';
  if (second) second.photoUrl = photoUrl;
  const kin = new Kin(family);
  return { kin, layout: descendants(kin, 'a', { up: 0, down: 1 }) };
}

describe('a file of SVG', () => {
  const { kin, layout } = chart();
  const picture = pictureOf(layout, kin.persons, 'Tree of <A>', estimate);
  const text = svgFile(picture, theme, new Map([[thumbnail, 'data:image/png;base64,AAAA']]));

  it('needs nothing else', () => {
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /);
    expect(text).not.toContain('var(');
    expect(text).not.toContain('class=');
    expect(text).not.toContain('/photos/1');
    expect(text).toContain('href="data:image/png;base64,AAAA"');
    expect(text).toContain('font-family="&quot;Inter&quot;, sans-serif"');
  });

  it('has names as text, whatever is in them', () => {
    expect(text).toContain('<title>Tree of &lt;A&gt;</title>');
    expect(text).not.toContain('<b>');
    expect(text).not.toContain('\u0007');
    expect(text).toContain('&lt;b&gt;&quot;Ann&quot;');
  });

  it('has everybody, and the kinds of lines', () => {
    expect(text.match(/<g transform/g)).toHaveLength(3);
    expect(text).toContain('stroke-dasharray="9 5"');
  });

  it('leaves out photos that could not be loaded', () => {
    expect(photosIn(layout, kin.persons)).toEqual([thumbnail]);
    expect(svgFile(picture, theme)).not.toContain('<image');
  });
});

describe('a picture', () => {
  it('is as sharp as its size allows, and is not made where nothing could be read', () => {
    expect(pngScale({ width: 1000, height: 800 })).toBe(2);
    const scale = pngScale({ width: 12_000, height: 8000 }) ?? 0;
    expect(scale).toBeLessThan(1);
    expect(12_000 * 8000 * scale ** 2).toBeLessThanOrEqual(64_000_001);
    expect(pngScale({ width: 500_000, height: 1000 })).toBeUndefined();
  });
});
