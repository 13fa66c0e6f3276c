// When a person wants to be reminded: of events, of each other kind, of the events of one calendar, and of one event.

import { request } from '../lib/api';
import type { ReminderSettings, ReminderSettingsChange } from '../lib/api_types';

// What a person has minutes of their own for: "calendar:<id>", or one event or series of it.
export interface Reminded {
  owner: string;
  thingId?: string | undefined;
}

const root = '/api/v1/reminders';

function overrideAddress({ owner, thingId }: Reminded): string {
  const ofOwner = `${root}/overrides/${encodeURIComponent(owner)}`;
  return thingId === undefined ? ofOwner : `${ofOwner}/${encodeURIComponent(thingId)}`;
}

export const reminderSettingsApi = {
  get: (): Promise<ReminderSettings> => request('GET', `${root}/settings`),
  change: (change: ReminderSettingsChange): Promise<ReminderSettings> =>
    request('PATCH', `${root}/settings`, { body: change }),
  // No minutes: no reminders.
  setOwn: (reminded: Reminded, minutes: readonly number[]): Promise<ReminderSettings> =>
    request('PUT', overrideAddress(reminded), { body: { minutes } }),
  // As it is suggested again.
  reset: (reminded: Reminded): Promise<ReminderSettings> =>
    request('DELETE', overrideAddress(reminded)),
};

// The minutes that a person has set for just this; undefined: as it is suggested.
export function ownMinutes(
  { overrides }: Pick<ReminderSettings, 'overrides'>,
  { owner, thingId }: Reminded,
): readonly number[] | undefined {
  return overrides.find((each) => each.owner === owner && each.thingId === thingId)?.minutes;
}

// The choices of a list in which one is chosen: the usual ones, and what was chosen elsewhere, by their minutes as text.
export function minuteChoices(
  usual: readonly number[],
  chosen: readonly number[] | undefined,
): string[] {
  const texts = usual.map(String);
  const own = (chosen ?? []).join(',');
  return own === '' || texts.includes(own) ? texts : [...texts, own];
}
export function minutesIn(choice: string): number[] {
  return choice === '' ? [] : choice.split(',').map(Number);
}
