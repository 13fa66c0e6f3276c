// What is being written in the dialog of a calendar.

import { ApiError, messageOf, OfflineError } from '../lib/api';
import type { Calendar, NewCalendar } from '../lib/types';
import { sameColor, suggestColor } from '../ui/colors';
import { data } from './data.svelte';
import { newKey } from '../lib/new_key';

interface Form {
  name: string;
  color: string;
  description: string;
}

export class CalendarEditor {
  form: Form;
  nameProblem = $state('');
  error = $state.raw<unknown>();
  isBusy = $state(false);
  // What somebody else made of it while something is written here.
  theirs = $state.raw<Calendar | undefined>();

  #base: Calendar | undefined;
  #clean: Form;
  #sent = '';
  #key = '';

  constructor(calendar: Calendar | undefined, all: readonly Calendar[]) {
    this.#base = calendar;
    const color = suggestColor(all.map((one) => one.color));
    this.#clean = $state.raw(calendar ? formOf(calendar) : { name: '', color, description: '' });
    this.form = $state({ ...this.#clean });
  }

  get isChanged(): boolean {
    return Object.keys(this.#change(this.#clean)).length > 0;
  }

  // A message that belongs to no field.
  get failure(): string {
    if (!this.error || (this.error instanceof ApiError && this.error.field === 'name')) return '';
    if (this.error instanceof OfflineError) {
      return 'Norn cannot be reached, so nothing was saved yet. What you wrote is still here.';
    }
    return messageOf(this.error);
  }

  // The calendar as it is by now.
  heard(latest: Calendar): void {
    if (!this.#base || latest.etag === this.#base.etag || this.isBusy) return;
    const wasChanged = this.isChanged;
    const written = this.#change(this.#clean);
    this.#base = latest;
    this.#clean = formOf(latest);
    // What is not written here is taken over.
    Object.assign(this.form, { ...this.#clean, ...described(written) });
    this.theirs = wasChanged ? latest : undefined;
  }

  async save(): Promise<Calendar | undefined> {
    if (this.isBusy) return undefined;
    this.error = undefined;
    this.nameProblem = this.form.name.trim() === '' ? 'Give it a name.' : '';
    if (this.nameProblem) return undefined;
    this.isBusy = true;
    try {
      return this.#base ? await this.#save(this.#base) : await this.#create();
    } catch (error) {
      this.isBusy = false;
      this.#failed(error);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  async #save(base: Calendar): Promise<Calendar> {
    const change = this.#change(formOf(base));
    return Object.keys(change).length === 0 ? base : await data.changeCalendar(base, change);
  }

  #create(): Promise<Calendar> {
    const { name, color, description } = this.form;
    const calendar = { name: name.trim(), color, description: description.trim() || null };
    const sent = JSON.stringify(calendar);
    if (sent !== this.#sent) this.#key = newKey();
    this.#sent = sent;
    return data.createCalendar(calendar, this.#key);
  }

  #failed(error: unknown): void {
    const current = error instanceof ApiError && error.status === 412 ? error.current : undefined;
    if (isCalendar(current)) this.heard(current);
    else this.error = error;
  }

  #change(before: Form): Partial<NewCalendar> {
    const change: Partial<NewCalendar> = {};
    const { name, color, description } = this.form;
    if (name.trim() !== before.name) change.name = name.trim();
    if (!sameColor(color, before.color)) change.color = color;
    if (description.trim() !== before.description) change.description = description.trim() || null;
    return change;
  }
}

function formOf(calendar: Calendar): Form {
  const { name, color, description } = calendar;
  return { name, color, description: description ?? '' };
}

function described(change: Partial<NewCalendar>): Partial<Form> {
  const { description, ...rest } = change;
  return description === undefined ? rest : { ...rest, description: description ?? '' };
}

function isCalendar(value: unknown): value is Calendar {
  return typeof value === 'object' && value !== null && 'id' in value && 'etag' in value;
}
