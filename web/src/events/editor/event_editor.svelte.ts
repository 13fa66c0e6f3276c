// What is being written in the dialog of an event, of a series, or of one occurrence.

import type { ApiError } from '../../lib/api';
import { messageOf } from '../../lib/api';
import { Editor } from '../../lib/editor/editor.svelte';
import { currentOf } from '../changes/conflicts';
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
import { followStart } from '../../when/recurrence/rule_follow';
import type { RuleStart } from '../../when/recurrence/rule_model';
import { isSameRule } from '../../when/recurrence/rule_text';
import { askScope } from '../changes/scope_question.svelte';
import type { EventDraft, EventPatch, EventHome, PlannerEvent, Preferences, Scope } from '../types';
import { undoOfCreate, undoOfSave, undoOfStop, type UndoSave } from '../changes/undo_save';

export class EventEditor extends Editor<PlannerEvent, EventForm, Problems, EventConflict> {
  // What is wrong with the fields of the rule, which are not part of the form.
  ruleProblem = $state<string>();
  // Of an occurrence: its series, once it is known.
  series = $state.raw<PlannerEvent | undefined>();
  // Which occurrences were deleted, and how what was saved becomes what it was.
  deletedScope: Scope | undefined;
  undoSave: UndoSave | undefined;
  // For which occurrences the change that is being sent is meant.
  #scope: Scope | undefined;

  constructor(
    // Where it is; it may move.
    public data: EventHome,
    readonly preferences: Preferences,
    // `form`: what the dialog has of it, where that is more than an event.
    start: { event: PlannerEvent; form?: EventForm } | { draft: EventDraft },
  ) {
    const event = 'event' in start ? start.event : undefined;
    const form =
      'event' in start
        ? (start.form ?? formOfEvent(start.event, preferences))
        : formOfDraft(start.draft, preferences);
    super(event, form, {});
    const masterId = event?.kind === 'occurrence' ? event.masterId : undefined;
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

  get hasOtherRule(): boolean {
    return !isSameRule(this.clean.rrule, this.form.rrule);
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

  // Its series may be another one by now, too.
  override heard(latest: PlannerEvent): void {
    super.heard(latest);
    if (latest.kind === 'occurrence' && latest.masterId !== undefined) {
      void this.#loadSeries(latest.masterId);
    }
  }

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  resolve(current: PlannerEvent, form: EventForm): Promise<PlannerEvent | undefined> {
    const scope = this.conflict?.scope;
    const patch = patchOfForm(this.formOf(current), form, this.own);
    return this.saveChosen(current, form, async () =>
      Object.keys(patch).length === 0 ? current : this.#send(current, patch, scope),
    );
  }

  // An exception becomes what its series says again.
  restore(): Promise<PlannerEvent | undefined> {
    return this.attempt(async () => {
      if (!this.base) return undefined;
      const restored = await this.data.restore(this.base.id, this.base.etag);
      this.takeOver(restored);
      return restored;
    });
  }

  // True when it is gone.
  async remove(): Promise<boolean> {
    const { base } = this;
    if (!base || this.isBusy) return false;
    const scope = this.isOccurrence ? await askScope('delete', base) : undefined;
    if (this.isOccurrence && scope === undefined) return false;
    const done = await this.attempt(async () => {
      this.deletedScope = scope;
      await this.data.remove(base.id, base.etag, scope);
      return base;
    });
    return done !== undefined || this.isGone;
  }

  protected override formOf(event: PlannerEvent): EventForm {
    return formOfEvent(event, this.preferences);
  }

  protected override differs(clean: EventForm, form: EventForm): boolean {
    return isChanged(clean, form);
  }

  protected override check(): Problems {
    return {
      ...problemsOfForm(this.form, this.own),
      ...(this.ruleProblem ? { rrule: this.ruleProblem } : {}),
    };
  }

  protected override create(): Promise<PlannerEvent> {
    const input = inputOfForm(this.form, this.own);
    this.undoSave = undoOfCreate(this.data);
    return this.data.create(input, this.keyOf(input));
  }

  protected override async saveChange(base: PlannerEvent): Promise<PlannerEvent | undefined> {
    const patch = patchOfForm(this.clean, this.form, this.own);
    this.undoSave = undefined;
    if (Object.keys(patch).length === 0) return base;
    if (base.kind !== 'occurrence') return this.attempt(() => this.#send(base, patch));
    const scope = await this.#askScope(base, patch);
    return scope && this.attempt(() => this.#send(base, patch, scope));
  }

  // A rule is never that of one occurrence alone.
  #askScope(base: PlannerEvent, { rrule }: EventPatch): Promise<Scope | undefined> {
    if (rrule === null) return askScope('stop', base, { scopes: ['all'] });
    const scopes: Scope[] =
      rrule === undefined ? ['this', 'following', 'all'] : ['following', 'all'];
    return askScope('change', base, { scopes });
  }

  protected override currentOf(error: unknown): PlannerEvent | undefined {
    return currentOf(error);
  }

  // The scope is asked for once, before the first of two versions is shown.
  protected override ask(current: PlannerEvent): void {
    super.ask(current);
    if (this.conflict && this.#scope) this.conflict = { ...this.conflict, scope: this.#scope };
  }

  protected override problemsOf(error: ApiError): Problems | undefined {
    const field = error.field ? fieldOfProblem(error.field, this.form) : undefined;
    return field && { [field]: messageOf(error) };
  }

  async #send(base: PlannerEvent, patch: EventPatch, scope?: Scope): Promise<PlannerEvent> {
    this.#scope = scope;
    const isEnd = patch.rrule === null && base.kind !== 'event';
    this.undoSave = isEnd
      ? await undoOfStop(this.data, base)
      : await undoOfSave(this.data, base, scope, (from, to) =>
          patchOfForm(this.formOf(from), this.formOf(to), this.own),
        );
    return this.data.change(base.id, base.etag, patch, scope);
  }
}
