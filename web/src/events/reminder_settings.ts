// When a person wants to be reminded: of events, of each other kind, and of the events of one calendar.

import { request } from '../lib/api';
import type { ReminderSettings, ReminderSettingsChange } from '../lib/api_types';

const root = '/api/v1/reminders';
const overrideAddress = (owner: string) => `${root}/overrides/${encodeURIComponent(owner)}`;

export const reminderSettingsApi = {
  get: (): Promise<ReminderSettings> => request('GET', `${root}/settings`),
  change: (change: ReminderSettingsChange): Promise<ReminderSettings> =>
    request('PATCH', `${root}/settings`, { body: change }),
  // `owner` is "calendar:<id>". No minutes: no reminders.
  setOwn: (owner: string, minutes: readonly number[]): Promise<ReminderSettings> =>
    request('PUT', overrideAddress(owner), { body: { minutes } }),
  // As it is suggested again.
  reset: (owner: string): Promise<ReminderSettings> => request('DELETE', overrideAddress(owner)),
};

// The minutes that a person has set for all that an owner has; undefined: as it is suggested.
export function ownMinutes(
  { overrides }: Pick<ReminderSettings, 'overrides'>,
  owner: string,
): readonly number[] | undefined {
  return overrides.find((each) => each.owner === owner && each.thingId === undefined)?.minutes;
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
