// The line between two people, as a chart draws it.

import type { RelationStep } from '../chart/layout/relatives';
import type { Kinship } from '../types';

type Step = Kinship['lines'][number]['steps'][number];

export function stepsOf(from: string, steps: readonly Step[]): RelationStep[] {
  const rest = steps
    .filter(({ personId }, index) => index > 0 || personId !== from)
    .map(({ personId, kind }): RelationStep => ({
      personId,
      step: kind === 'spouse' ? 'partner' : kind,
    }));
  return [{ personId: from, step: 'start' }, ...rest];
}
