// What a person does with the calendar feeds of others that they subscribe to. The server fetches one a moment after
// it was asked to, so what was asked for is read again until that is done: a refresh that finds nothing new is no live
// change.

import { messageOf } from '../../lib/api';
import { t } from '../../lib/messages';
import { ago } from '../../lib/moments';
import { newKey } from '../../lib/new_key';
import type { NewSubscription, Subscription } from '../../lib/types';
import type { CalendarApi } from '../calendar_api';
import type { Subscribed } from './subscribed.svelte';

type SubscriptionApi = Pick<
  CalendarApi,
  'subscription' | 'subscribe' | 'refreshSubscription' | 'unsubscribe'
>;

const firstPauseMs = 300;
const mostReads = 12;

export class SubscriptionList {
  // Ids of those that are fetched just now.
  fetching = $state.raw<readonly string[]>([]);
  failure = $state('');
  isBusy = $state(false);

  constructor(
    private readonly api: SubscriptionApi,
    private readonly known: Subscribed,
    private readonly wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  ) {}

  load(): Promise<void> {
    return this.#try(() => this.known.load());
  }

  // Returns whether it was added.
  async add(wanted: NewSubscription): Promise<boolean> {
    let added: Subscription | undefined;
    await this.#try(async () => {
      added = await this.api.subscribe(wanted, newKey());
      this.known.put(added);
    });
    if (added) void this.#follow(added);
    return added !== undefined;
  }

  async refresh(subscription: Subscription): Promise<void> {
    let before: Subscription | undefined;
    await this.#try(async () => {
      before = await this.api.refreshSubscription(subscription.id);
      this.known.put(before);
    });
    if (before) await this.#follow(before);
  }

  remove({ id }: Subscription): Promise<void> {
    return this.#try(async () => {
      await this.api.unsubscribe(id);
      this.known.drop(id);
    });
  }

  // Until it was fetched, or for about half a minute.
  async #follow(before: Subscription): Promise<void> {
    this.fetching = [...this.fetching, before.id];
    try {
      for (let read = 0, pauseMs = firstPauseMs; read < mostReads; read += 1, pauseMs *= 1.4) {
        await this.wait(pauseMs);
        // A live change may have told already, or that it is no more.
        if (this.known.find(before.id)?.checkedAt !== before.checkedAt) return;
        const now = await this.api.subscription(before.id);
        this.known.put(now);
        if (now.checkedAt !== before.checkedAt) return;
      }
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.fetching = this.fetching.filter((id) => id !== before.id);
    }
  }

  async #try(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.failure = '';
    try {
      await work();
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.isBusy = false;
    }
  }
}

// "12 events, refreshed 2 hours ago."
export function refreshedWords({ refreshedAt, eventCount }: Subscription, nowMs: number): string {
  const words = t.calendars.subscriptions;
  if (!refreshedAt) return words.notYet();
  return words.refreshed({ count: eventCount, when: ago(refreshedAt, nowMs) });
}

// What went wrong the last time, in plain words; empty if nothing did.
export function problemWords({ problem, problemStatus }: Subscription): string {
  const words = t.calendars.subscriptions.problems;
  if (!problem) return '';
  if (problem === 'badStatus') return words.badStatus({ status: String(problemStatus ?? '') });
  return words[problem]();
}
