// The calendars and entries that this page knows: loaded by range, kept up to date by live events,
// changed by the person. Everything is held for one person; `stop` lets go of all of it.

import { ApiError, messageOf, OfflineError } from '../lib/api';
import { connection } from '../lib/connection.svelte';
import type { DateRange, DateText } from '../lib/dates';
import { listen } from '../lib/live';
import { toasts } from '../lib/toasts.svelte';
import type { Calendar, Entry, NewCalendar } from '../lib/types';
import { calendarApi, type CalendarApi } from './calendar_api';
import { CalendarList } from './calendar_list.svelte';
import { conflicts } from './conflicts.svelte';
import { EntrySession } from './entry_session';
import { tell, type Ear } from './live_news';
import { PersonRequests } from './person_requests';

export { ConflictError, GoneError } from './errors';

// How long the first range waits for the live stream to begin. A range that is asked for after it
// need not be asked for again.
const maxWaitForStreamMs = 250;
// Several reasons to load everything again often come together.
const reloadDelayMs = 30;

export class CalendarData extends PersonRequests {
  status = $state<'loading' | 'ready' | 'failed'>('loading');
  // Why it failed, to be shown.
  failure = $state('');
  isBusy = $state(false);
  membersVersion = $state(0);
  // Counts up whenever anything that is known of entries has changed.
  #version = $state(0);
  #list: CalendarList;
  #entries = $derived.by(() => this.#visibleEntries());
  #userId: string | undefined;
  #lastUserId: string | undefined;
  #session: EntrySession | undefined;
  // Which days the page shows; it may say so before it says for whom.
  #shown: DateRange | undefined;
  #ready: Promise<void> = Promise.resolve();
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void)[] = [];
  #onStream: () => void = () => undefined;

  constructor(
    api: CalendarApi = calendarApi,
    private readonly listenTo: typeof listen = listen,
  ) {
    super(api);
    this.#list = new CalendarList(api);
  }

  get calendars(): Calendar[] {
    return this.#list.all;
  }

  get hidden(): ReadonlySet<string> {
    return this.#list.hidden;
  }

  get entries(): Entry[] {
    return this.#entries;
  }

  start(userId: string): Promise<void> {
    if (this.#userId === userId) return this.status === 'failed' ? this.reload() : this.#ready;
    this.stop();
    // Questions that were open when they went are still asked when they come back, and nobody else.
    if (userId !== this.#lastUserId) conflicts.clear();
    this.#lastUserId = this.#userId = userId;
    this.#list.start(userId);
    const session = new EntrySession(this.api, {
      changed: () => this.#version++,
      busy: (isBusy) => (this.isBusy = isBusy),
    });
    this.#session = session;
    const streamBegan = new Promise<void>((resolve) => {
      this.#onStream = resolve;
      setTimeout(resolve, maxWaitForStreamMs);
    });
    this.#stopListening = [
      this.listenTo((event) => tell(event, this.#ear), userId),
      connection.onBack(() => this.#reloadSoon()),
    ];
    const load = () => Promise.all([this.#list.loadFirst(), streamBegan]);
    this.#ready = this.#guarded(session, load);
    return this.#ready.then(() => this.#loadShown());
  }

  stop(): void {
    for (const stop of this.#stopListening.splice(0)) stop();
    clearTimeout(this.#reloadTimer);
    this.#session?.stop();
    this.#session = undefined;
    this.#userId = undefined;
    this.#list.start('');
    this.status = 'loading';
    this.failure = '';
    this.isBusy = false;
    this.#version++;
  }

  // Loads everything that is shown again; what is known stays until then.
  async reload(): Promise<void> {
    clearTimeout(this.#reloadTimer);
    const session = this.#session;
    if (!session) return;
    if (this.status === 'failed') this.status = 'loading';
    session.loader.doubt();
    await this.#guarded(session, () => this.#list.load());
    await this.#loadShown();
  }

  async show(from: DateText, to: DateText): Promise<void> {
    this.#shown = { from, to };
    await this.#ready;
    await this.#loadShown();
  }

  // Loads days of which only a little is seen, beside those that are shown, while nobody waits.
  async glance(from: DateText, to: DateText): Promise<void> {
    await this.#ready;
    const load = this.#session?.loader.load(this.#list.shownIds, { from, to }, 'background');
    // What nobody has asked for may fail; it is loaded when it is shown.
    await load?.catch(() => undefined);
  }

  // Loads what is missing of the days that are shown. Does not throw: `status` says how it went.
  async #loadShown(): Promise<void> {
    const [session, shown] = [this.#session, this.#shown];
    if (!session || this.status === 'failed' || !this.#list.isLoaded) return;
    await this.#guarded(session, async () => {
      const [visible, hidden] = [this.#list.shownIds, this.#list.hiddenIds];
      if (shown) await session.loadAround(shown, visible, hidden);
      if (session === this.#session) this.status = 'ready';
    });
  }

  async #guarded(session: EntrySession, load: () => Promise<unknown>): Promise<void> {
    try {
      await load();
    } catch (error) {
      if (session !== this.#session) return;
      // A calendar is not there any more, which its members are told; all others are loaded.
      if (error instanceof ApiError && error.status === 404) {
        this.status = 'ready';
        return void this.#list.load().catch(() => undefined);
      }
      this.failure = messageOf(error);
      // Later on, what is known stays, and being offline has a message of its own.
      if (this.status === 'loading') this.status = 'failed';
      else if (!(error instanceof OfflineError)) {
        const retry = { label: 'Retry', run: () => void this.reload() };
        toasts.failed(`Not everything could be loaded. ${this.failure}`, retry);
      }
    }
  }

  setHidden(calendarId: string, hidden: boolean): void {
    this.#list.setHidden(calendarId, hidden);
    if (!hidden) void this.#loadShown();
  }

  calendar(id: string): Calendar | undefined {
    return this.#list.find(id);
  }

  mayWrite(calendarId: string): boolean {
    const role = this.calendar(calendarId)?.role;
    return role === 'owner' || role === 'writer';
  }

  known(entryId: string): Entry | undefined {
    void this.#version;
    return this.#session?.cache.get(entryId);
  }

  async search(text: string, from: DateText, to: DateText): Promise<Entry[]> {
    await this.#ready;
    const ids = this.calendars.map(({ id }) => id);
    return this.active.search(ids, text, { from, to });
  }

  async createCalendar(calendar: NewCalendar, key: string): Promise<Calendar> {
    const created = await this.#list.create(calendar, key);
    void this.#loadShown();
    return created;
  }

  changeCalendar(calendar: Calendar, change: Partial<NewCalendar>): Promise<Calendar> {
    return this.#list.change(calendar, change);
  }

  async removeCalendar(id: string): Promise<void> {
    await this.api.removeCalendar(id);
    this.#forget(id);
  }

  override async removeMember(id: string, userId: string): Promise<void> {
    await super.removeMember(id, userId);
    if (userId === this.#userId) this.#forget(id);
  }

  protected override get active(): EntrySession {
    if (!this.#session) throw new Error('Nobody is signed in.');
    return this.#session;
  }

  #visibleEntries(): Entry[] {
    void this.#version;
    return this.#session?.entriesOf(this.#list.shownIds) ?? [];
  }

  #forget(calendarId: string): void {
    this.#list.drop(calendarId);
    this.#session?.forgetCalendar(calendarId);
  }

  #reloadSoon(): void {
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = setTimeout(() => void this.reload(), reloadDelayMs);
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
    await this.#loadShown();
  }

  readonly #ear: Ear = {
    began: (resumed) => {
      this.#onStream();
      if (resumed) return;
      // What was asked for before is to be asked for again. The first time, that is the list only.
      if (this.#session?.loader.hasAsked) this.#reloadSoon();
      else void this.#loadCalendars();
    },
    reset: () => this.#reloadSoon(),
    entry: (calendarId, id, entry) => this.#session?.hear(calendarId, id, entry),
    calendar: (calendarId, calendar) => {
      if (calendar) this.#list.put(calendar);
      else this.#forget(calendarId);
    },
    membership: (calendarId, userId, role) => {
      this.membersVersion++;
      if (userId !== this.#userId) return;
      if (role === null) this.#forget(calendarId);
      else void this.#loadCalendars();
    },
  };
}

export const data = new CalendarData();
