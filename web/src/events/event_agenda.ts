// What the agenda does to the events of the planner and of calendars: as their own pages do it, with the questions about series,
// the messages and the undo.

import type { AgendaHost, AgendaItem, AgendaSpan, UntimedItem } from '../lib/agenda_types';
import { sayFailure } from '../lib/live_data/undo';
import { deleteEvent, moveOccurrence, type ActionsData } from './changes/actions';
import type { EventApi } from './event_api';
import type { Occurrence } from './types';

export async function moveAgendaEvent(
  api: EventApi,
  item: AgendaItem,
  to: AgendaSpan,
  host: AgendaHost,
): Promise<void> {
  try {
    const { start, end, allDay: isAllDay } = to;
    const occurrence = await occurrenceOf(api, item);
    await moveOccurrence(dataOf(api, host), occurrence, { start, end, isAllDay });
  } catch (error) {
    sayFailure(error, () => void moveAgendaEvent(api, item, to, host));
  }
}

export async function removeAgendaEvent(
  api: EventApi,
  item: UntimedItem,
  host: AgendaHost,
): Promise<void> {
  try {
    const event = await api.get(item.id);
    await deleteEvent(dataOf(api, host), { ...event, etag: item.etag ?? event.etag });
  } catch (error) {
    sayFailure(error, () => void removeAgendaEvent(api, item, host));
  }
}

// The event with its place in the agenda, in the version that was seen there.
async function occurrenceOf(api: EventApi, item: AgendaItem): Promise<Occurrence> {
  const event = await api.get(item.id);
  const { start, end = start, allDay: isAllDay, etag = event.etag } = item;
  return { ...event, start, end, isAllDay, etag };
}

// What the actions ask of their data, with the agenda in place of the page of the events.
function dataOf(api: EventApi, host: AgendaHost): ActionsData {
  const shown = async <Result>(result: Result): Promise<Result> => {
    await host.refresh();
    return result;
  };
  return {
    api,
    zone: host.zone,
    // The agenda shows it there.
    place: () => () => undefined,
    get: (id) => api.get(id),
    change: async (...parts) => shown(await api.change(...parts)),
    remove: async (...parts) => shown(await api.remove(...parts)),
    restore: async (...parts) => shown(await api.restore(...parts)),
    restoreDeleted: async (id) => shown(await api.restoreDeleted(id)),
    refresh: () => host.refresh(),
  };
}
