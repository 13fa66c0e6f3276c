// What others invite the person to and is not answered yet, however far ahead it is.

import { addDays, type DateText } from '../../lib/dates';
import { listen } from '../../lib/live';
import { LiveData } from '../../lib/live_data/live_data.svelte';
import { briefMs, traffic } from '../../lib/traffic';
import { previewOf } from '../../when/recurrence/rule_preview';
import { ruleFrom } from '../../when/recurrence/rule_text';
import { wallOfUtc } from '../../when/zones/zones';
import type { AgendaApi } from '../agenda_api';
import type { GuestAnswer, Invitation } from '../types';

type Api = Pick<AgendaApi, 'invitations' | 'answer'>;
type InvitedEvent = Invitation['event'];

export interface OpenInvitation {
  invitation: Invitation;
  // The day of it, or of the next one of a series.
  day: DateText;
}

export class OpenInvitations {
  readonly live: LiveData<undefined>;
  #waiting = $state.raw<readonly Invitation[]>([]);

  constructor(
    private readonly api: Api,
    listenTo: typeof listen = listen,
  ) {
    this.live = new LiveData<undefined>(
      {
        // After what the page is for.
        loadFirst: () => traffic.quiet(briefMs).then(() => this.#load()),
        loadShown: () => Promise.resolve(),
        reload: () => this.#load(),
        change: ({ type }) => {
          if (type === 'planner-invitation') this.live.reloadSoon();
        },
        forget: () => (this.#waiting = []),
        // The page says what it cannot load. This comes with the next chance.
        handles: () => true,
      },
      listenTo,
    );
  }

  start(userId: string): Promise<void> {
    return this.live.start(userId);
  }

  stop(): void {
    this.live.stop();
  }

  // The next ones first, without those that are over. `now` is by the clock of the zone.
  ahead(now: string, zone: string): OpenInvitation[] {
    return this.#waiting
      .flatMap((invitation) => {
        const day = nextDayOf(invitation.event, now, zone);
        return day === undefined ? [] : [{ invitation, day }];
      })
      .sort((one, other) => one.day.localeCompare(other.day));
  }

  // It leaves at once, and comes back when the server says no.
  async answer(invitation: Invitation, answer: GuestAnswer): Promise<void> {
    const { ownerId, eventId } = invitation;
    const others = () =>
      this.#waiting.filter((each) => each.ownerId !== ownerId || each.eventId !== eventId);
    this.#waiting = others();
    try {
      const answered = await this.api.answer(ownerId, eventId, answer);
      if (answer === 'waiting') this.#waiting = [...others(), answered];
    } catch (error) {
      this.#waiting = [...others(), invitation];
      throw error;
    }
  }

  async #load(): Promise<void> {
    const { visit } = this.live;
    const invitations = await this.api.invitations();
    if (visit !== this.live.visit) return;
    this.#waiting = invitations.filter(
      ({ answer, event }) => answer === 'waiting' && event.status !== 'CANCELLED',
    );
    this.live.status = 'ready';
  }
}

// Undefined of what is over.
export function nextDayOf(event: InvitedEvent, now: string, zone: string): DateText | undefined {
  const start = wallOf(event, 'start', zone);
  const end = event.isAllDay ? event.endDate : wallOf(event, 'end', zone);
  const first = start.slice(0, 10);
  if (event.isAllDay) {
    const last = end ? addDays(end, -1) : first;
    if (last >= now.slice(0, 10)) return first;
  } else if ((end || start) > now) return first;
  return event.kind === 'series' ? nextOfSeries(event, first, now.slice(0, 10)) : undefined;
}

// Of a rule that only the server can follow, and of days that were added to it, the first one.
function nextOfSeries(
  { rrule, rdate = [], rruleUntil, isAllDay, startTzid }: InvitedEvent,
  first: DateText,
  today: DateText,
): DateText | undefined {
  if (rruleUntil && rruleUntil.slice(0, 10) < today) return undefined;
  const rule = rrule ? ruleFrom(rrule) : undefined;
  const start = { date: first, isAllDay, tzid: startTzid };
  const days = rule && previewOf(rule, start, { limit: 1, from: today });
  return days && rdate.length === 0 ? days[0] : first;
}

// What floats is at the same time wherever one is.
function wallOf(event: InvitedEvent, which: 'start' | 'end', zone: string): string {
  if (event.isAllDay) return event[`${which}Date`] ?? '';
  const utc = event[`${which}Utc`];
  return utc ? wallOfUtc(utc, zone) : (event[`${which}Local`] ?? '');
}
