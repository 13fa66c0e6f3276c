// How what is about to be deleted comes back: asked before it goes, because afterwards nobody knows
// what it was.

import { newKey } from '../lib/new_key';
import type { EventInput, PlannerData, PlannerEvent, Scope, SeriesDetails } from './types';

export type Undo = () => Promise<unknown>;
type Deleted = Pick<PlannerEvent, 'id' | 'kind' | 'masterId'>;

// More would take too long for a press on "Undo".
const maxExceptions = 20;

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
  const details = await data.api.series(masterId);
  if (details.exceptions.length > maxExceptions) return undefined;
  if (event.kind === 'occurrence' && scope === 'following') {
    const first = await data.get(event.id);
    const input = restInput(details.series, first);
    return input && againWith(data, input, exceptionsFrom(details, tagOf(first.id)));
  }
  const input = wholeInput(details.series);
  return input && againWith(data, input, details.exceptions);
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

// The event as if it were new.
export function inputOf(event: PlannerEvent): EventInput {
  const { title, description, location, color, status, tags, reminderMinutes, links } = event;
  const content = { title, description, location, color, status, tags, reminderMinutes, links };
  if (event.isAllDay) {
    const { startDate = '', endDate = '' } = event;
    return { ...content, isAllDay: true, startDate, endDate };
  }
  const { startLocal = '', endLocal = null, startTzid, endTzid } = event;
  return { ...content, isAllDay: false, start: startLocal, end: endLocal, startTzid, endTzid };
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

// The series from this occurrence on. Of a rule that counts, nobody here knows how many are left.
function restInput(series: PlannerEvent, first: PlannerEvent): EventInput | undefined {
  const whole = wholeInput(series);
  if (!whole?.rrule || /COUNT=/.test(whole.rrule) || first.isException) return undefined;
  const isLater = (date: string) => date.slice(0, 8) >= tagOf(first.id).slice(0, 8);
  return {
    ...whole,
    ...timesOf(first),
    ...(whole.rdate && { rdate: whole.rdate.filter(isLater) }),
    ...(whole.exdate && { exdate: whole.exdate.filter(isLater) }),
  };
}

function timesOf(event: PlannerEvent): Partial<EventInput> {
  const { startDate, endDate, start, end } = inputOf(event);
  return event.isAllDay ? { startDate, endDate } : { start, end };
}

// A rule has one end at most.
function endingAt(rrule: string, until: string): string | undefined {
  if (/COUNT=|UNTIL=/.test(rrule)) return undefined;
  return `${rrule};UNTIL=${until.replace(/[-:]/g, '')}`;
}

function exceptionsFrom({ exceptions }: SeriesDetails, tag: string): PlannerEvent[] {
  return exceptions.filter((each) => tagOf(each.id) > tag);
}

function tagOf(id: string): string {
  return id.split('_')[1] ?? '';
}
