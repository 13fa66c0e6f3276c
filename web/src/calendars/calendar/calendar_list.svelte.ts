// The calendars that the person is in, and which of them are shown.

import { ApiError } from '../../lib/api';
import { locale } from '../../lib/locale';
import type { Calendar, NewCalendar } from '../../lib/types';
import type { CalendarApi } from '../calendar_api';
import { keepHidden, readHidden, withHidden } from './hidden_calendars';

type Api = Pick<CalendarApi, 'list' | 'createCalendar' | 'changeCalendar'>;

export class CalendarList {
  all = $state.raw<Calendar[]>([]);
  hidden = $state.raw<ReadonlySet<string>>(readHidden(''));
  // Until then, that there are none means nothing.
  isLoaded = false;
  #userId = '';
  #loading: Promise<void> | undefined;
  // Something happened to the calendars while the list was under way, so that it may be old.
  #isStale = false;
  #onArrival: () => void = () => undefined;

  constructor(private readonly api: Api) {}

  start(userId: string): void {
    this.#userId = userId;
    this.#loading = undefined;
    this.all = [];
    this.isLoaded = false;
    this.hidden = readHidden(userId);
  }

  find(id: string): Calendar | undefined {
    return this.all.find((calendar) => calendar.id === id);
  }

  get shownIds(): string[] {
    return this.all.filter(({ id }) => !this.hidden.has(id)).map(({ id }) => id);
  }

  get hiddenIds(): string[] {
    return this.all.filter(({ id }) => this.hidden.has(id)).map(({ id }) => id);
  }

  // Loads the list, and resolves when there is one, though it may not be the last.
  loadFirst(): Promise<void> {
    const arrival = new Promise<void>((resolve) => (this.#onArrival = resolve));
    return Promise.race([arrival, this.load()]);
  }

  // Loads the list, again if somebody changed something meanwhile.
  load(): Promise<void> {
    this.#isStale = true;
    if (!this.#loading) {
      const loading = this.#loadUntilSure(this.#userId).finally(() => {
        if (this.#loading === loading) this.#loading = undefined;
      });
      this.#loading = loading;
    }
    return this.#loading;
  }

  async #loadUntilSure(userId: string): Promise<void> {
    while (this.#isStale && userId === this.#userId) {
      this.#isStale = false;
      const calendars = await this.api.list();
      if (userId !== this.#userId) return;
      this.all = sorted(calendars);
      this.isLoaded = true;
      this.#onArrival();
    }
  }

  async create(calendar: NewCalendar, key: string): Promise<Calendar> {
    const userId = this.#userId;
    const created = await this.api.createCalendar(calendar, key);
    if (userId === this.#userId) this.put(created);
    return created;
  }

  async change(calendar: Calendar, change: Partial<NewCalendar>): Promise<Calendar> {
    const userId = this.#userId;
    try {
      const changed = await this.api.changeCalendar(calendar.id, change, calendar.etag);
      if (userId === this.#userId) this.put(changed);
      return changed;
    } catch (error) {
      // Somebody else changed it, and the message says so. Their state is what is shown then.
      if (error instanceof ApiError && error.status === 412) {
        this.load().catch(() => undefined);
      }
      throw error;
    }
  }

  // News of it, which may come later than newer ones.
  put(calendar: Calendar): void {
    this.#isStale = true;
    const known = this.find(calendar.id);
    if (known && Date.parse(calendar.updatedAt) < Date.parse(known.updatedAt)) return;
    this.all = sorted([...this.all.filter(({ id }) => id !== calendar.id), calendar]);
  }

  drop(calendarId: string): void {
    this.#isStale = true;
    this.all = this.all.filter(({ id }) => id !== calendarId);
  }

  setHidden(calendarId: string, isHidden: boolean): void {
    this.hidden = withHidden(this.hidden, calendarId, isHidden);
    keepHidden(this.#userId, this.hidden);
  }
}

function sorted(calendars: Calendar[]): Calendar[] {
  const byName = new Intl.Collator(locale(), { sensitivity: 'base', numeric: true });
  return calendars.toSorted(
    (one, other) => byName.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  );
}
