// What is in the bins that a dialog shows: loaded page by page, restored, deleted for good.

import { ApiError, messageOf } from '../../lib/api';
import { t } from '../../lib/messages';
import type { BinPage, BinThing } from '../../lib/types';
import { toasts } from '../../lib/toasts.svelte';

// One bin: of a planner, of a calendar, or of deleted calendars.
export interface BinSource {
  key: string;
  name: string;
  list(after?: string): Promise<BinPage>;
  restore(id: string): Promise<unknown>;
  remove(id: string): Promise<void>;
  empty(): Promise<void>;
}

export class BinSection {
  things = $state.raw<BinThing[]>([]);
  mayDelete = $state(false);
  hasMore = $state(false);
  // The things about which a request is under way.
  busy = $state.raw<readonly string[]>([]);
  #next: string | null = null;

  constructor(readonly source: BinSource) {}

  async load(): Promise<void> {
    this.#show([], await this.source.list());
  }

  async loadMore(): Promise<void> {
    if (this.#next !== null) this.#show(this.things, await this.source.list(this.#next));
  }

  // Resolves with whether it is there again.
  restore(thing: BinThing): Promise<boolean> {
    return this.#with(thing, async () => {
      await this.source.restore(thing.id);
      toasts.done(t.ui.bin.restored({ title: thing.title }));
    });
  }

  remove(thing: BinThing): Promise<boolean> {
    return this.#with(thing, async () => {
      await this.source.remove(thing.id);
      toasts.done(t.ui.bin.deleted({ title: thing.title }));
    });
  }

  async empty(): Promise<void> {
    try {
      await this.source.empty();
      this.#show([], { things: [], next: null, mayDelete: this.mayDelete });
      toasts.done(t.ui.bin.emptied());
    } catch (error) {
      toasts.failed(messageOf(error));
    }
  }

  // What somebody else was faster with is not in the list any more, either.
  async #with(thing: BinThing, run: () => Promise<void>): Promise<boolean> {
    if (this.busy.includes(thing.id)) return false;
    this.busy = [...this.busy, thing.id];
    try {
      await run();
      this.#drop(thing);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#drop(thing);
      toasts.failed(messageOf(error));
      return false;
    } finally {
      this.busy = this.busy.filter((id) => id !== thing.id);
    }
  }

  #drop(thing: BinThing): void {
    this.things = this.things.filter(({ id }) => id !== thing.id);
  }

  #show(before: readonly BinThing[], page: BinPage): void {
    this.things = [...before, ...page.things];
    this.mayDelete = page.mayDelete;
    this.#next = page.next;
    this.hasMore = page.next !== null;
  }
}

export class BinSections {
  all: readonly BinSection[];
  status = $state<'loading' | 'ready' | 'failed'>('loading');
  failure = $state('');
  #loads = 0;

  constructor(sources: readonly BinSource[]) {
    this.all = sources.map((source) => new BinSection(source));
  }

  get filled(): BinSection[] {
    return this.all.filter(({ things }) => things.length > 0);
  }

  // Loads all of them; what is shown stays until then.
  async load(): Promise<void> {
    const load = ++this.#loads;
    try {
      await Promise.all(this.all.map((section) => section.load()));
      if (load === this.#loads) this.status = 'ready';
    } catch (error) {
      if (load !== this.#loads || this.status === 'ready') return;
      this.failure = messageOf(error);
      this.status = 'failed';
    }
  }
}
