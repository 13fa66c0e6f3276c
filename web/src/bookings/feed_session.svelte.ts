// The secret link to the calendar of a place: made, replaced and turned off. The link itself is
// known only to whoever made it, and only until the dialog is closed.

import { messageOf } from '../lib/api';
import { toasts } from '../lib/toasts.svelte';
import type { bookingsApi } from './bookings_api';
import type { Feed } from './types';

type FeedApi = Pick<typeof bookingsApi, 'feed' | 'createFeed' | 'deleteFeed'>;

export class FeedSession {
  feed = $state.raw<Feed>();
  url = $state('');
  failure = $state('');
  isBusy = $state(false);
  // What is asked about before it is done, because programs lose the link by it.
  question = $state<'replace' | 'revoke'>();

  constructor(
    private readonly api: FeedApi,
    private readonly placeId: string,
  ) {}

  load(): Promise<void> {
    return this.#try(async () => {
      this.feed = await this.api.feed(this.placeId);
    });
  }

  // A new secret; an old link ends at once.
  make(): Promise<void> {
    return this.#try(async () => {
      const { url } = await this.api.createFeed(this.placeId);
      this.url = url.startsWith('/') ? location.origin + url : url;
      this.feed = { exists: true };
      this.feed = await this.api.feed(this.placeId);
    });
  }

  revoke(): Promise<void> {
    return this.#try(async () => {
      await this.api.deleteFeed(this.placeId);
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

const relative = new Intl.RelativeTimeFormat('en');

function ago(moment: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(moment)) / 60_000);
  // Clocks of servers and browsers differ a little.
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  if (minutes < 1440) return relative.format(-Math.floor(minutes / 60), 'hour');
  return relative.format(-Math.floor(minutes / 1440), 'day');
}
