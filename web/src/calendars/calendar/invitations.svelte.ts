// The calendars to which the person is invited and has not answered. Who has an account is a member at once, so there are
// none unless an address was proved only after signing up: they are asked for when the page begins, and after an answer.

import { calendarApi, type CalendarApi } from '../calendar_api';
import { briefMs, traffic } from '../../lib/traffic';
import type { OwnCalendarInvitation } from '../../lib/types';

type Api = Pick<CalendarApi, 'ownInvitations'>;

export class OwnInvitations {
  all = $state.raw<readonly OwnCalendarInvitation[]>([]);
  #userId = '';

  constructor(private readonly api: Api = calendarApi) {}

  // They come after the page. What fails leaves none: nobody waits for them.
  async start(userId: string): Promise<void> {
    this.#userId = userId;
    this.all = [];
    await traffic.quiet(briefMs);
    if (userId !== this.#userId) return;
    await this.load().catch(() => undefined);
  }

  async load(): Promise<void> {
    const userId = this.#userId;
    const all = await this.api.ownInvitations();
    if (userId === this.#userId) this.all = all;
  }
}

export const ownInvitations = new OwnInvitations();
