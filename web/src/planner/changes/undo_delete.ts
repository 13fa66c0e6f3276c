// How what is about to be deleted comes back: asked before it goes, because afterwards nobody knows
// what it was.

import { newKey } from '../../lib/new_key';
import { isGone } from './conflicts';
import type { EventInput, PlannerData, PlannerEvent, Scope } from '../types';
import { rejoinOf } from './undo_following';
import { inputOf, maxExceptions, tagOf } from './undo_input';

export type Undo = () => Promise<unknown>;
type Deleted = Pick<PlannerEvent, 'id' | 'kind' | 'masterId'>;

// Undefined: it cannot come back as it was. That nobody could be asked keeps nothing from being
// deleted.
export async function undoOfDelete(
  data: PlannerData,
  event: Deleted,
  scope: Scope | undefined,
): Promise<Undo | undefined> {
  try {
    return await prepare(data, event, scope);
  } catch {
    return undefined;
  }
}

async function prepare(
  data: PlannerData,
  event: Deleted,
  scope: Scope | undefined,
): Promise<Undo | undefined> {
  const masterId = event.masterId ?? event.id;
  if (event.kind === 'event') return again(data, inputOf(await data.get(event.id)));
  if (event.kind === 'occurrence' && scope === 'this') {
    return undoOccurrence(data, await data.get(event.id), masterId);
  }
  const isRest = event.kind === 'occurrence' && scope === 'following';
  const whole = await undoSeries(data, masterId);
  const rejoin = isRest ? await rejoinOf(data, event) : undefined;
  if (!rejoin) return isRest ? undefined : whole;
  // With its first occurrence a series went as a whole.
  return async () => ((await isThere(data, masterId)) ? rejoin() : whole?.());
}

async function undoSeries(data: PlannerData, masterId: string): Promise<Undo | undefined> {
  const { series, exceptions } = await data.api.series(masterId);
  if (exceptions.length > maxExceptions) return undefined;
  const input = wholeInput(series);
  return input && againWith(data, input, exceptions);
}

async function isThere(data: PlannerData, id: string): Promise<boolean> {
  try {
    await data.get(id);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

function again(data: PlannerData, input: EventInput): Undo {
  const key = newKey();
  return () => data.create(input, key);
}

function undoOccurrence(data: PlannerData, was: PlannerEvent, masterId: string): Undo {
  return async () => {
    const series = await data.get(masterId);
    // The ETag of an occurrence that is as the series says.
    const restored = await data.restore(was.id, `${series.etag}.0`);
    if (was.isException) await data.change(was.id, restored.etag, inputOf(was), 'this');
  };
}

function againWith(data: PlannerData, input: EventInput, exceptions: PlannerEvent[]): Undo {
  const create = again(data, input);
  return async () => {
    const series = (await create()) as PlannerEvent;
    for (const exception of exceptions) {
      const id = `inst_${tagOf(exception.id)}_${series.id.replace(/^mst_/, '')}`;
      const { etag } = await data.get(id);
      await data.change(id, etag, inputOf(exception), 'this');
    }
  };
}

function wholeInput(series: PlannerEvent): EventInput | undefined {
  const { rrule, rdate, exdate, rruleUntil } = series;
  const lists = { ...(rdate && { rdate }), ...(exdate && { exdate }) };
  if (!rruleUntil || rrule === undefined) {
    return { ...inputOf(series), ...(rrule !== undefined && { rrule }), ...lists };
  }
  const ended = endingAt(rrule, rruleUntil);
  return ended === undefined ? undefined : { ...inputOf(series), rrule: ended, ...lists };
}

// A rule has one end at most.
function endingAt(rrule: string, until: string): string | undefined {
  if (/COUNT=|UNTIL=/.test(rrule)) return undefined;
  return `${rrule};UNTIL=${until.replace(/[-:]/g, '')}`;
}
