// A chart as a file of SVG that needs nothing else: colours, fonts and photos are in it.

import { lineLooks, lookOf, type Look, type Shape } from '../drawing/shapes';
import type { Picture } from './picture';

export interface Theme {
  // Of a custom property: "--text" is "rgb(28, 34, 36)".
  color: (token: string) => string;
  fontFamily: string;
}

// `photos` are data: addresses, by the address of the photo. One that is missing is left out.
export function svgFile(
  picture: Picture,
  theme: Theme,
  photos: ReadonlyMap<string, string> = new Map(),
): string {
  const { width, height, title, lines, cards } = picture;
  const [w, h] = [Math.ceil(width), Math.ceil(height)];
  const drawnLines = lines.map(({ type, d }) => `<path d="${d}"${paint(lineLooks[type], theme)}/>`);
  const drawnCards = cards.map(({ x, y, shapes }, index) => {
    const content = shapes.map((shape) => element(shape, theme, photos, `photo-${index}`)).join('');
    return x === 0 && y === 0 ? content : `<g transform="translate(${x} ${y})">${content}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"`,
    ` font-family="${escaped(theme.fontFamily)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${w}" height="${h}" fill="${escaped(theme.color('--bg'))}"/>`,
    ...drawnLines,
    ...drawnCards,
    '</svg>\n',
  ].join('');
}

function paint(look: Look, theme: Theme): string {
  const { fill, stroke, strokeWidth, dash, fontSize, fontWeight } = look;
  const attributes: Record<string, string | number | undefined> = {
    fill: fill ? theme.color(fill) : 'none',
    stroke: stroke && theme.color(stroke),
    'stroke-width': strokeWidth,
    'stroke-dasharray': dash,
    'font-size': fontSize,
    'font-weight': fontWeight,
  };
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

function element(
  shape: Shape,
  theme: Theme,
  photos: ReadonlyMap<string, string>,
  id: string,
): string {
  if (shape.kind === 'photo') {
    const { x, y, size } = shape;
    const photo = photos.get(shape.href);
    if (photo === undefined) return '';
    const half = size / 2;
    return (
      `<clipPath id="${id}"><circle cx="${x + half}" cy="${y + half}" r="${half}"/></clipPath>` +
      `<image href="${escaped(photo)}" x="${x}" y="${y}" width="${size}" height="${size}"` +
      ` preserveAspectRatio="xMidYMid slice" clip-path="url(#${id})"/>`
    );
  }
  const look = paint(lookOf(shape.look), theme);
  if (shape.kind === 'rect') {
    const { x, y, width, height, radius } = shape;
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"${look}/>`;
  }
  if (shape.kind === 'path') return `<path d="${shape.d}"${look}/>`;
  const { x, y, text, anchor, turn } = shape;
  const rotated = turn === undefined ? '' : ` transform="rotate(${turn} ${x} ${y})"`;
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${look}${rotated}>${escaped(text)}</text>`;
}

// Names may have anything in them. Control characters are no XML, however they are written.
function escaped(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
