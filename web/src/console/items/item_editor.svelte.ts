// An item that is opened, changed and saved: on the condition that it still is as it was shown.

import { ApiError, messageOf } from '../../lib/api';
import { t } from '../../lib/messages';
import { applyChoices, rowsOf, type Choices, type Versions } from '../../lib/versions';
import { readItem, typedText, type Item } from '../attribute_value';
import type { ShownItem, Table } from '../types';
import { emptyItem, hasSameKey, versionFields } from './item_versions';

export interface ItemServer {
  put: (item: Item, replaces: Item | null) => Promise<void>;
  remove: (item: Item) => Promise<void>;
}

export class ItemEditor {
  text = $state('');
  failure = $state('');
  isBusy = $state(false);
  // What the item was changed to elsewhere while it was edited here.
  conflict = $state.raw<Versions<Item> & { isNewer: boolean }>();
  // It was deleted elsewhere while it was edited here.
  isGone = $state(false);
  // As it was shown; null: it is a new one.
  base = $state.raw<Item | null>(null);
  #first = '';

  constructor(
    private readonly table: Table,
    private readonly server: ItemServer,
    item: Item | null,
  ) {
    this.show(item);
  }

  // Begins anew with the item as it is now.
  show(item: Item | null): void {
    this.base = item;
    this.text = typedText(item ?? emptyItem(this.table));
    this.#first = this.text;
    this.failure = '';
    this.isGone = false;
    this.conflict = undefined;
  }

  get isChanged(): boolean {
    return this.text !== this.#first;
  }

  get rows() {
    return this.conflict ? rowsOf(versionFields(this.table, this.conflict), this.conflict) : [];
  }

  // Says whether it is saved.
  async save(): Promise<boolean> {
    const read = readItem(this.text);
    if ('problem' in read) return this.#fail(read.problem);
    if (this.base && !hasSameKey(this.table, this.base, read.item)) {
      return this.#fail(t.console.item.sameKey());
    }
    return this.#put(read.item, this.base);
  }

  // After a conflict: on top of the version that was shown.
  async resolve(choices: Choices): Promise<boolean> {
    if (!this.conflict) return false;
    const { mine, theirs } = this.conflict;
    const fields = versionFields(this.table, this.conflict);
    return this.#put(applyChoices(fields, { ...theirs }, mine, choices), theirs);
  }

  // It was deleted elsewhere, and shall be there again.
  async createAgain(): Promise<boolean> {
    this.base = null;
    this.isGone = false;
    return this.save();
  }

  async remove(): Promise<void> {
    if (!this.base) return;
    try {
      await this.server.remove(this.base);
    } catch (error) {
      const current = currentOf(error);
      if (current === undefined) throw error;
      // Deleted is what it should be.
      if (current === null) return;
      this.show(current);
      throw new Error(t.console.item.changedBeforeDeletion(), { cause: error });
    }
  }

  async #put(item: Item, replaces: Item | null): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.failure = '';
    try {
      await this.server.put(item, replaces);
      this.conflict = undefined;
      return true;
    } catch (error) {
      this.#failed(error, item);
    } finally {
      this.isBusy = false;
    }
    return false;
  }

  #failed(error: unknown, mine: Item): void {
    const theirs = currentOf(error);
    if (theirs && !this.base) this.#fail(t.console.item.exists());
    else if (theirs === undefined || !this.base) this.#fail(messageOf(error));
    else if (theirs === null) {
      this.conflict = undefined;
      this.isGone = true;
    } else {
      const isNewer = this.conflict !== undefined;
      this.conflict = { base: this.base, mine, theirs, isNewer };
    }
  }

  #fail(failure: string): false {
    this.failure = failure;
    return false;
  }
}

// Of a conflict, the item as it is now, null when there is none; undefined: it is no conflict, or none that can be settled
// here.
function currentOf(error: unknown): Item | null | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  if (error.code === 'itemGone') return null;
  const current = error.current as ShownItem | undefined;
  return current?.hidden.length === 0 ? current.item : undefined;
}
