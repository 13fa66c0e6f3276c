// The objects of the agenda in the words of this page.

import type * as api from '../lib/api_types';
import type { AgendaItem, AgendaKind } from '../lib/agenda_types';

export type * from '../lib/agenda_types';

// An item as this page knows it. One task is there twice when it has a planned time and a due date.
export interface Item extends AgendaItem {
  key: string;
}

export type AgendaAnswer = api.Agenda;
export type UnscheduledAnswer = api.UnscheduledTasks;
export type AgendaPreferences = api.AgendaPreferences;
export type Feed = api.AgendaFeed;
export type Invitation = api.EventInvitation;
export type Invitations = api.EventInvitations;
export type GuestAnswer = api.GuestAnswer;
// A part of the answer that is missing, because an app could not say what it has.
export type FailedPart = AgendaAnswer['failed'][number];

export const kinds: readonly AgendaKind[] = [
  'event',
  'entry',
  'task',
  'stay',
  'blocked',
  'birthday',
  'anniversary',
];
