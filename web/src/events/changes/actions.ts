// What a person does to an event, with its question, its message and its undo. These never throw:
// whatever goes wrong is said in a message.

import { messageOf } from '../../lib/api';
import { appearance } from '../../lib/appearance.svelte';
import { sayFailure, sayUndoable } from '../../lib/live_data/undo';
import { toasts } from '../../lib/toasts.svelte';
import { t } from '../../lib/messages';
import type { EventEditor } from '../editor/event_editor.svelte';
import { currentOf, isGone } from './conflicts';
import { moveMessage } from './move_message';
import { backPatch, occurrenceId, patchOf, type Placement } from '../view/placements';
import { askScope } from './scope_question.svelte';
import type { Occurrence, EventHome, PlannerEvent, Scope } from '../types';
import { binIdOf } from './bin_ids';
import { rejoinOf, type Rejoin } from './undo_following';
import type { UndoSave } from './undo_save';

// What these need of where the events are.
export type EventsData = Pick<
  EventHome,
  'api' | 'zone' | 'get' | 'change' | 'remove' | 'restore' | 'restoreDeleted' | 'refresh'
>;
// What can also show something where it is not yet.
export interface ActionsData extends EventsData {
  place(id: string, placement: Placement): () => void;
}

type Deleted = Pick<PlannerEvent, 'id' | 'etag' | 'title' | 'kind' | 'masterId'>;

// The occurrence stays where it was put while the person is asked, and goes back when they want none
// of it, or the server says no.
export async function moveOccurrence(
  data: ActionsData,
  occurrence: Occurrence,
  to: Placement,
): Promise<void> {
  const takeBack = data.place(occurrence.id, to);
  try {
    const scope = await scopeFor('change', occurrence);
    if (scope === 'none') return;
    const patch = patchOf(occurrence, to, data.zone);
    const rejoin = scope === 'following' ? await preparedRejoin(data, occurrence) : undefined;
    const moved = await data.change(occurrence.id, occurrence.etag, patch, scope);
    sayUndoable(
      moveMessage(occurrence, to, appearance.hour12),
      () => undoMove(data, { before: occurrence, to, moved, scope, rejoin }),
      (error, retry) => failed(data, error, occurrence.title, retry),
    );
  } catch (error) {
    const retry = () => void moveOccurrence(data, occurrence, to);
    failed(data, error, occurrence.title, retry);
  } finally {
    takeBack();
  }
}

// Resolves with whether it is gone. `event` is an event, a series, or one occurrence.
export async function deleteEvent(data: EventsData, event: Deleted): Promise<boolean> {
  const scope = await scopeFor('delete', event);
  if (scope === 'none') return false;
  return deleteScope(data, event, scope);
}

// The same of what is open in a dialog.
export async function deleteOpen(editor: EventEditor): Promise<boolean> {
  const { base } = editor;
  if (!(await editor.remove())) return false;
  if (base) sayDeleted(editor.data, base, editor.deletedScope);
  return true;
}

export async function deleteScope(
  data: EventsData,
  event: Deleted,
  scope: Scope | undefined,
): Promise<boolean> {
  try {
    await data.remove(event.id, event.etag, scope);
    sayDeleted(data, event, scope);
    return true;
  } catch (error) {
    if (isGone(error)) {
      toasts.done(t.events.changes.alreadyDeleted({ title: event.title }));
      void data.refresh();
      return true;
    }
    const current = currentOf(error);
    if (current) {
      toasts.failed(t.events.changes.notDeleted({ title: current.title }), {
        label: t.events.changes.deleteAnyway(),
        run: () => void deleteScope(data, { ...event, etag: current.etag }, scope),
      });
      void data.refresh();
    } else failed(data, error, event.title, () => void deleteScope(data, event, scope));
    return false;
  }
}

// An event was saved in its dialog; `undo` takes that back.
export function saySaved(saved: PlannerEvent, isNew: boolean, undo: UndoSave | undefined): void {
  const { title } = saved;
  const message = t.events.changes.saved({ title });
  if (!undo) return void toasts.done(message);
  sayUndoable(message, async () => {
    await undo(saved);
    return isNew ? t.events.changes.removed({ title }) : t.events.changes.restored({ title });
  });
}

// Something is in the bin, and can be taken out of it again.
export function sayDeleted(
  data: EventsData,
  event: Pick<Deleted, 'id' | 'title' | 'kind' | 'masterId'>,
  scope: Scope | undefined,
): void {
  const { title } = event;
  const bringBack = async () => {
    try {
      await data.restoreDeleted(binIdOf(event, scope));
    } catch (error) {
      // What is there again was restored already, and it was the reply that was lost.
      if (!isGone(error) || !(await isThere(data, event.id))) throw error;
    }
    return t.events.changes.restored({ title });
  };
  sayUndoable(t.events.changes.deleted({ title }), bringBack, (error, retry) => {
    const text = t.ui.notUndone({ why: messageOf(error) });
    toasts.failed(text, { label: t.base.retry(), run: retry });
  });
}

function isThere(data: EventsData, id: string): Promise<boolean> {
  return data.get(id).then(
    () => true,
    () => false,
  );
}

// Only one occurrence of a series raises the question.
async function scopeFor(
  purpose: 'change' | 'delete',
  event: Pick<PlannerEvent, 'kind' | 'title'>,
): Promise<Scope | undefined | 'none'> {
  if (event.kind !== 'occurrence') return undefined;
  return (await askScope(purpose, event)) ?? 'none';
}

interface Move {
  before: Occurrence;
  to: Placement;
  moved: PlannerEvent;
  scope: Scope | undefined;
  rejoin: Rejoin | undefined;
}

// That nobody could be asked keeps nothing from being moved.
async function preparedRejoin(data: EventsData, first: Occurrence): Promise<Rejoin | undefined> {
  try {
    return await rejoinOf(data, first);
  } catch {
    return undefined;
  }
}

// One occurrence that was as the series says is so again, and a series that was parted is one again.
// A whole series goes back by the occurrence that was moved, and all others go back with it.
// Everything else gets its old times.
async function undoMove(data: EventsData, move: Move): Promise<string> {
  const { before, to, moved, scope, rejoin } = move;
  const isParted = scope === 'following' && moved.id !== before.masterId;
  if (scope === 'this' && !before.isException) await data.restore(moved.id, moved.etag);
  else if (isParted && rejoin) await rejoin(moved);
  else if (scope === 'all' || scope === 'following') {
    const there = await data.get(occurrenceId(moved, before, to, data.zone));
    await data.change(there.id, there.etag, backPatch(before), 'all');
  } else await data.change(moved.id, moved.etag, backPatch(before));
  return t.events.changes.movedBack({ title: before.title });
}

function failed(data: EventsData, error: unknown, title: string, retry: () => void): void {
  const current = currentOf(error);
  if (current || isGone(error)) {
    toasts.failed(
      current ? t.events.changes.changedElsewhere({ title }) : t.events.changes.gone({ title }),
    );
    void data.refresh();
  } else sayFailure(error, retry);
}
