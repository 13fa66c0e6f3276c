// The calendars and entries that this page knows: loaded by range, kept up to date by live changes,
// changed by the person. Everything is held for one person; `stop` lets go of all of it.

import { ApiError } from '../lib/api';
import type { DateRange, DateText } from '../lib/dates';
import { listen, type LiveEvent } from '../lib/live';
import { LiveData } from '../lib/live_data/live_data.svelte';
import { preferences } from '../lib/preferences.svelte';
import { briefMs, traffic } from '../lib/traffic';
import type {
  Calendar,
  Entry,
  EntryChange,
  NewCalendar,
  NewEntry,
  Role,
  Subscription,
} from '../lib/types';
import { calendarApi, type CalendarApi } from './calendar_api';
import { CalendarList } from './calendar/calendar_list.svelte';
import { conflicts } from './editor/conflicts.svelte';
import { overlap } from './entries/day_ranges';
import { EntrySession } from './entries/entry_session';
import type { EventPatch, PlannerEvent } from '../events/types';
import { CalendarEvents, type PlacedEvent } from './events/calendar_events';
import type { CalendarHome, EventCalendar } from './events/calendar_home.svelte';
import { foundEntry, foundEvent, type FoundItem } from './search/search';
import { Subscribed } from './subscriptions/subscribed.svelte';

export { ConflictError, GoneError } from './entries/errors';

const reloadDelayMs = 30;

// The data of live changes; docs/http_api.md says which event has what.
interface ChangeData {
  calendarId: string;
  id: string;
  // null: it is gone from this calendar.
  entry: Entry | null;
  // null: it was deleted.
  calendar: Calendar | null;
  userId: string;
  // null: they left.
  role: Role | null;
  subscriptionId: string;
  // null: it was deleted.
  subscription: Subscription | null;
}

// The days that are shown; those of a list in the pieces in which they were asked for.
interface Shown extends DateRange {
  pieces: readonly DateRange[];
}

export class CalendarData {
  readonly live: LiveData<Shown>;
  readonly events: CalendarEvents;
  // Counts up when something has changed about members, of which nothing is kept here.
  membersVersion = $state(0);
  // The calendars of others.
  readonly subscriptions: Subscribed;
  #list: CalendarList;
  #eventCalendars = $derived.by(() => this.#calendarsWithEvents());
  #entries = $derived.by(() => this.#visibleEntries());
  #occurrences = $derived.by(() => this.#visibleEvents());
  #lastUserId: string | undefined;
  #session: EntrySession | undefined;

  constructor(
    readonly api: CalendarApi = calendarApi,
    listenTo: typeof listen = listen,
  ) {
    this.#list = new CalendarList(api);
    this.subscriptions = new Subscribed(() => api.subscriptions());
    const apiOf = (id: string) =>
      this.subscriptions.find(id) ? api.subscribedEvents(id) : api.events(id);
    this.events = new CalendarEvents(apiOf, {
      calendar: (id) => this.eventCalendar(id),
      changed: () => this.live.changed(),
      track: () => this.live.track(),
      loadShown: () => this.live.loadShown(),
    });
    this.live = new LiveData<Shown>(
      {
        begin: (userId) => this.#begin(userId),
        prepare: () => Promise.all([this.#list.loadFirst(), this.subscriptions.loadFirst()]),
        loadShown: (shown) => this.#loadShown(shown),
        reload: () => this.reload(),
        beganEarly: () => {
          void this.#loadCalendars();
          void this.#loadSubscriptions();
        },
        change: (event) => this.#applyChange(event),
        forget: () => this.#forgetAll(),
        handles: (error) => this.#isOfLostCalendar(error),
      },
      listenTo,
      reloadDelayMs,
    );
  }

  get calendars(): Calendar[] {
    return this.#list.all;
  }

  // All that have events: calendars, and those of others, which nobody here can change.
  get eventCalendars(): EventCalendar[] {
    return this.#eventCalendars;
  }

  get hidden(): ReadonlySet<string> {
    return this.#list.hidden;
  }

  get entries(): Entry[] {
    return this.#entries;
  }

  // Of the days that are shown.
  get occurrences(): PlacedEvent[] {
    return this.#occurrences;
  }

  start(userId: string): Promise<void> {
    return this.live.start(userId);
  }

  stop(): void {
    this.live.stop();
  }

  // Loads everything that is shown again; what is known stays until then.
  async reload(): Promise<void> {
    this.live.debounce.cancel('reload');
    if (!this.#session) return;
    if (this.live.status === 'failed') this.live.status = 'loading';
    this.#session.loader.invalidate();
    this.events.invalidate();
    await this.live.guard(() => Promise.all([this.#list.load(), this.subscriptions.load()]));
    await this.live.loadShown();
  }

  show(from: DateText, to: DateText, pieces: readonly DateRange[] = [{ from, to }]): Promise<void> {
    return this.live.show({ from, to, pieces });
  }

  // Loads days of which only a little is seen, beside those that are shown, while nobody waits.
  async glance(from: DateText, to: DateText): Promise<void> {
    await this.live.ready;
    await traffic.quiet(briefMs);
    if (!this.#session) return;
    // What nobody has asked for may fail; it is loaded when it is shown.
    await Promise.allSettled([
      this.#session.loader.load(this.#list.shownIds, { from, to }, 'background'),
      this.events.load(this.#shownEventCalendars(), [{ from, to }]),
    ]);
  }

  setHidden(calendarId: string, hidden: boolean): void {
    this.#list.setHidden(calendarId, hidden);
    if (!hidden) void this.live.loadShown();
  }

  isOnlyShown(calendarId: string): boolean {
    const shown = this.#shownEventCalendars();
    return shown.length === 1 && shown[0] === calendarId;
  }

  // Shows this calendar alone, or all of them.
  showOnly(calendarId: string, isAlone: boolean): void {
    for (const { id } of this.eventCalendars) {
      this.#list.setHidden(id, isAlone && id !== calendarId);
    }
    void this.live.loadShown();
  }

  eventCalendar(id: string): EventCalendar | undefined {
    return this.eventCalendars.find((one) => one.id === id);
  }

  calendar(id: string): Calendar | undefined {
    return this.#list.find(id);
  }

  mayWrite(calendarId: string): boolean {
    const role = this.calendar(calendarId)?.role;
    return role === 'owner' || role === 'writer';
  }

  // --- Entries

  known(entryId: string): Entry | undefined {
    this.live.track();
    return this.#session?.cache.get(entryId);
  }

  // From what is known, otherwise from the server; undefined when it is not there.
  async find(entryId: string): Promise<Entry | undefined> {
    return this.#active.find(entryId);
  }

  // Entries and events of all calendars on these days.
  async search(text: string, range: DateRange, signal?: AbortSignal): Promise<FoundItem[]> {
    await this.live.ready;
    const ids = this.calendars.map(({ id }) => id);
    const [entries, events] = await Promise.all([
      this.#active.search(ids, text, range),
      this.events.search(ids, text, signal),
    ]);
    const isOn = ({ first, last }: FoundItem) => overlap({ from: first, to: last }, range);
    return [...entries.map(foundEntry), ...events.map(foundEvent).filter(isOn)];
  }

  async create(calendarId: string, entry: NewEntry, key: string): Promise<Entry> {
    return this.#active.writes.create(calendarId, entry, key);
  }

  // Shown at once. When it fails the old state is back, and it throws ConflictError, GoneError,
  // ApiError or OfflineError.
  async change(entry: Entry, change: EntryChange): Promise<Entry> {
    return this.#active.writes.change(entry, change);
  }

  async remove(entry: Entry): Promise<void> {
    return this.#active.writes.remove(entry);
  }

  // Takes a deleted entry out of the bin.
  async restore(calendarId: string, entryId: string): Promise<Entry> {
    return this.#active.writes.restore(calendarId, entryId);
  }

  async tick(entry: Entry, completed: boolean): Promise<Entry> {
    return this.#active.writes.tick(entry, completed);
  }

  // --- Events

  home(calendarId: string): CalendarHome {
    return this.events.home(calendarId);
  }

  // An entry gets what only an event can have.
  async turnIntoEvent(entry: Entry, change: EventPatch): Promise<PlannerEvent> {
    const { writes } = this.#active;
    const event = await writes.replace(entry, (current) => this.api.turnIntoEvent(current, change));
    await this.home(entry.calendarId).changed(event);
    writes.wasReplaced(entry.id);
    return event;
  }

  // The event that an entry has become in its calendar, if it has.
  async turnedHere(entry: Entry): Promise<PlannerEvent | undefined> {
    const turned = await this.api.turned(entry.id).catch(() => undefined);
    return turned?.calendarId === entry.calendarId ? turned.event : undefined;
  }

  async turnIntoEntry(
    calendarId: string,
    event: Pick<PlannerEvent, 'id' | 'etag'>,
    said?: NewEntry,
  ): Promise<Entry> {
    const entry = await this.api.turnIntoEntry(calendarId, event, said);
    this.#active.writes.cameBack(entry);
    await this.home(calendarId).refresh();
    return entry;
  }

  // Moves an event, or the series of an occurrence, from one calendar to another; either may be the planner.
  async moveEvent(from: string, event: PlannerEvent, to: string): Promise<PlannerEvent> {
    const home = this.home(from);
    const { kind, masterId } = event;
    const isOne = kind === 'occurrence' && masterId !== undefined;
    const whole = isOne ? await home.get(masterId) : event;
    const moved = await home.api.move(whole.id, whole.etag, to);
    this.events.invalidate(from);
    return this.home(to).changed(moved);
  }

  // --- Calendars and their members

  async createCalendar(calendar: NewCalendar, key: string): Promise<Calendar> {
    const created = await this.#list.create(calendar, key);
    void this.live.loadShown();
    return created;
  }

  changeCalendar(calendar: Calendar, change: Partial<NewCalendar>): Promise<Calendar> {
    return this.#list.change(calendar, change);
  }

  async removeCalendar(id: string): Promise<void> {
    await this.api.removeCalendar(id);
    this.#forget(id);
  }

  // Takes a deleted calendar out of the bin, with everything in it.
  async restoreCalendar(id: string): Promise<Calendar> {
    const restored = await this.api.restoreCalendar(id);
    this.#list.put(restored);
    void this.live.loadShown();
    return restored;
  }

  // Of members nothing is kept: the page asks `api` for them, and again when `membersVersion` says that
  // something has changed.
  async removeMember(id: string, userId: string): Promise<void> {
    await this.api.removeMember(id, userId);
    if (userId === this.live.userId) this.#forget(id);
  }

  // --- What happens behind

  get #active(): EntrySession {
    if (!this.#session) throw new Error('Nobody is signed in.');
    return this.#session;
  }

  #begin(userId: string): void {
    // Questions that were open when they went are still asked when they come back, and nobody else.
    if (userId !== this.#lastUserId) conflicts.clear();
    this.#lastUserId = userId;
    this.#list.start(userId);
    this.#session = new EntrySession(this.api, {
      changed: () => this.live.changed(),
      busy: (isBusy) => (this.live.isBusy = isBusy),
    });
  }

  #forgetAll(): void {
    this.events.forget();
    this.#session?.stop();
    this.#session = undefined;
    this.#list.start('');
    this.subscriptions.clear();
  }

  #calendarsWithEvents(): EventCalendar[] {
    const asCalendar = ({ id, name, color }: Subscription) =>
      ({ id, name, color, role: 'reader' }) as const;
    return [...this.calendars, ...this.subscriptions.all.map(asCalendar)];
  }

  #shownEventCalendars(): string[] {
    return this.eventCalendars.map(({ id }) => id).filter((id) => !this.hidden.has(id));
  }

  #visibleEntries(): Entry[] {
    this.live.track();
    return this.#session?.entriesOf(this.#list.shownIds) ?? [];
  }

  #visibleEvents(): PlacedEvent[] {
    this.live.track();
    const events = this.events.among(this.#shownEventCalendars(), this.live.shown?.pieces ?? []);
    // What is being turned is shown once.
    return events.filter(({ occurrence }) => !this.#session?.cache.get(uuidOf(occurrence)));
  }

  #forget(calendarId: string): void {
    this.events.forget(calendarId);
    this.#list.drop(calendarId);
    this.#session?.forgetCalendar(calendarId);
  }

  // Loads what is missing of the days that are shown. What is around them follows.
  async #loadShown(shown: Shown | undefined): Promise<void> {
    const session = this.#session;
    if (!session || !this.#list.isLoaded) return;
    const [visible, hidden] = [this.#list.shownIds, this.#list.hiddenIds];
    if (shown) {
      await Promise.all([
        session.loadAround(shown, visible, hidden),
        this.events.load(this.#shownEventCalendars(), shown.pieces),
      ]);
    }
    if (session === this.#session) this.live.status = 'ready';
  }

  // A calendar is not there any more, which its members are told; all others are loaded.
  #isOfLostCalendar(error: unknown): boolean {
    if (!(error instanceof ApiError && error.status === 404)) return false;
    this.live.status = 'ready';
    this.#list.load().catch(() => undefined);
    this.subscriptions.load().catch(() => undefined);
    return true;
  }

  // Loads the list again, and what is missing of calendars that are new in it.
  async #loadCalendars(): Promise<void> {
    const session = this.#session;
    const before = this.calendars;
    try {
      await this.#list.load();
    } catch {
      // It is loaded again when the server can be reached.
      return;
    }
    if (!session || session !== this.#session) return;
    for (const { id } of before) if (!this.calendar(id)) session.forgetCalendar(id);
    await this.live.loadShown();
  }

  async #loadSubscriptions(): Promise<void> {
    try {
      await this.subscriptions.load();
    } catch {
      // As above.
      return;
    }
    await this.live.loadShown();
  }

  // One that was not known has come back from the bin, or is new.
  #hearOf(calendar: Calendar): void {
    const isKnown = this.calendar(calendar.id) !== undefined;
    this.#list.put(calendar);
    if (!isKnown) void this.live.loadShown();
  }

  #hearOfEvent(calendarId: string): void {
    this.events.invalidate(calendarId);
    this.live.debounce.run('events', () => this.live.loadShown());
  }

  // Told once when it was refreshed, however many of its events have changed.
  #hearOfSubscription(id: string, subscription: Subscription | null): void {
    const isKnown = this.subscriptions.find(id) !== undefined;
    if (!isKnown || !subscription) this.events.forget(id);
    if (!subscription) return this.subscriptions.drop(id);
    this.subscriptions.put(subscription);
    this.#hearOfEvent(id);
  }

  // In another zone, everything has other times.
  async #loadPreferences(): Promise<void> {
    await preferences.refresh();
    await this.live.loadShown();
  }

  // An entry stays until the event that it has become is there.
  async #replaced(calendarId: string, entryId: string): Promise<void> {
    const session = this.#session;
    const known = session?.cache.get(entryId);
    if (!known) return this.#hearOfEvent(calendarId);
    this.events.invalidate(calendarId);
    await this.live.loadShown();
    // It may be an entry again by now.
    if (session?.cache.get(entryId) === known) session?.applyChange(calendarId, entryId, null);
  }

  #applyChange({ type, data }: LiveEvent): void {
    const change = (data ?? {}) as ChangeData;
    const { calendarId, id, entry, calendar, userId, role } = change;
    if (type === 'entry') this.#session?.applyChange(calendarId, id, entry);
    else if (type === 'replaced') void this.#replaced(calendarId, id);
    else if (type === 'calendar-event') this.#hearOfEvent(calendarId);
    else if (type === 'calendar') {
      if (calendar) this.#hearOf(calendar);
      else this.#forget(calendarId);
    } else if (type === 'membership') {
      this.membersVersion++;
      if (userId !== this.live.userId) return;
      if (role === null) this.#forget(calendarId);
      else void this.#loadCalendars();
    } else if (type === 'subscription') {
      this.#hearOfSubscription(change.subscriptionId, change.subscription);
    } else if (type === 'planner-preferences') void this.#loadPreferences();
  }
}

// Of an event or a series: that of the entry which it may have been.
function uuidOf({ id, masterId = id }: PlacedEvent['occurrence']): string {
  return masterId.slice(masterId.indexOf('_') + 1);
}

export const data = new CalendarData();
