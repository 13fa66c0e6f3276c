// What is being written in a form of a family tree whose fields are compared one by one when two people changed the same.

import { messageOf, type ApiError } from '../lib/api';
import { isDate } from '../lib/dates';
import { currentWith } from '../lib/editor/current_state';
import { copyOf, Editor, type Conflict } from '../lib/editor/editor.svelte';
import { t } from '../lib/messages';
import { applyChoices, type Choices, type VersionField } from '../lib/versions';
import { typedDate } from './typed_date';

export interface FormConflict<Item, Form> extends Conflict<Item, Form> {
  theirs: Form;
}

export type ProblemsOf<Form> = Partial<Record<keyof Form, string>>;

export abstract class FormEditor<Item, Form extends object> extends Editor<
  Item,
  Form,
  ProblemsOf<Form>,
  FormConflict<Item, Form>
> {
  // How the fields are compared.
  abstract versionFields(): VersionField<Form>[];
  // Sends what differs from `base`, which stays as it is when nothing does.
  protected abstract change(base: Item): Promise<Item>;
  // What an item of this sort has, to know it in a refusal.
  protected abstract readonly members: readonly (keyof Item & string)[];

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  async resolve(choices: Choices): Promise<Item | undefined> {
    const { conflict } = this;
    if (!conflict || this.isBusy) return undefined;
    const { theirs, mine, current } = conflict;
    const chosen = applyChoices(this.versionFields(), copyOf(theirs), mine, choices);
    return this.saveChosen(current, chosen, () => this.change(current));
  }

  protected override differs(clean: Form, form: Form): boolean {
    return JSON.stringify(clean) !== JSON.stringify(form);
  }

  protected override saveChange(base: Item): Promise<Item | undefined> {
    return this.attempt(() => this.change(base));
  }

  protected override currentOf(error: unknown): Item | undefined {
    return currentWith<Item>(error, ...this.members);
  }

  // What was written is always asked about, because saving is all that can fail so.
  protected override changedTo(current: Item): void {
    this.ask(current);
    if (this.conflict) this.conflict = { ...this.conflict, theirs: this.formOf(current) };
  }

  // Any other failure ends the choice between two versions.
  protected override handles(error: unknown): boolean {
    if (!this.currentOf(error)) this.conflict = undefined;
    return false;
  }

  protected override problemsOf(error: ApiError): ProblemsOf<Form> | undefined {
    // The two forms of a date are one field here, and a list is one.
    const [name = ''] = (error.field ?? '').split(/[.[]/);
    const names = [name, name.replace(/Date(Text)?$/, ''), name.replace(/Text$/, '')];
    const field = Object.keys(this.form).find((each) => names.includes(each));
    if (field === undefined) return undefined;
    return { [field]: messageOf(error) } as ProblemsOf<Form>;
  }
}

// One that is compared and taken as a whole.
export function versionField<Form, Name extends keyof Form & string>(
  name: Name,
  label: string,
  text: (form: Form) => string,
): VersionField<Form> {
  return { field: name, label, text, take: (form, other) => void (form[name] = other[name]) };
}

// A day as the server takes it: exact, or what is known of it; the other is null.
export function sentDate(typed: string): { day: string | null; text: string | null } {
  const date = typedDate(typed);
  return isDate(date) ? { day: date, text: null } : { day: null, text: date || null };
}

// Said of a text that is longer than `most` characters.
export function tooLong(text: string, most: number): string | undefined {
  return [...text.trim()].length > most ? t.family.tooLong({ count: most }) : undefined;
}

// Without those that are undefined.
export function problemsIn<Form>(all: ProblemsOf<Form>): ProblemsOf<Form> {
  const found = Object.entries(all).filter(([, text]) => text !== undefined);
  return Object.fromEntries(found) as ProblemsOf<Form>;
}
