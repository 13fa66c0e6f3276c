// The entries of one person, from signing in to signing out: what is known, what loads it, and what
// changes it. Whatever is still under way when it is stopped comes to nothing.

import { addDays, daysBetween, type DateRange, type DateText } from '../../lib/dates';
import { ApiError } from '../../lib/api';
import { briefMs, traffic } from '../../lib/traffic';
import type { Entry } from '../../lib/types';
import type { CalendarApi } from '../calendar_api';
import { overlap } from './day_ranges';
import { firstDay, lastDay } from './entry_changes';
import { EntryCache } from './entry_cache';
import { EntryWrites } from './entry_writes';
import { RangeLoader } from './range_loader';
import { matching } from '../search/search';

interface Watcher {
  changed: () => void;
  busy: (isBusy: boolean) => void;
}

// Replies that come shortly after one another are drawn once.
const drawDelayMs = 30;
// Around the days that are shown, when too much is known.
const daysKept = 400;
// Before and after them, loaded before anybody asks.
const maxDaysAhead = 366;

export class EntrySession {
  readonly cache = new EntryCache();
  readonly loader: RangeLoader;
  readonly writes: EntryWrites;
  #drawTimer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #loads = 0;

  constructor(
    private readonly api: CalendarApi,
    private readonly watcher: Watcher,
  ) {
    this.loader = new RangeLoader(this.cache, api.range, (isBusy, hasChanged) => {
      this.watcher.busy(isBusy);
      if (hasChanged) this.#drawTimer ??= setTimeout(() => this.draw(), drawDelayMs);
    });
    this.writes = new EntryWrites(this.cache, api, () => this.draw());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#drawTimer);
    this.loader.stop();
  }

  draw(): void {
    clearTimeout(this.#drawTimer);
    this.#drawTimer = undefined;
    if (!this.#isStopped) this.watcher.changed();
  }

  // Loads the days for the calendars that are shown; then, while nobody waits, what may be next:
  // calendars that are hidden, and the periods before and after.
  async loadAround(shown: DateRange, visible: string[], hidden: string[]): Promise<void> {
    this.loader.dropBackground();
    const load = ++this.#loads;
    await this.loader.load(visible, shown, 'shown');
    if (this.#isStopped) return;
    if (this.#drawTimer !== undefined) this.draw();
    // The person has gone on meanwhile.
    if (load !== this.#loads) return;
    const days = Math.min(daysBetween(shown.from, shown.to) + 1, maxDaysAhead);
    const kept = { from: addDays(shown.from, -daysKept), to: addDays(shown.to, daysKept) };
    if (this.cache.trim(kept)) this.draw();
    const next = { from: addDays(shown.to, 1), to: addDays(shown.to, days) };
    const previous = { from: addDays(shown.from, -days), to: addDays(shown.from, -1) };
    // On a slow line, what draws the days that are shown may still be on its way.
    void traffic.quiet(briefMs).then(() => {
      if (this.#isStopped || load !== this.#loads) return;
      this.#loadInBackground(visible, next);
      this.#loadInBackground(visible, previous);
      this.#loadInBackground(hidden, shown);
    });
  }

  // What nobody has asked for may fail; it is loaded when it is shown.
  #loadInBackground(calendarIds: string[], range: DateRange): void {
    this.loader.load(calendarIds, range, 'background').catch(() => undefined);
  }

  async find(id: string): Promise<Entry | undefined> {
    const known = this.cache.get(id);
    if (known) return known;
    const question = this.cache.ask('', { from: '', to: '' });
    let found: Entry | undefined;
    try {
      found = await this.api.entry(id);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    } finally {
      if (this.cache.answerOne(question, found)) this.draw();
    }
    return this.cache.get(id);
  }

  entriesOf(calendarIds: Iterable<string>): Entry[] {
    const ids = new Set(calendarIds);
    return this.cache.all((id) => ids.has(id));
  }

  // An event about an entry; null when it is gone from this calendar.
  applyChange(calendarId: string, id: string, entry: Entry | null): void {
    const hasChanged = entry
      ? this.cache.applyChange(entry)
      : this.cache.applyRemoval(calendarId, id);
    if (hasChanged) this.draw();
  }

  forgetCalendar(calendarId: string): void {
    this.cache.forgetCalendar(calendarId);
    this.draw();
  }

  async search(calendarIds: string[], text: string, range: DateRange): Promise<Entry[]> {
    await this.loader.load(calendarIds, range, 'shown');
    const entries = this.entriesOf(calendarIds).filter((entry) => isOn(entry, range));
    return matching(entries, text);
  }
}

function isOn(entry: Entry, range: { from: DateText; to: DateText }): boolean {
  return overlap({ from: firstDay(entry), to: lastDay(entry) }, range);
}
