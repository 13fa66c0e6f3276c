// A part of the page that has to be asked for first.

import { messageOf } from '../lib/api';

export class Remote<T> {
  value = $state.raw<T>();
  failure = $state<string>();
  readonly #fetch: () => Promise<T>;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
    void this.load();
  }

  async load(): Promise<void> {
    this.failure = undefined;
    try {
      this.value = await this.#fetch();
    } catch (error) {
      this.failure = messageOf(error);
    }
  }
}
