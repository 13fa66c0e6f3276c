// How what is about to be saved in a dialog becomes what it was: asked before it is sent, because
// afterwards nobody knows how the series was.

import type { EventPatch, EventHome, PlannerEvent, Scope } from '../types';
import { seriesAgain } from './series_again';
import { rejoinOf } from './undo_following';

// Takes back what was saved.
export type UndoSave = (saved: PlannerEvent) => Promise<unknown>;
// What makes the second of the first.
type PatchBetween = (from: PlannerEvent, to: PlannerEvent) => EventPatch;

// Undefined: it cannot become what it was. That nobody could be asked keeps nothing from being saved.
export async function undoOfSave(
  data: EventHome,
  base: PlannerEvent,
  scope: Scope | undefined,
  patchBetween: PatchBetween,
): Promise<UndoSave | undefined> {
  try {
    return await prepare(data, base, scope, patchBetween);
  } catch {
    return undefined;
  }
}

async function prepare(
  data: EventHome,
  base: PlannerEvent,
  scope: Scope | undefined,
  patchBetween: PatchBetween,
): Promise<UndoSave | undefined> {
  if (scope === undefined || scope === 'this') {
    const isPlain = scope === 'this' && !base.isException;
    return (saved) =>
      isPlain
        ? data.restore(saved.id, saved.etag)
        : data.change(saved.id, saved.etag, patchBetween(saved, base), scope);
  }
  const masterId = base.masterId ?? base.id;
  const series = await data.get(masterId);
  const whole = async () => {
    const now = await data.get(masterId);
    return data.change(masterId, now.etag, patchBetween(now, series));
  };
  if (scope === 'all') return whole;
  const rejoin = await rejoinOf(data, base);
  // With its first occurrence, a series was changed as a whole.
  return rejoin && ((saved) => (saved.id === masterId ? whole() : rejoin(saved)));
}

// Of a series that repeats no more: the event that was left of it becomes the series that it was.
export async function undoOfStop(
  data: EventHome,
  base: PlannerEvent,
): Promise<UndoSave | undefined> {
  try {
    const again = await seriesAgain(data, base.masterId ?? base.id);
    return again && ((saved) => again((input) => data.change(saved.id, saved.etag, input)));
  } catch {
    return undefined;
  }
}

// Of what was new.
export function undoOfCreate(data: EventHome): UndoSave {
  return async (saved) => {
    const { etag } = await data.get(saved.id);
    await data.remove(saved.id, etag);
  };
}
