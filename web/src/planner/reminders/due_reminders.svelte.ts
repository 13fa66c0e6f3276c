// What every page knows of a person's planner, whichever app is shown: the reminders that are due and
// were not dismissed, and the preferences, which say how to tell of them and what all pages look like.

import { listen, type LiveEvent } from '../../lib/live';
import { LiveData } from '../../lib/live_data/live_data.svelte';
import type * as api from '../../lib/api_types';
import { plannerApi, type PlannerApi } from '../planner_api';
import { ownZone } from '../../when/zones/zones';
import { reminderOf } from './reminder_of';
import type { Preferences, Reminder } from '../types';

export class DueReminders {
  // Undefined before the first answer.
  preferences = $state.raw<Preferences | undefined>();
  reminders = $state.raw<readonly Reminder[]>([]);
  readonly live: LiveData<undefined>;
  #listeners: ((reminder: Reminder) => void)[] = [];

  constructor(
    readonly api: PlannerApi = plannerApi,
    listenTo: typeof listen = listen,
  ) {
    this.live = new LiveData<undefined>(
      {
        loadFirst: () => this.#load(),
        loadShown: () => Promise.resolve(),
        reload: () => this.#load(),
        change: (event) => this.#applyChange(event),
        forget: () => this.#forget(),
        // The page says what it cannot load. This comes with the next chance.
        handles: () => true,
      },
      listenTo,
    );
  }

  get zone(): string {
    return this.preferences ? ownZone(this.preferences) : 'UTC';
  }

  start(userId: string): Promise<void> {
    return this.live.start(userId);
  }

  stop(): void {
    this.live.stop();
  }

  // Another device may have dismissed some, which nobody tells of.
  refresh(): Promise<void> {
    if (this.live.userId === undefined) return Promise.resolve();
    return this.live.guard(() => this.#load());
  }

  dismissReminder(id: string): Promise<void> {
    return this.#settle(id, () => this.api.dismissReminder(id));
  }

  snoozeReminder(id: string, minutes: number): Promise<void> {
    return this.#settle(id, () => this.api.snoozeReminder(id, minutes));
  }

  // Called with each reminder that becomes due while the page is open. Returns what ends it.
  onReminder(listener: (reminder: Reminder) => void): () => void {
    this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  }

  async #load(): Promise<void> {
    const { visit } = this.live;
    const [preferences, reminders] = await Promise.all([
      this.api.preferences(),
      this.api.dueReminders(),
    ]);
    if (visit !== this.live.visit) return;
    this.preferences = preferences;
    this.reminders = reminders;
    this.live.status = 'ready';
  }

  #forget(): void {
    this.preferences = undefined;
    this.reminders = [];
  }

  // docs/http_api.md has the live changes.
  #applyChange({ type, data }: LiveEvent): void {
    if (type === 'reminder') this.#add(reminderOf(data as api.Reminder));
    else if (type === 'planner-preferences') this.live.reloadSoon();
    // What it reminds of may have been moved or deleted, in whichever app.
    else if (this.reminders.length > 0) this.live.reloadSoon();
  }

  #add(reminder: Reminder): void {
    this.reminders = [...this.reminders.filter(({ id }) => id !== reminder.id), reminder];
    for (const listener of this.#listeners) listener(reminder);
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
