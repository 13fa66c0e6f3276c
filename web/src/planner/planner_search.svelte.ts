// A search that follows what somebody types: after a short rest, with the latest answer only.

import { messageOf } from '../lib/api';
import type { Occurrence, PlannerData, PlannerEvent, SearchResult } from './types';
import { wallOfUtc } from './zones';

const restMs = 160;
export const maxResults = 50;

export class SearchSession {
  text = $state('');
  results = $state.raw<SearchResult[]>([]);
  // What the results are of; empty before the first.
  found = $state('');
  failure = $state('');
  isSearching = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = new AbortController();

  constructor(private readonly data: Pick<PlannerData, 'api'>) {}

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

  // Whatever is still under way comes to nothing.
  stop(): void {
    clearTimeout(this.#timer);
    this.#request.abort();
    this.isSearching = false;
  }

  async #search(): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const { text } = this;
    try {
      const results = await this.data.api.search(text.trim(), maxResults, request.signal);
      if (request.signal.aborted) return;
      this.results = results;
      this.found = text;
      this.failure = '';
    } catch (error) {
      if (request.signal.aborted) return;
      this.failure = messageOf(error);
    }
    this.isSearching = false;
  }
}

// What is shown of a result: what comes next of it, or where it was.
export function shownOf({ event, next }: SearchResult, zone: string): Occurrence {
  if (!next) return placed(event, zone);
  return { ...event, kind: event.kind === 'series' ? 'occurrence' : event.kind, ...next };
}

function placed(event: PlannerEvent, zone: string): Occurrence {
  if (event.isAllDay) {
    const { startDate = '', endDate = startDate } = event;
    return { ...event, start: startDate, end: endDate };
  }
  const { startUtc, endUtc, startLocal = '', endLocal } = event;
  const start = startUtc ? wallOfUtc(startUtc, zone) : startLocal;
  const end = endUtc ? wallOfUtc(endUtc, zone) : (endLocal ?? start);
  return { ...event, start, end: startUtc && !endUtc ? start : end };
}
