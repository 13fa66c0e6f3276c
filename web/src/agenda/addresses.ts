// The addresses of the agenda: what is shown, and which dialog is open.

import { isDate, type DateText, type View } from '../lib/dates';

export const agendaViews = ['day', 'week', 'month', 'list'] as const satisfies readonly View[];
export type AgendaView = (typeof agendaViews)[number];

export type PlaceDialog =
  // When the task of an app is to be done.
  | { kind: 'plan'; app: string; id: string }
  // What another one has invited the person to.
  | { kind: 'invitation'; ownerId: string; eventId: string }
  | { kind: 'keys' | 'feed' };

export interface Place {
  view: AgendaView;
  date: DateText;
  dialog?: PlaceDialog | undefined;
}

export function isAgendaView(text: string | undefined): text is AgendaView {
  return agendaViews.some((view) => view === text);
}

// What the parts of a path stand for, beginning with "agenda"; undefined when there is no such page.
export function placeOf(parts: readonly string[]): Place | undefined {
  const [app, view, date, ...rest] = parts;
  if (app !== 'agenda' || !isAgendaView(view) || date === undefined || !isDate(date)) {
    return undefined;
  }
  if (rest.length === 0) return { view, date };
  const dialog = dialogOf(rest);
  return dialog && { view, date, dialog };
}

function dialogOf([kind, first, id, ...rest]: readonly string[]): PlaceDialog | undefined {
  if (rest.length > 0) return undefined;
  if (kind === 'keys' || kind === 'feed') return first === undefined ? { kind } : undefined;
  if (first === undefined || id === undefined) return undefined;
  const decoded = decodedPart(id);
  if (decoded === '') return undefined;
  if (kind === 'plan') return { kind, app: first, id: decoded };
  const ownerId = decodedPart(first);
  return kind === 'invitation' && ownerId !== '' ? { kind, ownerId, eventId: decoded } : undefined;
}

export function addressOf({ view, date, dialog }: Place): string {
  const path = `/agenda/${view}/${date}`;
  if (!dialog) return path;
  if (dialog.kind === 'plan') return `${path}/plan/${dialog.app}/${encodeURIComponent(dialog.id)}`;
  if (dialog.kind !== 'invitation') return `${path}/${dialog.kind}`;
  const ids = [dialog.ownerId, dialog.eventId].map(encodeURIComponent);
  return `${path}/invitation/${ids.join('/')}`;
}

export const wallAddress = '/agenda?display=wall';

// What cannot be decoded is no id.
function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
