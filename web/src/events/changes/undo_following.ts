// How a series that was ended, because somebody changed or deleted the rest of it, goes on again as
// the one series that it was: asked before it ends, because afterwards nobody knows how it went on.

import { isGone } from './conflicts';
import type { EventHome, PlannerEvent } from '../types';
import { inputOf, maxExceptions, tagOf } from './undo_input';

type RejoinData = Pick<EventHome, 'api' | 'get' | 'change' | 'remove'>;

// `rest` is the series that went on in its place, and goes.
export type Rejoin = (rest?: Pick<PlannerEvent, 'id'>) => Promise<void>;

// Undefined: it cannot go on as it did.
export async function rejoinOf(
  data: RejoinData,
  first: Pick<PlannerEvent, 'id' | 'masterId'>,
): Promise<Rejoin | undefined> {
  const { masterId } = first;
  if (!masterId) return undefined;
  const { series, exceptions } = await data.api.series(masterId);
  const later = exceptions.filter((each) => tagOf(each.id) >= tagOf(first.id));
  if (later.length > maxExceptions) return undefined;
  return async (rest) => {
    // The old one first: what is there twice for a moment is better than what is not there at all.
    const { etag } = await data.get(masterId);
    const { rruleUntil = null, exdate = [], rdate = [] } = series;
    await data.change(masterId, etag, { rruleUntil, exdate, rdate });
    if (rest) await removeRest(data, rest.id);
    for (const exception of later) {
      const there = await data.get(exception.id);
      await data.change(exception.id, there.etag, inputOf(exception), 'this');
    }
  };
}

// It is gone already where this is tried a second time.
async function removeRest(data: RejoinData, id: string): Promise<void> {
  try {
    const { etag } = await data.get(id);
    await data.remove(id, etag);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
