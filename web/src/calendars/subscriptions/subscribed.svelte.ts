// The calendar feeds of others that a person subscribes to, as far as the page knows.

import { ListLoader } from '../../lib/live_data/list_loader';
import type { Subscription } from '../../lib/types';
import { sortedByName } from '../calendar/calendar_list.svelte';

export class Subscribed {
  all = $state.raw<Subscription[]>([]);
  readonly #loader: ListLoader<Subscription>;

  constructor(list: () => Promise<Subscription[]>) {
    this.#loader = new ListLoader(list, (all) => (this.all = sortedByName(all)));
  }

  find(id: string): Subscription | undefined {
    return this.all.find((one) => one.id === id);
  }

  loadFirst(): Promise<void> {
    return this.#loader.loadFirst();
  }

  load(): Promise<void> {
    return this.#loader.load();
  }

  // News of one, which may come later than newer ones.
  put(subscription: Subscription): void {
    this.#loader.invalidate();
    const known = this.find(subscription.id);
    if (known && momentOf(subscription) < momentOf(known)) return;
    this.all = sortedByName([...this.all.filter(({ id }) => id !== subscription.id), subscription]);
  }

  drop(id: string): void {
    this.#loader.invalidate();
    this.all = this.all.filter((one) => one.id !== id);
  }

  // Another person begins.
  clear(): void {
    this.#loader.stop();
    this.all = [];
  }
}

// Both times only grow, and sort as texts.
function momentOf({ updatedAt, checkedAt }: Subscription): string {
  return `${updatedAt} ${checkedAt ?? ''}`;
}
