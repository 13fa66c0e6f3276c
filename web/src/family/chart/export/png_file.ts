// A chart as a picture. It is drawn on a canvas shape by shape: the content security policy lets no picture be made of a
// file of SVG.

import { lineLooks, lookOf, type Look, type Shape } from '../drawing/shapes';
import type { Picture } from './picture';
import type { Theme } from './svg_file';

// What all browsers can draw.
const mostPixels = 64_000_000;
const mostSide = 16_000;
const bestScale = 2;
// Below this, names cannot be read.
const leastScale = 0.4;

// How many pixels one of the chart becomes; undefined if it would be too few.
export function pngScale({ width, height }: { width: number; height: number }): number | undefined {
  const scale = Math.min(
    bestScale,
    Math.sqrt(mostPixels / (width * height)),
    mostSide / Math.max(width, height),
  );
  return scale >= leastScale ? scale : undefined;
}

// undefined if the browser cannot.
export async function pngFile(
  picture: Picture,
  scale: number,
  theme: Theme,
  photos: ReadonlyMap<string, ImageBitmap>,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(picture.width * scale);
  canvas.height = Math.floor(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.scale(scale, scale);
  context.fillStyle = theme.color('--bg');
  context.fillRect(0, 0, picture.width, picture.height);
  for (const { type, d } of picture.lines) paint(context, new Path2D(d), lineLooks[type], theme);
  for (const { x, y, shapes } of picture.cards) {
    context.save();
    context.translate(x, y);
    for (const shape of shapes) draw(context, shape, theme, photos);
    context.restore();
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return blob ?? undefined;
}

function draw(
  context: CanvasRenderingContext2D,
  shape: Shape,
  theme: Theme,
  photos: ReadonlyMap<string, ImageBitmap>,
): void {
  if (shape.kind === 'photo') return drawPhoto(context, shape, photos.get(shape.href));
  const look = lookOf(shape.look);
  if (shape.kind === 'text') return drawText(context, shape, look, theme);
  if (shape.kind === 'path') return paint(context, new Path2D(shape.d), look, theme);
  const path = new Path2D();
  path.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
  paint(context, path, look, theme);
}

function paint(context: CanvasRenderingContext2D, path: Path2D, look: Look, theme: Theme): void {
  if (look.fill) {
    context.fillStyle = theme.color(look.fill);
    context.fill(path);
  }
  if (!look.stroke) return;
  context.strokeStyle = theme.color(look.stroke);
  context.lineWidth = look.strokeWidth ?? 1;
  context.setLineDash(look.dash?.split(' ').map(Number) ?? []);
  context.stroke(path);
}

function drawText(
  context: CanvasRenderingContext2D,
  shape: Shape & { kind: 'text' },
  look: Look,
  theme: Theme,
): void {
  const { x, y, text, anchor, turn = 0 } = shape;
  context.save();
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 180);
  context.font = `${look.fontWeight ?? 400} ${look.fontSize ?? 12}px ${theme.fontFamily}`;
  context.textAlign = anchor === 'middle' ? 'center' : 'start';
  if (look.fill) context.fillStyle = theme.color(look.fill);
  context.fillText(text, 0, 0);
  context.restore();
}

// As much of it as fits into its circle.
function drawPhoto(
  context: CanvasRenderingContext2D,
  { x, y, size }: Shape & { kind: 'photo' },
  photo: ImageBitmap | undefined,
): void {
  if (!photo) return;
  const side = Math.min(photo.width, photo.height);
  const [left, top] = [(photo.width - side) / 2, (photo.height - side) / 2];
  context.save();
  context.beginPath();
  context.arc(x + size / 2, y + size / 2, size / 2, 0, 2 * Math.PI);
  context.clip();
  context.drawImage(photo, left, top, side, side, x, y, size, size);
  context.restore();
}
