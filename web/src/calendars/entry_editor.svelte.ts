// What is being written in the dialog of an entry: the form, the state that it is based on, and what
// comes of saving it. Nothing that was written is lost by anything that happens meanwhile.

import { ApiError, messageOf, OfflineError } from '../lib/api';
import type { Calendar, Entry } from '../lib/types';
import { sameColor } from '../ui/colors';
import type { Conflict } from './conflict_view';
import { data } from './data.svelte';
import {
  changeOfForm,
  entryOfForm,
  fieldOfProblem,
  formOfDraft,
  formOfEntry,
  isChanged,
  problemsOfForm,
  type Draft,
  type EntryForm,
  type Problems,
} from './drafts';
import { ConflictError, GoneError } from './errors';
import { newKey } from '../lib/new_key';

export class EntryEditor {
  // undefined for a new entry.
  base = $state.raw<Entry | undefined>();
  form: EntryForm;
  problems = $state.raw<Problems>({});
  // What went wrong that belongs to no field.
  failure = $state('');
  isOffline = $state(false);
  isBusy = $state(false);
  // Somebody else deleted it.
  isGone = $state(false);
  // Somebody else changed it, and nothing was written here: their version was taken over.
  isTakenOver = $state(false);
  // Somebody else changed it while something is written here.
  theirs = $state.raw<Entry | undefined>();
  // The person is asked to choose between two versions.
  conflict = $state.raw<Conflict | undefined>();

  #clean: EntryForm;
  #wasKnown = false;
  #sent = '';
  #key = '';

  constructor(entry: Entry | undefined, draft: Draft, calendarId: string) {
    this.base = entry;
    this.#clean = $state.raw(entry ? formOfEntry(entry) : formOfDraft(draft, calendarId, ''));
    this.form = $state({ ...this.#clean });
  }

  get isChanged(): boolean {
    return isChanged(this.#clean, this.form);
  }

  // The entry goes to another calendar. If it had the colour of its calendar, it takes the new one's.
  moveTo(before: Calendar | undefined, after: Calendar): void {
    const hadSame = before && sameColor(this.form.color, before.color);
    if (this.base && hadSame) this.form.color = after.color;
    this.form.calendarId = after.id;
  }

  // Saves, and gives back what was saved; undefined when there is something to be done first.
  async save(): Promise<Entry | undefined> {
    if (this.isBusy) return undefined;
    this.failure = '';
    this.isOffline = false;
    this.problems = problemsOfForm(this.form);
    if (Object.keys(this.problems).length > 0) return undefined;
    this.isBusy = true;
    try {
      return this.base ? await this.#change(this.base) : await this.#create();
    } catch (error) {
      this.#failed(error);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  // After somebody else deleted it: the same again, as a new entry.
  saveAsNew(): Promise<Entry | undefined> {
    this.base = undefined;
    this.isGone = false;
    return this.save();
  }

  async #change(base: Entry): Promise<Entry> {
    const change = changeOfForm(base, this.form);
    return Object.keys(change).length === 0 ? base : await data.change(base, change);
  }

  // Trying once more uses the same key, so that a lost reply makes no second entry.
  #create(): Promise<Entry> {
    const entry = entryOfForm(this.form);
    const sent = JSON.stringify([this.form.calendarId, entry]);
    if (sent !== this.#sent) this.#key = newKey();
    this.#sent = sent;
    return data.create(this.form.calendarId, entry, this.#key);
  }

  #failed(error: unknown): void {
    if (error instanceof ConflictError) {
      this.conflict = error;
      return;
    }
    if (error instanceof GoneError) {
      this.isGone = true;
      return;
    }
    const field =
      error instanceof ApiError && error.field ? fieldOfProblem(error.field, this.form) : undefined;
    this.isOffline = error instanceof OfflineError;
    if (field) this.problems = { [field]: messageOf(error) };
    else this.failure = messageOf(error);
  }

  // What is known of the entry by now.
  heard(latest: Entry | undefined): void {
    const { base } = this;
    if (!base || this.isBusy) return;
    if (!latest) {
      if (this.#wasKnown && !this.isGone) void this.#lookFor(base.id);
      return;
    }
    this.#wasKnown = true;
    this.isGone = false;
    if (latest.etag === base.etag) {
      this.theirs = undefined;
    } else if (this.isChanged) {
      this.theirs = latest;
    } else {
      this.#takeOver(latest);
    }
  }

  #takeOver(latest: Entry): void {
    this.base = latest;
    this.#clean = formOfEntry(latest);
    Object.assign(this.form, this.#clean);
    this.theirs = undefined;
    this.isTakenOver = true;
  }

  // Not being in the cache does not mean that it is gone.
  async #lookFor(id: string): Promise<void> {
    try {
      const found = await data.find(id);
      if (!found && this.base?.id === id) this.isGone = true;
    } catch {
      // Saving will tell.
    }
  }

  // Both versions beside each other, before saving has to fail.
  compare(): void {
    if (!this.base || !this.theirs) return;
    this.conflict = {
      mine: changeOfForm(this.base, this.form),
      base: this.base,
      current: this.theirs,
    };
  }
}
