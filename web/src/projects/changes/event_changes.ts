// Changing events where they are shown: sent with the version that the change is based on, and offered to be undone.

import { currentWith } from '../../lib/editor/current_state';
import { sayFailure, sayUndoable } from '../../lib/live_data/undo';
import { t } from '../../lib/messages';
import type { Projects } from '../data.svelte';
import type { EventChange, ProjectEvent } from '../types';
import { sendOnTop } from './on_top';

export type EventsData = Pick<Projects, 'api' | 'learnEvent'>;
type EventField = keyof EventChange & keyof ProjectEvent;

export class EventChanges {
  // The last change of each event that is on its way: the next one is based on what comes of it.
  readonly #pending = new Map<string, Promise<ProjectEvent | undefined>>();

  constructor(private readonly data: EventsData) {}

  // `message` says what was done. Gives back the event as it is then; undefined when that failed, which is said.
  async change(
    event: ProjectEvent,
    change: EventChange,
    message: string,
  ): Promise<ProjectEvent | undefined> {
    const before = this.#pending.get(event.id);
    const running = (async () => this.#change((await before) ?? event, change, message))();
    this.#pending.set(event.id, running);
    const changed = await running;
    if (this.#pending.get(event.id) === running) this.#pending.delete(event.id);
    return changed;
  }

  async #change(base: ProjectEvent, change: EventChange, message: string) {
    try {
      const changed = await this.#send(base, change);
      sayUndoable(message, () => this.#restore(changed, base, change));
      return changed;
    } catch (error) {
      sayFailure(error, () => void this.change(base, change, message));
      return undefined;
    }
  }

  #send(base: ProjectEvent, change: EventChange): Promise<ProjectEvent> {
    return sendOnTop(base, {
      fields: fieldsOf(change),
      send: (etag) => this.data.api.changeEvent(base.id, change, etag),
      currentOf: (error) => currentWith<ProjectEvent>(error, 'startDate', 'title'),
      learn: (event) => this.data.learnEvent(event),
    });
  }

  async #restore(changed: ProjectEvent, before: ProjectEvent, change: EventChange) {
    const fields = fieldsOf(change);
    await this.#send(changed, Object.fromEntries(fields.map((field) => [field, before[field]])));
    return t.projects.changes.undone({ title: before.title });
  }
}

const fieldsOf = (change: EventChange) => Object.keys(change) as EventField[];
