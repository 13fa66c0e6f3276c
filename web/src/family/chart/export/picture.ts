// A whole chart as shapes, for files.

import type { Person } from '../../model';
import { cardShapes, photoOf } from '../drawing/card_shapes';
import type { Measure } from '../drawing/fit_text';
import type { Shape } from '../drawing/shapes';
import { joined } from '../drawn';
import type { ChartLayout, LineType } from '../layout/chart_layout';

export interface Picture {
  width: number;
  height: number;
  title: string;
  lines: { type: LineType; d: string }[];
  // Each around its own corner.
  cards: { x: number; y: number; shapes: Shape[] }[];
}

export function pictureOf(
  layout: ChartLayout,
  persons: ReadonlyMap<string, Person>,
  title: string,
  measure: Measure,
): Picture {
  const { width, height, lines, cards, centreKey, orientation } = layout;
  return {
    width,
    height,
    title,
    lines: joined(lines),
    cards: cards.flatMap((card) => {
      const person = persons.get(card.personId);
      if (!person) return [];
      const isCentre = card.key === centreKey;
      const shapes = cardShapes(card, person, { isCentre, detail: 'full', orientation, measure });
      return [{ x: card.arc ? 0 : card.x, y: card.arc ? 0 : card.y, shapes }];
    }),
  };
}

// The addresses of all photos in it, each once.
export function photosIn({ cards }: ChartLayout, persons: ReadonlyMap<string, Person>): string[] {
  const photos = cards.flatMap(({ personId }) => {
    const person = persons.get(personId);
    return person ? [photoOf(person)] : [];
  });
  return [...new Set(photos.filter((photo) => photo !== undefined))];
}
