// The routes of the agenda, one function each.

import { request, requestUnlessSame, type Answer } from '../lib/api';
import type { DateRange } from '../lib/dates';
import type {
  AgendaAnswer,
  AgendaPreferences,
  Feed,
  GuestAnswer,
  Invitation,
  Invitations,
  UnscheduledAnswer,
} from './types';

const root = '/api/v1/agenda';
const invitationsRoot = '/api/v1/planner/invitations';
const invitationAddress = (ownerId: string, eventId: string) =>
  `${invitationsRoot}/${encodeURIComponent(ownerId)}/${encodeURIComponent(eventId)}`;

export interface DaysQuery extends DateRange {
  // Absent: the person's own.
  zone?: string;
  // Of the next page.
  cursor?: string;
}

export const agendaApi = {
  // One page of these days. With the ETag of what is known already, nothing is sent that is the same.
  days({ from, to, zone, cursor }: DaysQuery, etag?: string): Promise<Answer<AgendaAnswer>> {
    const query = new URLSearchParams({ from, to });
    if (zone !== undefined) query.set('zone', zone);
    if (cursor !== undefined) query.set('cursor', cursor);
    return requestUnlessSame(`${root}?${query.toString()}`, etag);
  },
  unscheduled(): Promise<UnscheduledAnswer> {
    return request('GET', `${root}/unscheduled`);
  },
  preferences(): Promise<AgendaPreferences> {
    return request('GET', `${root}/preferences`);
  },
  savePreferences(preferences: AgendaPreferences): Promise<AgendaPreferences> {
    return request('PUT', `${root}/preferences`, { body: preferences });
  },
  async invitations(): Promise<Invitation[]> {
    return (await request<Invitations>('GET', invitationsRoot)).invitations;
  },
  invitation(ownerId: string, eventId: string): Promise<Invitation> {
    return request('GET', invitationAddress(ownerId, eventId));
  },
  answer(ownerId: string, eventId: string, answer: GuestAnswer): Promise<Invitation> {
    return request('PUT', `${invitationAddress(ownerId, eventId)}/answer`, { body: { answer } });
  },
  removeInvitation(ownerId: string, eventId: string): Promise<void> {
    return request('DELETE', invitationAddress(ownerId, eventId));
  },
  feed(): Promise<Feed> {
    return request('GET', `${root}/feed`);
  },
  createFeed(): Promise<{ url: string }> {
    return request('POST', `${root}/feed`);
  },
  removeFeed(): Promise<void> {
    return request('DELETE', `${root}/feed`);
  },
};

export type AgendaApi = typeof agendaApi;
