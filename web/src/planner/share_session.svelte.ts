// The secret link to the planner: made, replaced and turned off. The link itself is known only to
// whoever made it, and only until the dialog is closed.

import { messageOf } from '../lib/api';
import { toasts } from '../lib/toasts.svelte';
import { shortReminder } from './event_words';
import type { Feed, PlannerData } from './types';

export class ShareSession {
  feed = $state.raw<Feed>();
  url = $state('');
  failure = $state('');
  isBusy = $state(false);
  // What is asked about before it is done, because programs lose the link by it.
  question = $state<'replace' | 'revoke'>();

  constructor(private readonly data: Pick<PlannerData, 'api' | 'feed'>) {
    this.feed = data.feed;
  }

  // When it was read last may be minutes ago.
  load(): Promise<void> {
    return this.#try(async () => {
      this.feed = await this.data.api.feed();
    });
  }

  // A new secret; an old link ends at once.
  make(): Promise<void> {
    return this.#try(async () => {
      const { url } = await this.data.api.createFeed();
      this.url = url.startsWith('/') ? location.origin + url : url;
      this.feed = { exists: true };
      this.feed = await this.data.api.feed();
    });
  }

  revoke(): Promise<void> {
    return this.#try(async () => {
      await this.data.api.removeFeed();
      this.url = '';
      this.feed = { exists: false };
      toasts.done('The secret link is turned off.');
    });
  }

  async confirm(): Promise<void> {
    const { question } = this;
    this.question = undefined;
    if (question === 'replace') await this.make();
    if (question === 'revoke') await this.revoke();
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

// What phones and Outlook take for "subscribe to this".
export function webcalAddress(url: string): string {
  return url.replace(/^https?:/, 'webcal:');
}

// "Made 3 days ago, last read 2 hours ago."
export function readWords({ createdAt, lastReadAt }: Feed, nowMs: number): string {
  const made = createdAt ? `Made ${ago(createdAt, nowMs)}, ` : '';
  const read = lastReadAt ? `last read ${ago(lastReadAt, nowMs)}` : 'not read yet';
  const text = `${made}${read}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function ago(moment: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(moment)) / 60_000);
  if (minutes < 1) return 'just now';
  const step = minutes >= 1440 ? 1440 : minutes >= 60 ? 60 : 1;
  return `${shortReminder(minutes - (minutes % step))} ago`;
}
