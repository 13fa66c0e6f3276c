// What a person was told of, newest first: the same on all devices and in all tabs.

import { messageOf, request } from '../../lib/api';
import type { Notification, Notifications as Page } from '../../lib/api_types';
import { listen, type LiveEvent } from '../../lib/live';
import { LiveData } from '../../lib/live_data/live_data.svelte';

const path = '/api/v1/notifications';

export class Notifications {
  // Undefined before the first answer.
  list = $state.raw<readonly Notification[] | undefined>();
  unread = $state(0);
  failure = $state('');
  #next = $state.raw<string | null>(null);
  readonly live: LiveData<undefined>;

  constructor(listenTo: typeof listen = listen) {
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

  get hasMore(): boolean {
    return this.#next !== null;
  }

  async loadMore(): Promise<void> {
    if (this.#next === null) return;
    const cursor = encodeURIComponent(this.#next);
    await this.#try(async () => {
      const page = await request<Page>('GET', `${path}?cursor=${cursor}`);
      const known = this.list ?? [];
      const isNew = (one: Notification) => !known.some(({ id }) => id === one.id);
      this.list = [...known, ...page.notifications.filter(isNew)];
      this.#next = page.next;
    });
  }

  // Shown at once; the server has the last word.
  async setRead(one: Notification, read: boolean): Promise<void> {
    if (one.read === read) return;
    this.#put({ ...one, read });
    await this.#try(async () => {
      const body = { read };
      const now = await request<Notification>('PATCH', `${path}/${one.id}`, { body });
      this.#put(now);
    });
  }

  // Those that came after what is shown stay unread.
  async readAll(): Promise<void> {
    const newest = this.list?.[0];
    if (!newest) return;
    await this.#try(async () => {
      const { unread } = await request<{ unread: number }>('PATCH', path, {
        body: { until: newest.id },
      });
      this.list = this.list?.map((each) => (each.id <= newest.id ? { ...each, read: true } : each));
      this.unread = unread;
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.failure = '';
    try {
      await work();
    } catch (error) {
      this.failure = messageOf(error);
      await this.live.guard(() => this.#load());
    }
  }

  async #load(): Promise<void> {
    const { visit } = this.live;
    const page = await request<Page>('GET', path);
    if (visit !== this.live.visit) return;
    this.list = page.notifications;
    this.unread = page.unread;
    this.#next = page.next;
    this.live.status = 'ready';
  }

  #applyChange({ type, data }: LiveEvent): void {
    if (type !== 'notification') return;
    const { id, notification } = data as { id: string; notification: Notification | null };
    if (notification) this.#put(notification);
    else this.#remove(id);
  }

  // Newer ones have greater ids.
  #put(one: Notification): void {
    this.#remove(one.id);
    const list = this.list ?? [];
    const at = list.findIndex(({ id }) => id < one.id);
    this.list = at < 0 ? [...list, one] : list.toSpliced(at, 0, one);
    if (!one.read) this.unread += 1;
  }

  #remove(id: string): void {
    const known = this.list?.find((each) => each.id === id);
    if (!known) return;
    this.list = this.list?.filter((each) => each !== known);
    if (!known.read) this.unread -= 1;
  }

  #forget(): void {
    this.list = undefined;
    this.unread = 0;
    this.#next = null;
  }
}
