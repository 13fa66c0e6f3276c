// The routes of the planner, one function each; those that calendars have as well are in events/event_api.ts.

import { request } from '../lib/api';
import type * as api from '../lib/api_types';
import { reminderOf } from './reminders/reminder_of';
import { addressBelow, eventApi, type ViewQuery } from '../events/event_api';
import type {
  Bootstrap,
  Feed,
  PlannerEvent,
  Preferences,
  PreferencesPatch,
  Reminder,
  Stats,
  UtcTime,
} from './types';

const root = '/api/v1/planner';
const address = addressBelow(root);
const reminderAddress = addressBelow('/api/v1/reminders');

export const plannerApi = {
  ...eventApi(root),

  bootstrap(query: Partial<Omit<ViewQuery, 'tags'>> = {}): Promise<Bootstrap> {
    const { from, to, tzid } = query;
    return request('GET', address('/bootstrap', { from, to, tzid }));
  },

  async linked(target: string): Promise<PlannerEvent[]> {
    return (await request<{ events: PlannerEvent[] }>('GET', address('/linked', { target })))
      .events;
  },

  preferences(): Promise<Preferences> {
    return request('GET', address('/preferences'));
  },

  savePreferences(etag: string, patch: PreferencesPatch): Promise<Preferences> {
    return request('PATCH', address('/preferences'), { body: patch, ifMatch: etag });
  },

  stats(): Promise<Stats> {
    return request('GET', address('/stats'));
  },

  async reminders(from?: UtcTime, to?: UtcTime): Promise<Reminder[]> {
    return remindersIn(await request('GET', reminderAddress('', { from, to })));
  },

  // By the clock of the server.
  async dueReminders(): Promise<Reminder[]> {
    return remindersIn(await request('GET', reminderAddress('', { due: 'true' })));
  },

  dismissReminder(id: string): Promise<void> {
    return request('PUT', reminderAddress(`/${encodeURIComponent(id)}`), {
      body: { dismissed: true },
    });
  },

  snoozeReminder(id: string, snoozeMinutes: number): Promise<void> {
    return request('PUT', reminderAddress(`/${encodeURIComponent(id)}`), {
      body: { snoozeMinutes },
    });
  },

  feed(): Promise<Feed> {
    return request('GET', address('/feed'));
  },

  createFeed(): Promise<{ url: string }> {
    return request('POST', address('/feed'));
  },

  removeFeed(): Promise<void> {
    return request('DELETE', address('/feed'));
  },
};

export type PlannerApi = typeof plannerApi;

function remindersIn({ reminders }: api.Reminders): Reminder[] {
  return reminders.map(reminderOf);
}
