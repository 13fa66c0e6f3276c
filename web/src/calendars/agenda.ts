// The calendars' part of the agenda: entries are ticked, moved and deleted by the rules of calendars, events by those of events.

import type {
  AgendaHost,
  AgendaItem,
  AgendaSpan,
  AppAgenda,
  UntimedItem,
} from '../lib/agenda_types';
import { ApiError } from '../lib/api';
import { peopleIn } from '../lib/agenda_people';
import { appearance } from '../lib/appearance.svelte';
import { formatDay, formatTime } from '../lib/dates';
import { sayFailure, sayUndoable } from '../lib/live_data/undo';
import { t } from '../lib/messages';
import { toasts } from '../lib/toasts.svelte';
import type { Entry } from '../lib/types';
import { isUuid } from '../lib/ids';
import ScopeQuestion from '../events/changes/ScopeQuestion.svelte';
import { moveAgendaEvent, removeAgendaEvent } from '../events/event_agenda';
import { eventApi } from '../events/event_api';
import { wallMs } from '../when/zones/zones';
import { addressOf, entryLink } from './addresses';
import { calendarApi } from './calendar_api';
import { moveMessage } from './entries/actions';
import { copyOf, reversed } from './entries/entry_changes';
import { changeOf, type Outcome } from './entries/entry_items';
import { calendarTargets } from './quick_add/targets';

type Night = NonNullable<Outcome['night']>;

const agenda: AppAgenda = {
  // That of another program may have an id without an address: then its day is shown.
  addressOf: ({ kind, id, owner, start }) => {
    if (kind === 'event' && isUuid(owner.id) && isUuid(uuidIn(id))) {
      return `/calendar/events/${owner.id}/${id}`;
    }
    if (isUuid(id)) return entryLink(id);
    return start === undefined ? undefined : addressOf({ view: 'day', date: start.slice(0, 10) });
  },
  complete,
  move: (item, to, host) =>
    item.kind === 'event' ? moveAgendaEvent(eventsOf(item), item, to, host) : move(item, to, host),
  remove: (item, host) =>
    item.kind === 'event' ? removeAgendaEvent(eventsOf(item), item, host) : remove(item, host),
  targets: calendarTargets,
  people: async () => peopleIn(await calendarApi.list(), (id) => calendarApi.members(id)),
  questions: ScopeQuestion,
};
export default agenda;

// The events of the calendar that an event is in.
function eventsOf({ owner }: UntimedItem) {
  return eventApi(`/api/v1/calendars/${encodeURIComponent(owner.id)}`);
}

// Of an event's id, "evt_<uuid>".
function uuidIn(eventId: string): string {
  return eventId.slice(eventId.lastIndexOf('_') + 1);
}

async function complete(item: UntimedItem, isDone: boolean, host: AgendaHost): Promise<void> {
  const { id, title } = item;
  try {
    await calendarApi.completeTask(id, isDone);
    await host.refresh();
    const words = t.calendars.changes;
    sayUndoable(isDone ? words.completed({ title }) : words.reopened({ title }), async () => {
      await calendarApi.completeTask(id, !isDone);
      await host.refresh();
      return undefined;
    });
  } catch (error) {
    await failed(error, item, host, () => void complete(item, isDone, host));
  }
}

async function move(item: AgendaItem, to: AgendaSpan, host: AgendaHost): Promise<void> {
  try {
    const entry = await calendarApi.entry(item.id);
    const { change, night, refusal } = changeOf(entry, spanOf(to), host.newMinutes);
    if (refusal) toasts.failed(refusal);
    const seen = { ...entry, etag: item.etag ?? entry.etag };
    if (night) return await moveIntoNight(seen, night, host);
    if (!change) return;
    const moved = await calendarApi.changeEntry(entry.id, change, item.etag ?? entry.etag);
    await host.refresh();
    sayUndoable(moveMessage(entry, moved), async () => {
      await calendarApi.changeEntry(moved.id, reversed(entry, change), moved.etag);
      await host.refresh();
      return t.calendars.changes.restored({ title: moved.title });
    });
  } catch (error) {
    await failed(error, item, host, () => void move(item, to, host));
  }
}

// Over midnight it is an event, and an entry again when that is undone.
async function moveIntoNight(entry: Entry, night: Night, host: AgendaHost): Promise<void> {
  const { calendarId, title } = entry;
  const event = await calendarApi.turnIntoEvent(entry, { ...night, isAllDay: false });
  await host.refresh();
  const day = formatDay(night.start.slice(0, 10));
  const time = formatTime(night.start.slice(11, 16), appearance.hour12);
  sayUndoable(t.calendars.changes.toDayAndTime({ title, day, time }), async () => {
    await calendarApi.turnIntoEntry(calendarId, event, copyOf(entry));
    await host.refresh();
    return t.calendars.changes.restored({ title });
  });
}

async function remove(item: UntimedItem, host: AgendaHost): Promise<void> {
  try {
    const entry = await calendarApi.entry(item.id);
    await calendarApi.removeEntry(entry.id, item.etag ?? entry.etag);
    await host.refresh();
    sayUndoable(t.calendars.changes.deleted({ title: entry.title }), () => bringBack(entry, host));
  } catch (error) {
    await failed(error, item, host, () => void remove(item, host));
  }
}

async function bringBack(entry: Entry, host: AgendaHost): Promise<string> {
  await calendarApi.restoreEntry(entry.calendarId, entry.id);
  await host.refresh();
  return t.calendars.changes.restored({ title: entry.title });
}

// As the grid says it: the clock on the wall, in UTC.
function spanOf({ start, end, allDay }: AgendaSpan) {
  const ms = (wall: string) => (allDay ? Date.parse(`${wall}T00:00:00Z`) : wallMs(wall));
  return { start: new Date(ms(start)), end: new Date(ms(end)), allDay };
}

// What was changed or deleted elsewhere meanwhile is shown as it is now.
async function failed(
  error: unknown,
  { title }: Pick<UntimedItem, 'title'>,
  host: AgendaHost,
  retry: () => void,
): Promise<void> {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 412) toasts.failed(t.calendars.changes.conflict({ title }));
  else if (status === 404) toasts.failed(t.calendars.changes.gone({ title }));
  else return sayFailure(error, retry);
  await host.refresh();
}
