// What is being written in the dialog of an entry.

import type { ApiError } from '../../lib/api';
import { messageOf } from '../../lib/api';
import { Editor } from '../../lib/editor/editor.svelte';
import { preferences } from '../../lib/preferences.svelte';
import type { Calendar, Entry } from '../../lib/types';
import { sameColor } from '../../ui/colors';
import type { Conflict } from './conflict_view';
import { data } from '../data.svelte';
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
import { ConflictError, GoneError } from '../entries/errors';

export class EntryEditor extends Editor<Entry, EntryForm, Problems, Conflict> {
  #wasKnown = false;

  constructor(entry: Entry | undefined, draft: Draft, calendarId: string) {
    super(
      entry,
      entry
        ? formOfEntry(entry, preferences.newMinutes)
        : formOfDraft(draft, calendarId, '', preferences.newMinutes),
      {},
    );
  }

  // The entry goes to another calendar. If it had the colour of its calendar, it takes the new one's.
  moveTo(before: Calendar | undefined, after: Calendar): void {
    const hadSame = before && sameColor(this.form.color, before.color);
    if (this.base && hadSame) this.form.color = after.color;
    this.form.calendarId = after.id;
  }

  // What is known of the entry by now.
  override heard(latest: Entry | undefined): void {
    const { base } = this;
    if (!base || this.isBusy) return;
    if (!latest) {
      if (this.#wasKnown && !this.isGone) void this.#lookFor(base.id);
      return;
    }
    this.#wasKnown = true;
    this.isGone = false;
    super.heard(latest);
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

  protected override formOf(entry: Entry): EntryForm {
    return formOfEntry(entry, preferences.newMinutes);
  }

  protected override differs(clean: EntryForm, form: EntryForm): boolean {
    return isChanged(clean, form);
  }

  protected override check(): Problems {
    return problemsOfForm(this.form);
  }

  protected override create(): Promise<Entry> {
    const { calendarId } = this.form;
    const entry = entryOfForm(this.form);
    return data.create(calendarId, entry, this.keyOf([calendarId, entry]));
  }

  protected override saveChange(base: Entry): Promise<Entry | undefined> {
    return this.attempt(async () => {
      const change = changeOfForm(base, this.form);
      return Object.keys(change).length === 0 ? base : await data.change(base, change);
    });
  }

  // The data say themselves what a failure means for an entry.
  protected override handles(error: unknown): boolean {
    if (error instanceof ConflictError) this.conflict = error;
    return error instanceof ConflictError;
  }

  protected override currentOf(): undefined {
    return undefined;
  }

  protected override isGoneBy(error: unknown): boolean {
    return error instanceof GoneError;
  }

  protected override problemsOf(error: ApiError): Problems | undefined {
    const field = error.field ? fieldOfProblem(error.field, this.form) : undefined;
    return field && { [field]: messageOf(error) };
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
}
