// The calendars that the person is in, and which of them are shown.

import { ApiError } from '../../lib/api';
import { ListLoader } from '../../lib/live_data/list_loader';
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
  readonly #loader: ListLoader<Calendar>;

  constructor(private readonly api: Api) {
    this.#loader = new ListLoader(
      () => this.api.list(),
      (calendars) => this.#arrived(calendars),
    );
  }

  start(userId: string): void {
    this.#userId = userId;
    this.#loader.stop();
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

  loadFirst(): Promise<void> {
    return this.#loader.loadFirst();
  }

  load(): Promise<void> {
    return this.#loader.load();
  }

  #arrived(calendars: Calendar[]): void {
    this.all = sortedByName(calendars);
    this.isLoaded = true;
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
    this.#loader.invalidate();
    const known = this.find(calendar.id);
    if (known && Date.parse(calendar.updatedAt) < Date.parse(known.updatedAt)) return;
    this.all = sortedByName([...this.all.filter(({ id }) => id !== calendar.id), calendar]);
  }

  drop(calendarId: string): void {
    this.#loader.invalidate();
    this.all = this.all.filter(({ id }) => id !== calendarId);
  }

  setHidden(calendarId: string, isHidden: boolean): void {
    this.hidden = withHidden(this.hidden, calendarId, isHidden);
    keepHidden(this.#userId, this.hidden);
  }
}

export function sortedByName<Named extends { id: string; name: string }>(all: Named[]): Named[] {
  const byName = new Intl.Collator(locale(), { sensitivity: 'base', numeric: true });
  return all.toSorted(
    (one, other) => byName.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  );
}
