// A search that follows what somebody types: after a short rest, with the latest answer only.

import { messageOf } from '../lib/api';
import { addMonths, today, type DateText } from '../lib/dates';
import type { Entry } from '../lib/types';
import { data } from './data.svelte';

const restMs = 180;

export class SearchSession {
  text = $state('');
  results = $state.raw<Entry[]>([]);
  // What the results are of; empty before the first.
  found = $state('');
  failure = $state('');
  isSearching = $state(false);
  // In years.
  back = $state(1);
  ahead = $state(1);

  readonly from: DateText = $derived(addMonths(today(), -12 * this.back));
  readonly to: DateText = $derived(addMonths(today(), 12 * this.ahead));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question = 0;

  type(text: string, wait = restMs): void {
    this.text = text;
    this.stop();
    if (text.trim() === '') {
      this.results = [];
      this.found = '';
      this.failure = '';
      return;
    }
    this.isSearching = true;
    this.#timer = setTimeout(() => void this.#search(), wait);
  }

  further(direction: 'back' | 'ahead'): void {
    this[direction]++;
    this.type(this.text, 0);
  }

  // Whatever is still under way comes to nothing.
  stop(): void {
    clearTimeout(this.#timer);
    this.#question++;
    this.isSearching = false;
  }

  async #search(): Promise<void> {
    const question = ++this.#question;
    const { text } = this;
    try {
      const results = await data.search(text, this.from, this.to);
      if (question !== this.#question) return;
      this.results = results;
      this.found = text;
      this.failure = '';
    } catch (error) {
      if (question !== this.#question) return;
      this.failure = messageOf(error);
    }
    this.isSearching = false;
  }
}
