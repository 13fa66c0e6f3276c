// The editor of what people share: a project, a place, a family tree. Saving is all that can meet a change of somebody
// else, and then the two versions are compared field by field.

import { messageOf, type ApiError } from '../api';
import { applyChoices, type Choices, type VersionField } from '../versions';
import { copyOf, Editor, type Conflict } from './editor.svelte';

export interface SettingsConflict<Item, Form> extends Conflict<Item, Form> {
  theirs: Form;
}

export abstract class SettingsEditor<
  Item,
  Form extends object,
  Problems extends object = Partial<Record<keyof Form, string>>,
> extends Editor<Item, Form, Problems, SettingsConflict<Item, Form>> {
  // How the fields are compared when two people changed them.
  abstract versionFields(): VersionField<Form>[];
  // Sends what differs from `base`, and takes over what comes back.
  protected abstract change(base: Item): Promise<Item>;

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

  // What was written is always asked about.
  protected override changedTo(current: Item): void {
    this.ask(current);
    if (this.conflict) this.conflict = { ...this.conflict, theirs: this.formOf(current) };
  }

  protected override isGoneBy(): boolean {
    return false;
  }

  // Any other failure ends the choice between two versions.
  protected override handles(error: unknown): boolean {
    if (!this.currentOf(error)) this.conflict = undefined;
    return false;
  }

  // A field of the form is called as the server calls it.
  protected override problemsOf(error: ApiError): Problems | undefined {
    const field = Object.keys(this.form).find((each) => each === error.field);
    return field === undefined ? undefined : ({ [field]: messageOf(error) } as Problems);
  }
}

// Of a form whose fields are compared by how they are shown.
export function versionField<Form extends object, Name extends keyof Form & string>(
  name: Name,
  label: string,
  text: (form: Form) => string,
): VersionField<Form> {
  return { field: name, label, text, take: (form, other) => void (form[name] = other[name]) };
}
