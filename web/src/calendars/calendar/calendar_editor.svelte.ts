// What is being written in the dialog of a calendar.

import type { ApiError } from '../../lib/api';
import { messageOf } from '../../lib/api';
import { currentWith } from '../../lib/editor/current_state';
import { Editor } from '../../lib/editor/editor.svelte';
import type { Calendar, NewCalendar } from '../../lib/types';
import { sameColor, suggestColor } from '../../ui/colors';
import { data } from '../data.svelte';
import { t } from '../../lib/messages';

interface Form {
  name: string;
  color: string;
  description: string;
}

interface Problems {
  name?: string;
}

export class CalendarEditor extends Editor<Calendar, Form, Problems> {
  constructor(calendar: Calendar | undefined, all: readonly Calendar[]) {
    const color = suggestColor(all.map((one) => one.color));
    super(calendar, calendar ? formOf(calendar) : { name: '', color, description: '' }, {});
  }

  get nameProblem(): string {
    return this.problems.name ?? '';
  }

  // The calendar as it is by now. What is not written here is taken over.
  override heard(latest: Calendar): void {
    if (!this.base || latest.etag === this.base.etag || this.isBusy) return;
    this.#merge(latest);
  }

  protected override formOf(calendar: Calendar): Form {
    return formOf(calendar);
  }

  protected override differs(clean: Form, form: Form): boolean {
    return Object.keys(changeOf(clean, form)).length > 0;
  }

  protected override check(): Problems {
    return this.form.name.trim() === '' ? { name: t.calendars.calendar.nameMissing() } : {};
  }

  protected override create(): Promise<Calendar> {
    const { name, color, description } = this.form;
    const calendar = { name: name.trim(), color, description: description.trim() || null };
    return data.createCalendar(calendar, this.keyOf(calendar));
  }

  protected override saveChange(base: Calendar): Promise<Calendar | undefined> {
    return this.attempt(async () => {
      const change = changeOf(formOf(base), this.form);
      return Object.keys(change).length === 0 ? base : await data.changeCalendar(base, change);
    });
  }

  protected override currentOf(error: unknown): Calendar | undefined {
    return currentWith<Calendar>(error, 'id', 'etag');
  }

  // So little can be written that there is nothing to choose: saving once more saves what is written.
  protected override changedTo(current: Calendar): void {
    this.#merge(current);
  }

  protected override problemsOf(error: ApiError): Problems | undefined {
    return error.field === 'name' ? { name: messageOf(error) } : undefined;
  }

  #merge(latest: Calendar): void {
    const wasChanged = this.isChanged;
    const written = changeOf(this.clean, this.form);
    this.takeOver(latest);
    Object.assign(this.form, described(written));
    this.theirs = wasChanged ? latest : undefined;
  }
}

function changeOf(before: Form, form: Form): Partial<NewCalendar> {
  const change: Partial<NewCalendar> = {};
  const { name, color, description } = form;
  if (name.trim() !== before.name) change.name = name.trim();
  if (!sameColor(color, before.color)) change.color = color;
  if (description.trim() !== before.description) change.description = description.trim() || null;
  return change;
}

function formOf(calendar: Calendar): Form {
  const { name, color, description } = calendar;
  return { name, color, description: description ?? '' };
}

function described(change: Partial<NewCalendar>): Partial<Form> {
  const { description, ...rest } = change;
  return description === undefined ? rest : { ...rest, description: description ?? '' };
}
