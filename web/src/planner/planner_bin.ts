// The bin of the planner.

import { t } from '../lib/messages';
import type { BinSource } from '../ui/bin/bin_sections.svelte';
import type { PlannerData } from './types';

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
