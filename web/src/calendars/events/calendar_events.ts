// The events of all calendars of a person, those of others included, by calendar.

import type { DateRange } from '../../lib/dates';
import { preferences } from '../../lib/preferences.svelte';
import type { EventApi } from '../../events/event_api';
import type { Occurrence } from '../../events/types';
import { ownZone } from '../../when/zones/zones';
import { CalendarHome, type EventCalendar, type Surroundings } from './calendar_home.svelte';

// An event or one of a series, and whose it is.
export interface PlacedEvent {
  calendarId: string;
  occurrence: Occurrence;
}

type Around = Omit<Surroundings, 'calendar' | 'preferences'> & {
  calendar(id: string): EventCalendar | undefined;
};

export class CalendarEvents {
  readonly #homes = new Map<string, CalendarHome>();
  // In which all that is known has its times.
  #zone = '';

  constructor(
    private readonly apiOf: (calendarId: string) => EventApi,
    private readonly around: Around,
  ) {}

  // The zone in which events are shown.
  get zone(): string {
    return ownZone(preferences.preferences);
  }

  home(calendarId: string): CalendarHome {
    let home = this.#homes.get(calendarId);
    if (!home) {
      home = new CalendarHome(calendarId, this.apiOf(calendarId), {
        ...this.around,
        calendar: () => this.around.calendar(calendarId),
        preferences: () => ({ ...preferences.preferences, defaultTzid: this.zone }),
      });
      this.#homes.set(calendarId, home);
    }
    return home;
  }

  among(calendarIds: readonly string[], pieces: readonly DateRange[]): PlacedEvent[] {
    return calendarIds.flatMap((calendarId) =>
      this.home(calendarId)
        .among(pieces)
        .map((occurrence) => ({ calendarId, occurrence })),
    );
  }

  // Loads what is not known yet, all at once.
  async load(calendarIds: readonly string[], pieces: readonly DateRange[]): Promise<void> {
    await preferences.loaded;
    this.#followZone();
    const load = (id: string) => pieces.map((piece) => this.home(id).load(piece));
    await Promise.all(calendarIds.flatMap(load));
  }

  // By words of their titles: what comes next of each, or where it was.
  async search(
    calendarIds: readonly string[],
    text: string,
    signal?: AbortSignal,
  ): Promise<PlacedEvent[]> {
    await preferences.loaded;
    const find = async (calendarId: string) =>
      (await this.home(calendarId).search(text, signal)).map((occurrence) => ({
        ...{ calendarId, occurrence },
      }));
    return (await Promise.all(calendarIds.map(find))).flat();
  }

  invalidate(calendarId?: string): void {
    if (calendarId !== undefined) return this.home(calendarId).invalidate();
    for (const home of this.#homes.values()) home.invalidate();
  }

  forget(calendarId?: string): void {
    if (calendarId === undefined) this.#homes.clear();
    else this.#homes.delete(calendarId);
  }

  #followZone(): void {
    const { zone } = this;
    if (zone === this.#zone) return;
    this.#zone = zone;
    for (const home of this.#homes.values()) home.clear();
  }
}
