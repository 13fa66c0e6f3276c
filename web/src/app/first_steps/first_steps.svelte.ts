// What a person who has just set Norn up does first: make a calendar, invite others, put Norn on the phone. A step is over
// when the server says so, or when the person has passed it by; what was passed by is kept on this device. That all are
// over is kept with the account, so that they never come back.

import { request } from '../../lib/api';
import { dismissals } from '../../lib/dismissals.svelte';
import type { Calendar, Me } from '../../lib/types';

export const steps = ['calendar', 'people', 'phone'] as const;
export type Step = (typeof steps)[number];

// More calendars of a person who has just begun are not looked at.
const mostCalendars = 5;

export interface FirstStepsRequests {
  calendars(): Promise<Pick<Calendar, 'id' | 'role'>[]>;
  // How many people are in a calendar, or invited to it.
  peopleIn(calendarId: string): Promise<number>;
}

export class FirstSteps {
  // The calendar that others are invited to.
  calendarId = $state<string>();
  #over = $state.raw<readonly Step[]>([]);
  // The newest question; answers to others come too late.
  #asked = 0;

  constructor(private readonly requests: FirstStepsRequests = server) {}

  isOver(step: Step): boolean {
    return this.#over.includes(step) || dismissals.has(keyOf(step));
  }

  // Undefined when all are over.
  get current(): Step | undefined {
    return steps.find((step) => !this.isOver(step));
  }

  pass(step: Step): void {
    dismissals.add(keyOf(step));
  }

  // What cannot be asked now is asked when something changes.
  async look(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const calendars = await this.requests.calendars();
      const own = calendars.filter(({ role }) => role === 'owner').slice(0, mostCalendars);
      const counts = await Promise.all(own.map(({ id }) => this.requests.peopleIn(id)));
      if (asked !== this.#asked) return;
      this.calendarId = own[0]?.id;
      const over: Step[] = [];
      if (calendars.length > 0) over.push('calendar');
      if (counts.some((count) => count > 1)) over.push('people');
      this.#over = over;
    } catch {
      // The steps stay as they are.
    }
  }
}

function keyOf(step: Step): string {
  return `firstSteps.${step}`;
}

interface People {
  members: unknown[];
  invitations: unknown[];
}

const server: FirstStepsRequests = {
  async calendars() {
    const { calendars } = await request<{ calendars: Calendar[] }>('GET', '/api/v1/calendars');
    return calendars;
  },
  async peopleIn(id) {
    const people = await request<People>('GET', `/api/v1/calendars/${id}/members`);
    return people.members.length + people.invitations.length;
  },
};

export function endFirstSteps(): Promise<Me> {
  return request('PATCH', '/api/v1/account', { body: { firstSteps: false } });
}

// Whether an address leads to the machine that the browser runs on, where no phone comes.
export function isOfThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
