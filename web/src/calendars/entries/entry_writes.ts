// Own changes of entries: shown at once, sent one after the other for each entry, and taken back when
// the server says no. A second change of an entry that is made before the first is answered is based
// on the first, so it waits for its ETag and does not conflict with itself.

import { ApiError } from '../../lib/api';
import type { Entry, EntryChange, NewEntry } from '../../lib/types';
import type { CalendarApi } from '../calendar_api';
import { changed, isDone, sameContent } from './entry_changes';
import type { EntryCache } from './entry_cache';
import { ConflictError, GoneError } from './errors';

type Api = Pick<
  CalendarApi,
  'changeEntry' | 'completeTask' | 'createEntry' | 'entry' | 'removeEntry' | 'restoreEntry'
>;

interface Step {
  // What the person wants, for the dialog of conflicts.
  mine: EntryChange;
  show: (entry: Entry) => Entry | null;
  // Resolves to the new state, or to null when it is deleted.
  send: (etag: string) => Promise<Entry | null>;
  // Whether it is sent whatever the state is.
  isUnconditional: boolean;
}

interface Queue {
  steps: Step[];
  tail: Promise<unknown>;
  conflict: ConflictError | undefined;
}

export class EntryWrites {
  #queues = new Map<string, Queue>();

  constructor(
    private readonly cache: EntryCache,
    private readonly api: Api,
    private readonly onChange: () => void,
  ) {}

  async create(calendarId: string, entry: NewEntry, key: string): Promise<Entry> {
    const created = await this.api.createEntry(calendarId, entry, key);
    this.cache.confirm(created, undefined);
    this.onChange();
    return created;
  }

  // Takes a deleted entry out of the bin of its calendar.
  async restore(calendarId: string, id: string): Promise<Entry> {
    const restored = await this.#restored(calendarId, id);
    this.cache.confirmRestored(restored);
    this.onChange();
    return restored;
  }

  // What is not in the bin any more was restored already, if it is there: then it was the reply that
  // was lost.
  async #restored(calendarId: string, id: string): Promise<Entry> {
    try {
      return await this.api.restoreEntry(calendarId, id);
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      const there = isGone ? await this.api.entry(id).catch(() => undefined) : undefined;
      if (!there) throw error;
      return there;
    }
  }

  async change(entry: Entry, change: EntryChange): Promise<Entry> {
    const reply = await this.#add(entry, {
      mine: change,
      show: (shown) => changed(shown, change),
      send: (etag) => this.api.changeEntry(entry.id, change, etag),
      isUnconditional: false,
    });
    return reply ?? entry;
  }

  async tick(entry: Entry, completed: boolean): Promise<Entry> {
    const change: EntryChange = { kind: { type: 'Task', completed } };
    const reply = await this.#add(entry, {
      mine: change,
      show: (shown) => (shown.kind.type === 'Task' ? { ...shown, ...change } : shown),
      send: () => this.api.completeTask(entry.id, completed),
      isUnconditional: true,
    });
    return reply ?? entry;
  }

  async remove(entry: Entry): Promise<void> {
    await this.#add(entry, {
      mine: {},
      show: () => null,
      send: async (etag) => {
        await this.api.removeEntry(entry.id, etag);
        return null;
      },
      isUnconditional: false,
    });
  }

  // Something else takes the place of the entry.
  async replace<Result>(entry: Entry, send: (entry: Entry) => Promise<Result>): Promise<Result> {
    const before = this.cache.confirmed(entry.id);
    try {
      return await send({ ...entry, etag: this.cache.latestEtag(entry.etag) });
    } catch (error) {
      const step = { mine: {}, show: () => null, send: () => Promise.resolve(null) };
      throw await this.#explain(error, entry, { ...step, isUnconditional: false }, before).then(
        () => error,
        (explained: unknown) => explained,
      );
    }
  }

  // The entry is no more: an event is in its place.
  wasReplaced(id: string): void {
    this.cache.confirmDeleted(id);
    this.onChange();
  }

  // It is an entry again.
  cameBack(entry: Entry): void {
    this.cache.confirmRestored(entry);
    this.onChange();
  }

  #add(entry: Entry, step: Step): Promise<Entry | null> {
    const queue = this.#queues.get(entry.id) ?? {
      steps: [],
      tail: Promise.resolve(),
      conflict: undefined,
    };
    this.#queues.set(entry.id, queue);
    queue.steps.push(step);
    this.#show(entry, queue);
    const sent = queue.tail.then(() => this.#run(entry, step, queue));
    queue.tail = sent.catch(() => undefined);
    return sent;
  }

  async #run(entry: Entry, step: Step, queue: Queue): Promise<Entry | null> {
    try {
      return await this.#send(entry, step, queue);
    } catch (error) {
      if (error instanceof ConflictError) queue.conflict = error;
      throw error;
    } finally {
      queue.steps.shift();
      this.#show(entry, queue);
    }
  }

  async #send(entry: Entry, step: Step, queue: Queue): Promise<Entry | null> {
    // What the person did after a change that is in conflict belongs to the same question.
    if (queue.conflict && !step.isUnconditional) {
      const { mine, base, current } = queue.conflict;
      throw new ConflictError({ ...mine, ...step.mine }, base, current);
    }
    const before = this.cache.confirmed(entry.id);
    const etag = this.cache.latestEtag(entry.etag);
    try {
      const reply = await step.send(etag);
      if (reply) this.#confirm(reply, step, etag, before);
      else this.cache.confirmDeleted(entry.id);
      return reply;
    } catch (error) {
      return await this.#explain(error, entry, step, before);
    }
  }

  #confirm(reply: Entry, step: Step, etag: string, before: Entry | undefined): void {
    // Without a condition the state may have been another one than ours. Then what is based on the
    // one that we know does not follow from the new one.
    const expected = before?.etag === etag ? step.show(before) : undefined;
    const isOurs = !step.isUnconditional || (expected && sameContent(expected, reply));
    if (isOurs) this.cache.replaced(etag, reply.etag);
    this.cache.confirm(reply, before);
  }

  // Makes of the server's no what it means for this entry; or of a no that is a yes, a yes.
  async #explain(
    error: unknown,
    entry: Entry,
    step: Step,
    before: Entry | undefined,
  ): Promise<Entry> {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412 && isEntry(error.current)) {
      const current = error.current;
      this.cache.confirm(current, before);
      // The reply to the same change was lost, and it is sent again.
      const isChange = Object.keys(step.mine).length > 0;
      if (isChange && isDone(current, step.mine)) return current;
      throw new ConflictError(step.mine, entry, current);
    }
    if (error.status === 404) {
      if (await this.#isGone(entry.id, before)) throw new GoneError(entry);
    }
    throw error;
  }

  // A 404 may also be about the calendar that the entry was to move to.
  async #isGone(id: string, before: Entry | undefined): Promise<boolean> {
    try {
      this.cache.confirm(await this.api.entry(id), before);
      return false;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) return false;
      this.cache.lose(id);
      return true;
    }
  }

  // Lays what is still to be sent over what the server said.
  #show(entry: Entry, queue: Queue): void {
    if (queue.steps.length === 0) {
      this.#queues.delete(entry.id);
      this.cache.settle(entry.id);
    } else {
      let shown: Entry | null = this.cache.confirmed(entry.id) ?? entry;
      for (const step of queue.steps) shown = shown && step.show(shown);
      this.cache.expect(entry.id, shown);
    }
    this.onChange();
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'id' in value && 'etag' in value;
}
