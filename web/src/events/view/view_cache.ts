// The views that have been loaded.

import { RangeCache } from '../../lib/live_data/range_cache';
import type { Occurrence } from '../types';
import { lastDayOf } from './placements';

export class ViewCache extends RangeCache<Occurrence> {
  constructor() {
    super(
      ({ id }) => id,
      (occurrence) => ({ from: occurrence.start.slice(0, 10), to: lastDayOf(occurrence) }),
    );
  }
}
