import type { EventPatch } from '../../events/types';
import { addDays } from '../../lib/dates';
import type { Entry } from '../../lib/types';

// When an entry is, as an event says it: by the clock on the wall.
export function plainTimes({ date, kind }: Entry): EventPatch {
  if (kind.type === 'Timed') {
    const [start, end] = [`${date}T${kind.start}`, `${date}T${kind.end}`];
    return { isAllDay: false, start, end, startTzid: null, endTzid: null };
  }
  const last = kind.type === 'MultiDay' ? kind.end : date;
  return { isAllDay: true, startDate: date, endDate: addDays(last, 1) };
}
