// What the planner knows of the person besides their events: preferences, tags, reminders, the feed.

import { zoneHere } from './zones/zones';
import type { PlannerApi } from './planner_api';
import type {
  Bootstrap,
  Feed,
  PaletteColor,
  Preferences,
  PreferencesPatch,
  Reminder,
  Stats,
} from './types';

// Until the first answer.
const usual: Preferences = {
  defaultTzid: 'UTC',
  weekStart: 1,
  defaultEventDuration: 30,
  defaultCalendarIncrement: 15,
  defaultReminderMinutes: [],
  theme: 'auto',
  autoArchiveCompletedTasks: false,
  autoArchiveDelayHours: 24,
  enableBrowserNotifications: false,
  enableSoundNotifications: false,
  version: 0,
  etag: 'v0',
};

// What has to happen outside when something of it changes, or has to be read again.
interface Surroundings {
  // Everything is shown in another time zone now.
  zoneChanged(): Promise<void>;
  // Loads again whatever is shown; resolves when it is there.
  refresh(): Promise<void>;
}

export class Profile {
  preferences = $state.raw<Preferences>(usual);
  stats = $state.raw<Stats | undefined>();
  palette = $state.raw<readonly PaletteColor[]>([]);
  tags = $state.raw<readonly string[]>([]);
  person = $state.raw<{ id: string; name: string } | undefined>();
  feed = $state.raw<Feed | undefined>();
  // Those that are due now; live ones are added and those that were dismissed leave.
  reminders = $state.raw<readonly Reminder[]>([]);
  #reminderListeners: ((reminder: Reminder) => void)[] = [];

  constructor(
    readonly api: PlannerApi,
    private readonly around: Surroundings,
  ) {}

  get zone(): string {
    return this.preferences.defaultTzid;
  }

  refresh(): Promise<void> {
    return this.around.refresh();
  }

  async savePreferences(patch: PreferencesPatch): Promise<Preferences> {
    const saved = await this.api.savePreferences(this.preferences.etag, patch);
    await this.#setPreferences(saved);
    return saved;
  }

  // What cannot be loaded now comes with the next answer.
  async loadPreferences(): Promise<void> {
    const loaded = await this.api.preferences().catch(() => undefined);
    if (loaded) await this.#setPreferences(loaded);
  }

  async dismissReminder(id: string): Promise<void> {
    await this.#settle(id, () => this.api.dismissReminder(id));
  }

  async snoozeReminder(id: string, minutes: number): Promise<void> {
    await this.#settle(id, () => this.api.snoozeReminder(id, minutes));
  }

  // Called with each reminder that becomes due while the page is open. Returns what ends it.
  onReminder(listener: (reminder: Reminder) => void): () => void {
    this.#reminderListeners.push(listener);
    return () => {
      this.#reminderListeners = this.#reminderListeners.filter((each) => each !== listener);
    };
  }

  // Gives back whether the zone was set just now: whoever comes for the first time is where their
  // browser is.
  async learn(answer: Bootstrap): Promise<boolean> {
    this.person = answer.person;
    this.preferences = answer.preferences;
    this.stats = answer.stats;
    this.palette = answer.palette;
    this.tags = answer.tags;
    this.reminders = answer.reminders;
    this.feed = answer.feed;
    const { defaultTzid, version } = answer.preferences;
    const here = zoneHere();
    if (defaultTzid !== 'UTC' || version !== 1 || here === 'UTC') return false;
    try {
      this.preferences = await this.api.savePreferences(answer.preferences.etag, {
        defaultTzid: here,
      });
      return true;
    } catch {
      // Then it is offered, as to everybody whose browser is elsewhere.
      return false;
    }
  }

  // The server lists those in use when the page begins; what is seen since is added.
  learnTags(tags: readonly string[]): void {
    const added = tags.filter((tag, at) => !this.tags.includes(tag) && tags.indexOf(tag) === at);
    if (added.length > 0) this.tags = [...this.tags, ...added].sort((a, b) => (a < b ? -1 : 1));
  }

  addReminder(reminder: Reminder): void {
    this.reminders = [...this.reminders.filter(({ id }) => id !== reminder.id), reminder];
    for (const listener of this.#reminderListeners) listener(reminder);
  }

  forget(): void {
    this.preferences = usual;
    this.stats = this.person = this.feed = undefined;
    this.tags = [];
    this.reminders = [];
  }

  async #setPreferences(preferences: Preferences): Promise<void> {
    const { zone } = this;
    this.preferences = preferences;
    if (this.zone !== zone) await this.around.zoneChanged();
  }

  // It leaves at once, and comes back when the server says no.
  async #settle(id: string, send: () => Promise<void>): Promise<void> {
    const before = this.reminders;
    this.reminders = before.filter((each) => each.id !== id);
    try {
      await send();
    } catch (error) {
      const back = before.filter((each) => each.id === id);
      this.reminders = [...this.reminders, ...back];
      throw error;
    }
  }
}
