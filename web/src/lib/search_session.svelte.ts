// A search that follows what somebody types: after a short rest, with the latest answer only.

import { messageOf } from './api';

const restMs = 160;

export class SearchSession<Result> {
  text = $state('');
  results = $state.raw<Result[]>([]);
  // What the results are of; empty before the first.
  found = $state('');
  failure = $state('');
  isSearching = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = new AbortController();

  constructor(private readonly find: (text: string, signal: AbortSignal) => Promise<Result[]>) {}

  type(text: string, waitMs = restMs): void {
    this.text = text;
    this.stop();
    if (text.trim() === '') {
      this.results = [];
      this.found = '';
      this.failure = '';
      return;
    }
    this.isSearching = true;
    this.#timer = setTimeout(() => void this.#search(), waitMs);
  }

  again(): void {
    this.type(this.text, 0);
  }

  // Whatever is still under way comes to nothing.
  stop(): void {
    clearTimeout(this.#timer);
    this.#request.abort();
    this.isSearching = false;
  }

  async #search(): Promise<void> {
    const { signal } = (this.#request = new AbortController());
    const { text } = this;
    try {
      const results = await this.find(text.trim(), signal);
      if (signal.aborted) return;
      this.results = results;
      this.found = text;
      this.failure = '';
    } catch (error) {
      if (signal.aborted) return;
      this.failure = messageOf(error);
    }
    this.isSearching = false;
  }
}
