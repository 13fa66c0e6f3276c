// The bin of the planner.

import { t } from '../../lib/messages';
import type { BinSource } from '../../ui/bin/bin_sections.svelte';
import type { PlannerData, PlannerEvent, Scope } from '../types';

export function plannerBin(data: Pick<PlannerData, 'api' | 'restoreDeleted'>): BinSource {
  return {
    key: 'planner',
    name: t.base.planner(),
    list: (after) => data.api.bin(after),
    restore: (id) => data.restoreDeleted(id),
    remove: (id) => data.api.removeForGood(id),
    empty: () => data.api.emptyBin(),
  };
}

// The id in the bin of what is deleted: of an occurrence, of all from it on, or of its series.
export function binIdOf(
  event: Pick<PlannerEvent, 'id' | 'kind' | 'masterId'>,
  scope: Scope | undefined,
): string {
  if (event.kind !== 'occurrence') return event.id;
  if (scope === 'following') return `following_${event.id}`;
  return scope === 'all' ? (event.masterId ?? event.id) : event.id;
}
