// What is being written in the dialog of an entry, or of something new. What an entry cannot say makes an event of it.

import type { ApiError } from '../../lib/api';
import { messageOf } from '../../lib/api';
import { Editor } from '../../lib/editor/editor.svelte';
import { preferences } from '../../lib/preferences.svelte';
import { t } from '../../lib/messages';
import type { Calendar, Entry } from '../../lib/types';
import { sameColor } from '../../ui/colors';
import {
  fieldOfProblem as fieldOfEvent,
  problemsOfForm as problemsOfEvent,
} from '../../events/editor/event_check';
import { limitsOf, ruleStartOf, type SeriesLimits } from '../../events/editor/event_form';
import type { PlannerEvent } from '../../events/types';
import { followStart } from '../../when/recurrence/rule_follow';
import type { RuleStart } from '../../when/recurrence/rule_model';
import type { Conflict } from './conflict_view';
import { data } from '../data.svelte';
import type { Draft } from './drafts';
import {
  changeOfForm,
  entryOfForm,
  eventOfForm,
  fieldOfProblem,
  formOfDraft,
  formOfEntry,
  isChanged,
  problemsOfForm,
  rebased,
  saysMore,
  turningPatch,
  type ItemForm,
  type Problems,
} from './item_form';
import { ConflictError, GoneError } from '../entries/errors';

// What was saved: an entry, or the event that it has become, in a calendar or in the planner.
export type Saved = { entry: Entry } | { event: PlannerEvent; calendarId: string };

export class EntryEditor extends Editor<Entry, ItemForm, Problems, Conflict> {
  // What is wrong with the fields of the rule, which are not part of the form.
  ruleProblem = $state<string>();
  readonly isSeries = false;
  readonly isOccurrence = false;
  #wasKnown = false;
  // The event that was made by saving.
  #event: PlannerEvent | undefined;

  constructor(entry: Entry | undefined, draft: Draft, calendarId: string) {
    super(
      entry,
      entry
        ? formOfEntry(entry, preferences.newMinutes)
        : formOfDraft(draft, calendarId, '', preferences.newMinutes),
      {},
    );
  }

  // The zone of who writes.
  get own(): string {
    return data.events.zone;
  }

  get calendarId(): string {
    return this.form.calendarId;
  }

  get ruleStart(): RuleStart {
    return ruleStartOf(this.form);
  }

  get limits(): SeriesLimits {
    return limitsOf(undefined);
  }

  // New times, and the rule goes along.
  setTimes(times: Partial<ItemForm>): void {
    const before = ruleStartOf(this.form);
    Object.assign(this.form, times);
    this.form.rrule = followStart(this.form.rrule, before, ruleStartOf(this.form));
  }

  // The entry goes to another calendar. If it had the colour of its calendar, it takes the new one's.
  moveTo(before: Calendar | undefined, after: Pick<Calendar, 'id' | 'color'>): void {
    const hadSame = before && sameColor(this.form.color, before.color);
    if (this.base && hadSame) this.form.color = after.color;
    this.form.calendarId = after.id;
  }

  // Saves, and says what came of it; undefined when there is something to be done first.
  async store(saving: Promise<Entry | undefined> = this.save()): Promise<Saved | undefined> {
    const { calendarId } = this.form;
    const entry = await saving;
    if (!entry) return undefined;
    return this.#event ? { event: this.#event, calendarId } : { entry };
  }

  // The entry becomes an event as it is, to be given what is not in the form. Then this editor is done; otherwise it
  // throws ConflictError, GoneError, ApiError or OfflineError. `isOwn` if the event is what was asked for here.
  async turn(base: Entry): Promise<{ event: PlannerEvent; isOwn: boolean }> {
    this.isBusy = true;
    try {
      return { event: await data.turnIntoEvent(base, {}), isOwn: true };
    } catch (error) {
      // Perhaps the reply was lost the last time, or another member was faster, and may have given it more.
      const event = error instanceof GoneError ? await data.turnedHere(base) : undefined;
      if (event) return { event, isOwn: false };
      this.isBusy = false;
      throw error;
    }
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
    if (saysMore(this.form)) return this.#rebase(this.theirs);
    this.conflict = {
      mine: changeOfForm(this.base, this.form),
      base: this.base,
      current: this.theirs,
    };
  }

  protected override formOf(entry: Entry): ItemForm {
    return formOfEntry(entry, preferences.newMinutes);
  }

  protected override differs(clean: ItemForm, form: ItemForm): boolean {
    return isChanged(clean, form);
  }

  protected override check(): Problems {
    const { rrule, tags, reminders, links, expires } = problemsOfEvent(this.form, this.own);
    const more = Object.entries({
      tags,
      reminders,
      links,
      expires,
      rrule: this.ruleProblem ?? rrule,
    });
    const wrong = more.filter(([, problem]) => problem !== undefined);
    const besides = saysMore(this.form) ? (Object.fromEntries(wrong) as Problems) : {};
    return { ...problemsOfForm(this.form), ...besides };
  }

  protected override async create(): Promise<Entry> {
    this.#event = undefined;
    const { calendarId } = this.form;
    const entry = entryOfForm(this.form);
    if (!saysMore(this.form)) {
      return data.create(calendarId, entry, this.keyOf([calendarId, entry]));
    }
    const input = eventOfForm(this.form, this.own, data.calendar(calendarId)?.color);
    this.#event = await data.home(calendarId).create(input, this.keyOf([calendarId, input]));
    return entryLike(this.#event, calendarId);
  }

  protected override saveChange(base: Entry): Promise<Entry | undefined> {
    this.#event = undefined;
    if (saysMore(this.form)) return this.attempt(() => this.#turn(base));
    return this.attempt(async () => {
      const change = changeOfForm(base, this.form);
      return Object.keys(change).length === 0 ? base : await data.change(base, change);
    });
  }

  // In its calendar first, and then it goes to where it was put.
  async #turn(base: Entry): Promise<Entry> {
    const { calendarId } = this.form;
    const color = data.calendar(base.calendarId)?.color ?? '';
    const patch = turningPatch(this.clean, this.form, this.own, color);
    const event = await data.turnIntoEvent(base, patch);
    const isThere = calendarId === base.calendarId;
    this.#event = isThere ? event : await data.moveEvent(base.calendarId, event, calendarId);
    return entryLike(this.#event, calendarId);
  }

  // The data say themselves what a failure means for an entry.
  protected override handles(error: unknown): boolean {
    if (!(error instanceof ConflictError)) return false;
    if (saysMore(this.form)) this.#rebase(error.current);
    else this.conflict = error;
    return true;
  }

  // What is written here stays, on top of how the entry is now: there is no choice between an entry and an event.
  #rebase(current: Entry): void {
    const mine = rebased(this.clean, this.form, this.formOf(current));
    this.takeOver(current);
    Object.assign(this.form, mine);
    this.theirs = undefined;
    this.failure = t.calendars.entry.lookAgain();
  }

  protected override currentOf(): undefined {
    return undefined;
  }

  protected override isGoneBy(error: unknown): boolean {
    return error instanceof GoneError;
  }

  protected override problemsOf(error: ApiError): Problems | undefined {
    if (!error.field) return undefined;
    const field = saysMore(this.form)
      ? fieldOfEvent(error.field, this.form)
      : fieldOfProblem(error.field, this.form);
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

// What the editor gives back of something that is no entry any more: nobody looks at more than that it is there.
function entryLike(
  { id, title, etag, createdAt, updatedAt }: PlannerEvent,
  calendarId: string,
): Entry {
  return {
    ...{ id, title, etag, createdAt, updatedAt, calendarId },
    ...{ description: null, location: null, createdBy: null, updatedBy: null },
    date: '',
    color: '',
    kind: { type: 'AllDay' },
  };
}
