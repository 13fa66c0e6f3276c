// The colour of the next event.

import { suggestColor } from '../ui/colors';
import type { Occurrence, PlannerEvent } from './types';

type Shown = Pick<Occurrence, 'id' | 'masterId' | 'color'>;
type Made = Pick<PlannerEvent, 'id' | 'color'>;

// The one that the fewest of those in sight have, and of those made last, of which a view may know
// nothing. A series counts once.
export function newColor(shown: readonly Shown[], made: readonly Made[]): string {
  const used = new Map(shown.map(({ masterId, id, color }) => [masterId ?? id, color]));
  for (const { id, color } of made) used.set(id, color);
  return suggestColor([...used.values()].filter((color) => color !== null));
}
