// Loads views into the cache: only what is not fresh.

import type { DateRange } from '../../lib/dates';
import { Loader } from '../../lib/live_data/loader';
import type { EventApi } from '../event_api';
import type { ViewCache } from './view_cache';

export class ViewLoader {
  readonly #loader = new Loader();

  constructor(
    private readonly api: Pick<EventApi, 'view'>,
    private readonly cache: ViewCache,
    // Called when more is known.
    private readonly onLoad: () => void,
  ) {}

  load(range: DateRange, zone: string): Promise<void> {
    return this.#loader.load({
      isFresh: () => this.cache.isFresh(range),
      key: () => `${range.from} ${range.to} ${zone} ${this.cache.round}`,
      ask: () => this.#ask(range, zone),
    });
  }

  async #ask(range: DateRange, zone: string): Promise<void> {
    const { round } = this.cache;
    const known = this.cache.etagOf(range);
    const answer = await this.api.view({ ...range, tzid: zone }, known);
    if (answer.isSame) this.cache.confirm(range, round);
    else this.cache.put(range, answer.content.occurrences, answer.etag, round);
    this.onLoad();
  }
}
