// A secret link to a calendar feed: made, replaced and turned off. The link itself is known only to whoever made it, and
// only until the dialog is closed.

import { messageOf } from '../../lib/api';
import { ago } from '../../lib/moments';
import { toasts } from '../../lib/toasts.svelte';
import { t } from '../../lib/messages';

export interface Feed {
  exists: boolean;
  createdAt?: string | null;
  lastReadAt?: string | null;
}

export interface FeedRequests {
  read: () => Promise<Feed>;
  create: () => Promise<{ url: string }>;
  remove: () => Promise<void>;
}

export class SecretLinkSession {
  feed = $state.raw<Feed>();
  url = $state('');
  failure = $state('');
  isBusy = $state(false);
  // What is asked about before it is done, because programs lose the link by it.
  question = $state<'replace' | 'revoke'>();

  // `feed` is what is known already.
  constructor(
    private readonly requests: FeedRequests,
    feed?: Feed,
  ) {
    this.feed = feed;
  }

  // When it was read last may be minutes ago.
  load(): Promise<void> {
    return this.#try(async () => {
      this.feed = await this.requests.read();
    });
  }

  // A new secret; an old link ends at once.
  make(): Promise<void> {
    return this.#try(async () => {
      const { url } = await this.requests.create();
      this.url = url.startsWith('/') ? location.origin + url : url;
      this.feed = { exists: true };
      this.feed = await this.requests.read();
    });
  }

  revoke(): Promise<void> {
    return this.#try(async () => {
      await this.requests.remove();
      this.url = '';
      this.feed = { exists: false };
      toasts.done(t.ui.secretLink.isOff());
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
  const words = t.ui.secretLink;
  const made = createdAt ? ago(createdAt, nowMs) : undefined;
  const read = lastReadAt ? ago(lastReadAt, nowMs) : undefined;
  if (made === undefined) return read === undefined ? words.notRead() : words.read({ read });
  return read === undefined ? words.madeNotRead({ made }) : words.madeAndRead({ made, read });
}
