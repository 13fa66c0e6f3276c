// Saves a chart as a file.

import { t } from '../../../lib/messages';
import { toasts } from '../../../lib/toasts.svelte';
import type { Person } from '../../model';
import type { Measure } from '../drawing/fit_text';
import type { ChartLayout } from '../layout/chart_layout';
import { tokens } from '../drawing/shapes';
import { photosIn, pictureOf } from './picture';
import { pngFile, pngScale } from './png_file';
import { svgFile, type Theme } from './svg_file';

export type FileKind = 'svg' | 'png';

interface Chart {
  layout: ChartLayout;
  persons: ReadonlyMap<string, Person>;
  measure: Measure;
  title: string;
  // Where the colours of the theme hold.
  root: HTMLElement;
}

// How many photos are asked for at a time.
const photosAtOnce = 6;

export async function saveChart(kind: FileKind, chart: Chart): Promise<void> {
  try {
    const file = await (kind === 'svg' ? svgOf(chart) : pngOf(chart));
    if (file) offer(file, `${chart.title}.${kind}`);
    else toasts.failed(t.family.chart.tooLarge());
  } catch {
    toasts.failed(t.family.chart.notSaved());
  }
}

async function svgOf({ layout, persons, measure, title, root }: Chart): Promise<Blob> {
  const photos = await loadPhotos(photosIn(layout, persons), dataAddress);
  const text = svgFile(pictureOf(layout, persons, title, measure), themeOf(root), photos);
  return new Blob([text], { type: 'image/svg+xml' });
}

async function pngOf({ layout, persons, measure, title, root }: Chart): Promise<Blob | undefined> {
  const scale = pngScale(layout);
  if (scale === undefined) return undefined;
  const photos = await loadPhotos(photosIn(layout, persons), (blob) => createImageBitmap(blob));
  return pngFile(pictureOf(layout, persons, title, measure), scale, themeOf(root), photos);
}

// A photo that cannot be loaded is missing in the file, and nothing else.
async function loadPhotos<Photo>(
  hrefs: readonly string[],
  read: (blob: Blob) => Promise<Photo>,
): Promise<Map<string, Photo>> {
  const photos = new Map<string, Photo>();
  const load = async (href: string) => {
    try {
      const reply = await fetch(href);
      if (reply.ok) photos.set(href, await read(await reply.blob()));
    } catch {
      // It stays out.
    }
  };
  for (let first = 0; first < hrefs.length; first += photosAtOnce) {
    await Promise.all(hrefs.slice(first, first + photosAtOnce).map(load));
  }
  return photos;
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}

// The colours of the theme as they are: a property says "light-dark(…)", and only an element says which.
function themeOf(root: HTMLElement): Theme {
  const probe = document.createElement('span');
  root.append(probe);
  const style = getComputedStyle(probe);
  const colors = new Map(
    tokens.map((token) => {
      probe.style.color = `var(${token})`;
      return [token, style.color];
    }),
  );
  const { fontFamily } = style;
  probe.remove();
  return { color: (token) => colors.get(token) ?? 'none', fontFamily };
}

function offer(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  // What a file system does not take in a name.
  link.download = name.replace(/[\\/:*?"<>|]/g, ' ');
  link.click();
  URL.revokeObjectURL(url);
}
