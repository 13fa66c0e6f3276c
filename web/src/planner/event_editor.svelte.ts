// What is being written in the dialog of an event: the form, the state that it is based on, and what
// comes of saving it. Nothing that was written is lost by anything that happens meanwhile.

import { ApiError, messageOf, OfflineError } from '../lib/api';
import { newKey } from '../lib/new_key';
import { fieldOfProblem, problemsOfForm, type Problems } from './event_check';
import type { EventConflict } from './event_conflict';
import {
  formOfDraft,
  formOfEvent,
  limitsOf,
  ruleStartOf,
  seriesStartOf,
  type EventForm,
  type SeriesLimits,
} from './event_form';
import { inputOfForm, isChanged, patchOfForm } from './event_patch';
import { followStart } from './rule_follow';
import type { RuleStart } from './rule_model';
import { isSameRule } from './rule_text';
import { askScope } from './scope_question.svelte';
import type {
  EventDraft,
  EventPatch,
  PlannerData,
  PlannerEvent,
  Preferences,
  Scope,
} from './types';
import { undoOfDelete, type Undo } from './undo_delete';

export class EventEditor {
  // undefined for a new event.
  base = $state.raw<PlannerEvent | undefined>();
  form: EventForm;
  problems = $state.raw<Problems>({});
  // What is wrong with the fields of the rule, which are not part of the form.
  ruleProblem = $state<string>();
  // What went wrong that belongs to no field.
  failure = $state('');
  isOffline = $state(false);
  isBusy = $state(false);
  // It was deleted elsewhere.
  isGone = $state(false);
  // The person is asked to choose between two versions.
  conflict = $state.raw<EventConflict | undefined>();
  // Of an occurrence: its series, once it is known.
  series = $state.raw<PlannerEvent | undefined>();
  // How what was deleted comes back.
  undo: Undo | undefined;

  #clean: EventForm;
  #sent = '';
  #key = '';

  constructor(
    readonly data: PlannerData,
    readonly preferences: Preferences,
    start: { event: PlannerEvent } | { draft: EventDraft },
  ) {
    this.base = 'event' in start ? start.event : undefined;
    this.#clean = $state.raw(
      'event' in start
        ? formOfEvent(start.event, preferences)
        : formOfDraft(start.draft, preferences),
    );
    this.form = $state(copyOf(this.#clean));
    const masterId = this.base?.kind === 'occurrence' ? this.base.masterId : undefined;
    if (masterId !== undefined) void this.#loadSeries(masterId);
  }

  // Without it, what is shown of the rule is a little less exact.
  async #loadSeries(id: string): Promise<void> {
    try {
      this.series = await this.data.get(id);
    } catch {
      this.series = undefined;
    }
  }

  get own(): string {
    return this.preferences.defaultTzid;
  }

  get isOccurrence(): boolean {
    return this.base?.kind === 'occurrence';
  }

  get isChanged(): boolean {
    return isChanged(this.#clean, this.form);
  }

  get hasOtherRule(): boolean {
    return !isSameRule(this.#clean.rrule, this.form.rrule);
  }

  // What the rule of the form is about: of an occurrence whose rule nobody touched, its series.
  get ruleStart(): RuleStart {
    const here = ruleStartOf(this.form, this.isOccurrence);
    if (!this.base || !this.isOccurrence || this.hasOtherRule) return here;
    if (this.series) return ruleStartOf(formOfEvent(this.series, this.preferences), true);
    return seriesStartOf(this.base) ?? here;
  }

  // Of the series whose rule nobody touched.
  get limits(): SeriesLimits {
    return limitsOf(this.hasOtherRule ? undefined : (this.series ?? this.base));
  }

  // New times. Of what has a rule of its own, the rule goes along; an occurrence can be moved alone.
  setTimes(times: Partial<EventForm>): void {
    const before = ruleStartOf(this.form);
    Object.assign(this.form, times);
    if (!this.isOccurrence) {
      this.form.rrule = followStart(this.form.rrule, before, ruleStartOf(this.form));
    }
  }

  // For a new event, whole days have other reminders than times, as long as nobody chose any.
  setAllDay(isAllDay: boolean): void {
    const usual = (allDay: boolean) => (allDay ? [] : this.preferences.defaultReminderMinutes);
    const isUsual = this.form.reminders.join() === usual(!isAllDay).join();
    if (!this.base && isUsual) this.form.reminders = [...usual(isAllDay)];
    this.setTimes({ isAllDay });
  }

  // Saves, and gives back what was saved; undefined when there is something to be done first.
  async save(): Promise<PlannerEvent | undefined> {
    if (this.isBusy) return undefined;
    this.problems = {
      ...problemsOfForm(this.form, this.own),
      ...(this.ruleProblem ? { rrule: this.ruleProblem } : {}),
    };
    if (Object.keys(this.problems).length > 0) return undefined;
    const { base } = this;
    if (!base) return this.#attempt(() => this.#create());
    const patch = patchOfForm(this.#clean, this.form, this.own);
    if (Object.keys(patch).length === 0) return base;
    if (base.kind !== 'occurrence') return this.#attempt(() => this.#send(base, patch));
    // A rule is never that of one occurrence alone.
    const scopes: Scope[] =
      patch.rrule === undefined ? ['this', 'following', 'all'] : ['following', 'all'];
    const scope = await askScope('change', base, { scopes });
    return scope && this.#attempt(() => this.#send(base, patch, scope));
  }

  // After it was deleted elsewhere: the same again, as a new event.
  saveAsNew(): Promise<PlannerEvent | undefined> {
    this.base = undefined;
    this.isGone = false;
    return this.save();
  }

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  resolve(current: PlannerEvent, form: EventForm): Promise<PlannerEvent | undefined> {
    const scope = this.conflict?.scope;
    return this.#attempt(async () => {
      const clean = formOfEvent(current, this.preferences);
      const patch = patchOfForm(clean, form, this.own);
      this.base = current;
      this.#clean = clean;
      Object.assign(this.form, copyOf(form));
      const saved =
        Object.keys(patch).length === 0 ? current : await this.#send(current, patch, scope);
      this.conflict = undefined;
      return saved;
    });
  }

  // An exception becomes what its series says again.
  restore(): Promise<PlannerEvent | undefined> {
    return this.#attempt(async () => {
      if (!this.base) return undefined;
      const restored = await this.data.restore(this.base.id, this.base.etag);
      this.#takeOver(restored);
      return restored;
    });
  }

  // True when it is gone.
  async remove(): Promise<boolean> {
    const { base } = this;
    if (!base || this.isBusy) return false;
    const scope = this.isOccurrence ? await askScope('delete', base) : undefined;
    if (this.isOccurrence && scope === undefined) return false;
    const done = await this.#attempt(async () => {
      this.undo = await undoOfDelete(this.data, base, scope);
      await this.data.remove(base.id, base.etag, scope);
      return base;
    });
    return done !== undefined || this.isGone;
  }

  #takeOver(latest: PlannerEvent): void {
    this.base = latest;
    this.#clean = formOfEvent(latest, this.preferences);
    Object.assign(this.form, copyOf(this.#clean));
  }

  async #attempt(run: () => Promise<PlannerEvent | undefined>): Promise<PlannerEvent | undefined> {
    this.failure = '';
    this.isOffline = false;
    this.isBusy = true;
    try {
      return await run();
    } catch (error) {
      this.#failed(error);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  async #send(base: PlannerEvent, patch: EventPatch, scope?: Scope): Promise<PlannerEvent> {
    try {
      return await this.data.change(base.id, base.etag, patch, scope);
    } catch (error) {
      const current = conflictOf(error);
      if (current) this.#ask(current, scope);
      throw error;
    }
  }

  // Lets the person choose between what is in the form and what is there by now.
  #ask(current: PlannerEvent, scope?: Scope): void {
    this.conflict = {
      base: this.#clean,
      mine: copyOf(this.form),
      current,
      ...(scope ? { scope } : {}),
      isNewer: this.conflict !== undefined,
    };
  }

  // Trying once more uses the same key, so that a lost reply makes no second event.
  #create(): Promise<PlannerEvent> {
    const input = inputOfForm(this.form, this.own);
    const sent = JSON.stringify(input);
    if (sent !== this.#sent) this.#key = newKey();
    this.#sent = sent;
    return this.data.create(input, this.#key);
  }

  #failed(error: unknown): void {
    const current = conflictOf(error);
    if (current) {
      // Deleting and restoring: nobody does that to what they have not seen.
      if (!this.conflict && this.isChanged) this.#ask(current);
      else if (!this.conflict) {
        this.#takeOver(current);
        this.failure = 'This was changed elsewhere meanwhile. You see how it is now; try again.';
      }
      return;
    }
    if (error instanceof ApiError && error.status === 404 && this.base) {
      this.conflict = undefined;
      this.isGone = true;
      return;
    }
    const field =
      error instanceof ApiError && error.field ? fieldOfProblem(error.field, this.form) : undefined;
    this.isOffline = error instanceof OfflineError;
    if (field) this.problems = { [field]: messageOf(error) };
    else this.failure = messageOf(error);
  }
}

// The event as it is now, when somebody else changed it since.
function conflictOf(error: unknown): PlannerEvent | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { current } = error;
  const isEvent = typeof current === 'object' && current !== null && 'etag' in current;
  return isEvent ? (current as PlannerEvent) : undefined;
}

function copyOf(form: EventForm): EventForm {
  return {
    ...form,
    tags: [...form.tags],
    reminders: [...form.reminders],
    links: form.links.map((link) => ({ ...link })),
  };
}
