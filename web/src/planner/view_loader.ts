// Loads views into the cache: only what is not fresh, and each at most once at a time.

import type { DateRange } from '../lib/dates';
import type { PlannerApi } from './planner_api';
import type { ViewCache } from './view_cache';

// How often a view is asked for again because something changed while it was on its way.
const maxTries = 4;

export class ViewLoader {
  #asked = new Map<string, Promise<void>>();

  constructor(
    private readonly api: Pick<PlannerApi, 'view'>,
    private readonly cache: ViewCache,
    // Called when more is known.
    private readonly onLoad: () => void,
  ) {}

  async load(range: DateRange, zone: string): Promise<void> {
    for (let tries = 0; tries < maxTries && !this.cache.isFresh(range); tries++) {
      await this.#ask(range, zone);
    }
  }

  #ask(range: DateRange, zone: string): Promise<void> {
    const { round } = this.cache;
    const key = `${range.from} ${range.to} ${zone} ${round}`;
    const asked = this.#asked.get(key) ?? this.#fetch(range, zone, round);
    this.#asked.set(key, asked);
    const forget = () => this.#asked.delete(key);
    asked.then(forget, forget);
    return asked;
  }

  async #fetch(range: DateRange, zone: string, round: number): Promise<void> {
    const known = this.cache.etagOf(range);
    const answer = await this.api.view({ ...range, tzid: zone }, known);
    if (answer.isSame) this.cache.confirm(range, round);
    else this.cache.put({ ...answer.content, ...range }, answer.etag, round);
    this.onLoad();
  }
}
