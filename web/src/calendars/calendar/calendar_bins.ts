// The bins of the calendar page: of deleted calendars, and of each calendar in which one may write.

import type { BinSource } from '../../ui/bin/bin_sections.svelte';
import type { CalendarData } from '../data.svelte';
import { t } from '../../lib/messages';

type Data = Pick<CalendarData, 'api' | 'calendars' | 'mayWrite' | 'restore' | 'restoreCalendar'>;

export function calendarBins(data: Data): BinSource[] {
  const { api } = data;
  const deleted: BinSource = {
    key: 'calendars',
    name: t.calendars.bin.calendars(),
    list: (after) => api.deletedCalendars(after),
    restore: (id) => data.restoreCalendar(id),
    remove: (id) => api.removeCalendarForGood(id),
    empty: () => api.removeCalendarsForGood(),
  };
  const ofCalendars = data.calendars
    .filter(({ id }) => data.mayWrite(id))
    .map(({ id: calendarId, name }) => ({
      key: calendarId,
      name,
      list: (after?: string) => api.bin(calendarId, after),
      restore: (id: string) => data.restore(calendarId, id),
      remove: (id: string) => api.removeEntryForGood(calendarId, id),
      empty: () => api.emptyBin(calendarId),
    }));
  return [deleted, ...ofCalendars];
}
