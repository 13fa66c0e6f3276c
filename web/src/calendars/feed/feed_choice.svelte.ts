// The calendars of the feed of several: chosen before there is a link, and changed without a new one.

import { messageOf } from '../../lib/api';
import type { CalendarsFeed } from '../../lib/types';
import type { CalendarApi } from '../calendar_api';

type FeedApi = Pick<
  CalendarApi,
  'calendarsFeed' | 'createCalendarsFeed' | 'chooseFeedCalendars' | 'removeCalendarsFeed'
>;

export class FeedChoice {
  ids = $state.raw<readonly string[]>([]);
  failure = $state('');
  #exists = false;
  // What is being sent; the next choice goes after it.
  #sent: Promise<void> = Promise.resolve();

  // `first` are the calendars that are chosen while there is no link.
  constructor(
    private readonly api: FeedApi,
    first: readonly string[],
  ) {
    this.ids = first;
  }

  async read(): Promise<CalendarsFeed> {
    const feed = await this.api.calendarsFeed();
    // Only what is heard first: what somebody has chosen since is newer.
    if (feed.exists && !this.#exists) this.ids = feed.calendarIds;
    this.#exists = feed.exists;
    return feed;
  }

  async create(): Promise<{ url: string }> {
    const made = await this.api.createCalendarsFeed(this.ids);
    this.#exists = true;
    this.failure = '';
    return made;
  }

  async remove(): Promise<void> {
    await this.api.removeCalendarsFeed();
    this.#exists = false;
  }

  choose(id: string, isOn: boolean): Promise<void> {
    const others = this.ids.filter((each) => each !== id);
    this.ids = isOn ? [...others, id] : others;
    this.#sent = this.#sent.then(() => this.#send());
    return this.#sent;
  }

  async #send(): Promise<void> {
    this.failure = '';
    if (!this.#exists) return;
    try {
      await this.api.chooseFeedCalendars(this.ids);
    } catch (error) {
      this.failure = messageOf(error);
    }
  }
}
