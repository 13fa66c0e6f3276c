// What is known of entries, and which days of which calendar have been loaded.
//
// What is known of an entry has three sources, which arrive in any order: ranges that were asked for,
// live events, and the replies to own changes. Events and own changes are newer than any range that
// was asked for before them, so each leaves a mark (a counter) by which such a range passes over the
// entry. While own changes are under way, what they will make of the entry is laid over what the
// server said (`overlay`), which goes on being kept up to date below.

import type { DateRange } from '../../lib/dates';
import type { Entry } from '../../lib/types';
import { add, missing, overlap, within } from './day_ranges';
import { firstDay, lastDay } from './entry_changes';

// A range that has been asked for.
export interface Question {
  readonly calendarId: string;
  readonly range: DateRange;
  readonly askedAt: number;
}

const maxEntries = 20_000;
// Own changes and deletions that are remembered, to recognise what arrives late and is older.
const maxReplaced = 500;

export class EntryCache {
  #entries = new Map<string, Entry>();
  #overlays = new Map<string, Entry | null>();
  #loaded = new Map<string, DateRange[]>();
  #questions = new Set<Question>();
  #counter = 0;
  // When an entry changed, or was removed, after a range was asked for.
  #changedAt = new Map<string, number>();
  // The counter when everything was invalidated, for all calendars.
  #invalidatedAt = 0;
  // ETag of a state -> ETag of what an own change made of it.
  #replacedBy = new Map<string, string>();
  #deleted = new Set<string>();
  // The calendar that an entry is gone from, by the last live event about it.
  #goneFrom = new Map<string, string>();

  // What is to be shown of an entry.
  get(id: string): Entry | undefined {
    const overlay = this.#overlays.get(id);
    return overlay === undefined ? this.#entries.get(id) : (overlay ?? undefined);
  }

  // What the server said last.
  confirmed(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  // Everything that is to be shown of the calendars that `isShown` says yes to.
  all(isShown: (calendarId: string) => boolean): Entry[] {
    const result: Entry[] = [];
    for (const [id, entry] of this.#entries) {
      if (!this.#overlays.has(id) && isShown(entry.calendarId)) result.push(entry);
    }
    for (const overlay of this.#overlays.values()) {
      if (overlay && isShown(overlay.calendarId)) result.push(overlay);
    }
    return result;
  }

  // --- Ranges

  missing(calendarId: string, wanted: DateRange): DateRange[] {
    return missing(this.#loaded.get(calendarId) ?? [], wanted);
  }

  loaded(calendarId: string): readonly DateRange[] {
    return this.#loaded.get(calendarId) ?? [];
  }

  ask(calendarId: string, range: DateRange): Question {
    const question = { calendarId, range, askedAt: ++this.#counter };
    this.#questions.add(question);
    return question;
  }

  // The reply to a question, undefined when there is none. Returns whether anything changed.
  answer(question: Question, entries: readonly Entry[] | undefined): boolean {
    const isAsked = this.#questions.delete(question);
    const hasChanged = isAsked && entries !== undefined && this.#apply(question, entries);
    // Marks are for those who asked before; without any there is nobody to warn.
    if (this.#questions.size === 0) this.#changedAt.clear();
    return hasChanged;
  }

  // The reply to a question about one entry that was not known.
  answerOne(question: Question, entry: Entry | undefined): boolean {
    const isOld = entry !== undefined && (this.#changedAt.get(entry.id) ?? 0) > question.askedAt;
    this.answer(question, undefined);
    return entry !== undefined && !isOld && this.#set(entry);
  }

  #apply({ calendarId, range, askedAt }: Question, entries: readonly Entry[]): boolean {
    let hasChanged = false;
    const isNewsFor = (id: string) => (this.#changedAt.get(id) ?? 0) < askedAt;
    const found = new Set(entries.map((entry) => entry.id));
    for (const [id, known] of this.#entries) {
      if (known.calendarId !== calendarId || found.has(id) || !isNewsFor(id)) continue;
      if (!overlap({ from: firstDay(known), to: lastDay(known) }, range)) continue;
      this.#entries.delete(id);
      hasChanged = true;
    }
    for (const entry of entries) {
      if (!isNewsFor(entry.id) || this.#deleted.has(entry.id)) continue;
      const known = this.#entries.get(entry.id);
      // Two calendars were asked while it moved from one to the other.
      if (known && known.calendarId !== calendarId && isOlder(entry, known)) continue;
      hasChanged = this.#set(entry) || hasChanged;
    }
    // What was asked for before everything was invalidated is shown, but is to be asked for again.
    if (askedAt > this.#invalidatedAt) {
      this.#loaded.set(calendarId, add(this.#loaded.get(calendarId) ?? [], range));
    }
    return hasChanged;
  }

  // Something may have been missed: what is known stays, but counts as not loaded. Returns what was.
  invalidate(): Map<string, DateRange[]> {
    const before = this.#loaded;
    this.#loaded = new Map();
    this.#invalidatedAt = ++this.#counter;
    return before;
  }

  // --- Live events

  // An entry is new or was changed (or was so a while ago: an event arrives at least once).
  applyChange(entry: Entry): boolean {
    this.#changedAt.set(entry.id, ++this.#counter);
    const known = this.#entries.get(entry.id);
    if (this.#deleted.has(entry.id) || (known && isOlder(entry, known))) return false;
    // The state before an own change, which arrives after the reply to that change.
    if (this.#replacedBy.has(entry.etag)) return false;
    return this.#set(entry);
  }

  // An entry is gone from a calendar; it may be in another one by now. Events come in order: what is
  // heard of it after this is that somebody has restored it.
  applyRemoval(calendarId: string, id: string): boolean {
    this.#changedAt.set(id, ++this.#counter);
    this.#deleted.delete(id);
    const known = this.#entries.get(id);
    if (known && known.calendarId !== calendarId) return false;
    this.#goneFrom.set(id, calendarId);
    if (this.#goneFrom.size > maxReplaced) dropFirst(this.#goneFrom);
    return this.#entries.delete(id);
  }

  // --- Own changes

  // Shows what own changes will make of the entry (null: they delete it) until `settle`.
  expect(id: string, entry: Entry | null): void {
    this.#overlays.set(id, entry);
  }

  // There are no own changes under way any more.
  settle(id: string): void {
    this.#overlays.delete(id);
  }

  // The server's reply to an own change: `before` is what was confirmed when it was sent. The reply
  // may arrive after the change that somebody else made after it. Times are too coarse to tell,
  // but events come in order: if what arrived meanwhile is older, the event of our change follows.
  confirm(entry: Entry, before: Entry | undefined): void {
    this.#changedAt.set(entry.id, ++this.#counter);
    const known = this.#entries.get(entry.id);
    const wasTold = known !== undefined && known !== before && known.etag !== before?.etag;
    if (wasTold && !isOlder(known, entry)) return;
    if (!known && this.#goneFrom.get(entry.id) === entry.calendarId) return;
    this.#set(entry);
  }

  // An own change made the state `etag` into the state `replacedBy`.
  replaced(etag: string, replacedBy: string): void {
    // The same state within the same second has the same ETag again.
    this.#replacedBy.delete(replacedBy);
    if (etag === replacedBy) return;
    this.#replacedBy.set(etag, replacedBy);
    if (this.#replacedBy.size > maxReplaced) dropFirst(this.#replacedBy);
  }

  // We deleted it: whatever arrives about it before the event of that is old.
  confirmDeleted(id: string): void {
    this.lose(id);
    this.#deleted.add(id);
    if (this.#deleted.size > maxReplaced) dropFirst(this.#deleted);
  }

  // We restored it from the bin.
  confirmRestored(entry: Entry): void {
    this.#changedAt.set(entry.id, ++this.#counter);
    this.#deleted.delete(entry.id);
    this.#replacedBy.delete(entry.etag);
    this.#set(entry);
  }

  // The server does not know it, or does not let us see it any more.
  lose(id: string): void {
    this.#changedAt.set(id, ++this.#counter);
    this.#entries.delete(id);
  }

  // The ETag of what own changes have made of the state `etag`.
  latestEtag(etag: string): string {
    let latest = etag;
    for (let next = this.#replacedBy.get(latest); next; next = this.#replacedBy.get(latest)) {
      latest = next;
    }
    return latest;
  }

  // --- Forgetting

  // The calendar is gone, with everything in it.
  forgetCalendar(calendarId: string): void {
    this.#loaded.delete(calendarId);
    for (const question of this.#questions) {
      if (question.calendarId === calendarId) this.#questions.delete(question);
    }
    for (const [id, entry] of this.#entries) {
      if (entry.calendarId === calendarId) this.#entries.delete(id);
    }
    for (const [id, entry] of this.#overlays) {
      if (entry?.calendarId === calendarId) this.#overlays.delete(id);
    }
  }

  // Lets go of what is far from these days, if too much is known.
  trim(kept: DateRange): boolean {
    if (this.#entries.size <= maxEntries) return false;
    for (const [calendarId, ranges] of this.#loaded) {
      this.#loaded.set(calendarId, within(ranges, kept));
    }
    for (const [id, entry] of this.#entries) {
      if (!overlap({ from: firstDay(entry), to: lastDay(entry) }, kept)) this.#entries.delete(id);
    }
    return true;
  }

  // An entry that has not changed stays the same object, so that nothing is drawn again for it.
  #set(entry: Entry): boolean {
    const known = this.#entries.get(entry.id);
    if (known?.etag === entry.etag && known.calendarId === entry.calendarId) return false;
    this.#entries.set(entry.id, entry);
    this.#goneFrom.delete(entry.id);
    return true;
  }
}

// Times are of whole seconds: within one, nothing is older.
function isOlder(entry: Entry, known: Entry): boolean {
  return Date.parse(entry.updatedAt) < Date.parse(known.updatedAt);
}

function dropFirst(collection: Set<string> | Map<string, string>): void {
  for (const key of collection.keys()) {
    collection.delete(key);
    return;
  }
}
