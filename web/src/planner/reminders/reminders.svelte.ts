// Reminders on whichever page is open: telling of those that become due, and what is done with them.
// Where the browser lets us, a notification tells; elsewhere the page does, until they are dismissed.

import { messageOf } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import { t } from '../../lib/messages';
import * as notifications from './notifications';
import { claim, claimEnvironment } from './reminders_claim';
import { playChime } from './reminders_sound';
import { dueMsOf, startInWords, startMsOf } from './reminders_words';
import type { DueReminders } from './due_reminders.svelte';
import type { Reminder } from '../types';
import { wallAt } from '../../when/zones/zones';

type Source = Pick<
  DueReminders,
  | 'api'
  | 'zone'
  | 'preferences'
  | 'reminders'
  | 'onReminder'
  | 'dismissReminder'
  | 'snoozeReminder'
  | 'refresh'
>;

// What of the browser is used.
export interface Surroundings {
  now: () => number;
  claim: (id: string) => Promise<boolean>;
  permission: () => notifications.Permission;
  askPermission: () => Promise<notifications.Permission>;
  notify: (note: notifications.Note) => boolean;
  chime: () => Promise<void>;
  hour12: () => boolean;
  // To and from the other tabs of this browser: that a reminder was dismissed or put off.
  tellTabs: () => void;
  hearTabs: (listener: () => void) => () => void;
}

export function browserSurroundings(hour12: () => boolean): Surroundings {
  return {
    now: Date.now,
    claim: (id) => claim(id, claimEnvironment()),
    permission: notifications.permissionHere,
    askPermission: notifications.askPermission,
    notify: notifications.show,
    chime: playChime,
    hour12,
    ...otherTabs(),
  };
}

function otherTabs(): Pick<Surroundings, 'tellTabs' | 'hearTabs'> {
  const channel = new BroadcastChannel('norn.reminders');
  return {
    tellTabs: () => channel.postMessage('settled'),
    hearTabs: (listener) => {
      channel.onmessage = listener;
      return () => channel.close();
    },
  };
}

// Several that become due together make one sound.
const chimeRestMs = 3000;

export class Reminders {
  // Those of the next day that are not due yet; undefined before they are first asked for.
  upcoming = $state.raw<Reminder[]>();
  failure = $state('');
  #permission = $state<notifications.Permission>('default');
  #lastChime = -Infinity;
  #request = 0;

  constructor(
    private readonly data: Source,
    private readonly onopen: (reminder: Reminder) => void,
    private readonly around: Surroundings,
  ) {
    this.#permission = around.permission();
  }

  // The one that starts next comes first.
  get due(): Reminder[] {
    const { zone, reminders } = this.data;
    return reminders
      .map((reminder) => ({ reminder, startMs: startMsOf(reminder, zone) }))
      .sort((left, right) => left.startMs - right.startMs)
      .map(({ reminder }) => reminder);
  }

  // Those that the page itself has to tell of, the one that became due last first.
  get onPage(): Reminder[] {
    if (this.#isNotifying) return [];
    return this.due.toSorted((left, right) => dueMsOf(right) - dueMsOf(left));
  }

  // Browsers ask the person only when something was pressed.
  get canAsk(): boolean {
    return this.#wantsNotifications && this.#permission === 'default';
  }

  async ask(): Promise<void> {
    this.#permission = await this.around.askPermission();
  }

  get #wantsNotifications(): boolean {
    return this.data.preferences?.enableBrowserNotifications ?? false;
  }

  get #isNotifying(): boolean {
    return this.#wantsNotifications && this.#permission === 'granted';
  }

  // Gives back what ends it.
  start(): () => void {
    const stopTelling = this.data.onReminder((reminder) => void this.tell(reminder));
    const stopHearing = this.around.hearTabs(() => void this.data.refresh());
    return () => {
      stopTelling();
      stopHearing();
    };
  }

  async tell(reminder: Reminder): Promise<void> {
    const isFirst = await this.around.claim(`${reminder.id}.${reminder.snoozedUntil ?? ''}`);
    // It may have been given or taken in another tab, or in the browser's settings.
    this.#permission = this.around.permission();
    if (!isFirst) return;
    if (this.#isNotifying) {
      const body = this.#details(reminder);
      const onclick = () => this.onopen(reminder);
      const isShown = this.around.notify({
        title: reminder.title,
        body,
        tag: reminder.id,
        onclick,
      });
      if (!isShown) this.#permission = 'unsupported';
    }
    if (this.data.preferences?.enableSoundNotifications) await this.#chime();
  }

  async loadUpcoming(): Promise<void> {
    const request = ++this.#request;
    try {
      const all = await this.data.api.reminders();
      if (request !== this.#request) return;
      const nowMs = this.around.now();
      this.upcoming = all
        .filter((each) => dueMsOf(each) > nowMs)
        .sort((left, right) => dueMsOf(left) - dueMsOf(right));
      this.failure = '';
    } catch (error) {
      if (request === this.#request) this.failure = messageOf(error);
    }
  }

  dismiss(reminder: Reminder): Promise<void> {
    return this.#settle(reminder, () => this.data.dismissReminder(reminder.id));
  }

  async dismissAll(): Promise<void> {
    await Promise.all(this.due.map((reminder) => this.dismiss(reminder)));
  }

  async snooze(reminder: Reminder, minutes: number): Promise<void> {
    await this.#settle(reminder, () => this.data.snoozeReminder(reminder.id, minutes));
    await this.loadUpcoming();
  }

  async #settle({ title }: Reminder, send: () => Promise<void>): Promise<void> {
    try {
      await send();
      this.around.tellTabs();
    } catch (error) {
      toasts.failed(t.planner.reminders.stillThere({ title, why: messageOf(error) }));
    }
  }

  async #chime(): Promise<void> {
    const now = this.around.now();
    if (now - this.#lastChime < chimeRestMs) return;
    this.#lastChime = now;
    await this.around.chime();
  }

  // "Standup: Today, 9:00". It stays the same while it is shown, so that it is read out once.
  sentence(reminder: Reminder): string {
    const when = startInWords(reminder, this.data.zone, this.#today(), this.around.hour12());
    return t.planner.reminders.sentence({ title: reminder.title, when });
  }

  #details(reminder: Reminder): string {
    const when = startInWords(reminder, this.data.zone, this.#today(), this.around.hour12());
    return [when, reminder.location ?? ''].filter((part) => part !== '').join('\n');
  }

  #today(): string {
    return wallAt(this.around.now(), this.data.zone).slice(0, 10);
  }
}
