import type { EventInput, EventHome, PlannerEvent } from '../types';
import { inputOf, maxExceptions, tagOf } from './undo_input';

// Makes the series again, with its exceptions: `make` sends what it consists of. Undefined: it cannot
// be as it was.
export async function seriesAgain(
  data: EventHome,
  masterId: string,
): Promise<((make: (input: EventInput) => Promise<PlannerEvent>) => Promise<void>) | undefined> {
  const { series, exceptions } = await data.api.series(masterId);
  if (exceptions.length > maxExceptions) return undefined;
  const input = wholeInput(series);
  if (!input) return undefined;
  return async (make) => {
    const made = await make(input);
    for (const exception of exceptions) {
      const id = `inst_${tagOf(exception.id)}_${made.id.replace(/^mst_/, '')}`;
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
