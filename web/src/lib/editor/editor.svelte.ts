// What is being written in a dialog: open something, change it, save it, and what comes of it. The
// form, the state that it is based on, the two versions when it was changed elsewhere meanwhile.
// Nothing that was written is lost by anything that happens.
//
// An app's editor extends this one: it says what its form is, what is wrong with it, and how it is
// sent, and adds what only its own dialog has.

import { ApiError, messageOf, OfflineError } from '../api';
import { newKey } from '../new_key';
import { t } from '../messages';

// Two versions, between which the person is asked to choose.
export interface Conflict<Item, Form> {
  // The state that both began with, what I made of it, and how it is now.
  base: Form;
  mine: Form;
  current: Item;
  // It was changed once more while somebody was choosing.
  isNewer: boolean;
}

export abstract class Editor<
  Item,
  Form extends object,
  Problems extends object,
  AskedConflict = Conflict<Item, Form>,
> {
  // undefined for what is new.
  base = $state.raw<Item | undefined>();
  form: Form;
  problems = $state.raw() as Problems;
  // What went wrong that belongs to no field.
  failure = $state('');
  isOffline = $state(false);
  isBusy = $state(false);
  // It was deleted elsewhere.
  isGone = $state(false);
  // It was changed elsewhere while something is written here.
  theirs = $state.raw<Item | undefined>();
  // It was changed elsewhere, and nothing was written here: that version was taken over.
  isTakenOver = $state(false);
  // The person is asked to choose between two versions.
  conflict = $state.raw<AskedConflict | undefined>();
  // What the last save was based on, for whoever takes it back; undefined for what was new.
  replaced: Item | undefined;
  // The form as it was opened, saved or taken over last.
  protected clean: Form;
  #sent = { text: '', key: '' };

  constructor(base: Item | undefined, form: Form, problems: Problems) {
    this.base = base;
    this.problems = problems;
    this.clean = $state.raw(form);
    this.form = $state(copyOf(form));
  }

  get isChanged(): boolean {
    return this.differs(this.clean, this.form);
  }

  // Saves, and gives back what was saved; undefined when there is something to be done first.
  async save(): Promise<Item | undefined> {
    if (this.isBusy) return undefined;
    this.failure = '';
    this.isOffline = false;
    this.problems = this.check();
    if (this.hasProblems(this.problems)) return undefined;
    this.replaced = this.base;
    return this.base === undefined ? this.attempt(() => this.create()) : this.saveChange(this.base);
  }

  // After it was deleted elsewhere: the same again, as something new.
  saveAsNew(): Promise<Item | undefined> {
    this.base = undefined;
    this.isGone = false;
    return this.save();
  }

  // How it is by now, from a live change: taken over, unless something is written here.
  heard(latest: Item): void {
    if (this.base === undefined || this.isBusy) return;
    if (this.etagOf(latest) === this.etagOf(this.base)) this.theirs = undefined;
    else if (this.isChanged) this.theirs = latest;
    else {
      this.takeOver(latest);
      this.theirs = undefined;
      this.isTakenOver = true;
    }
  }

  // --- What differs between apps

  protected abstract formOf(item: Item): Form;
  protected abstract differs(clean: Form, form: Form): boolean;
  protected abstract check(): Problems;
  protected abstract create(): Promise<Item>;
  // Sends what is changed, with `attempt`; gives back `base` when nothing is.
  protected abstract saveChange(base: Item): Promise<Item | undefined>;
  // How it is now, when the error says that it was changed elsewhere.
  protected abstract currentOf(error: unknown): Item | undefined;
  // To which field what the server says about one belongs.
  protected abstract problemsOf(error: ApiError): Problems | undefined;

  protected etagOf(item: Item): string | undefined {
    return (item as { etag?: string }).etag;
  }

  // The server said no to what is written, whatever somebody else did.
  protected refused?(error: ApiError): void;

  // Whether the failure has been dealt with.
  protected handles?(error: unknown): boolean;

  protected hasProblems(problems: Problems): boolean {
    return Object.keys(problems).length > 0;
  }

  // It was changed elsewhere: the person chooses, if they wrote anything; otherwise they see how it is.
  protected changedTo(current: Item): void {
    if (this.conflict !== undefined || this.isChanged) return this.ask(current);
    // Nobody deletes what they have not seen.
    this.takeOver(current);
    this.failure = t.ui.changedElsewhere();
  }

  protected ask(current: Item): void {
    const before = this.conflict as Conflict<Item, Form> | undefined;
    const base = before?.base ?? this.clean;
    const mine = before?.mine ?? copyOf(this.form);
    const conflict: Conflict<Item, Form> = { base, mine, current, isNewer: before !== undefined };
    this.conflict = conflict as AskedConflict;
  }

  protected isGoneBy(error: unknown): boolean {
    return error instanceof ApiError && error.status === 404 && this.base !== undefined;
  }

  protected gone(): void {
    this.conflict = undefined;
    this.isGone = true;
  }

  // --- What is the same in all

  // The form shows this state, and is based on it.
  protected takeOver(latest: Item): void {
    this.base = latest;
    this.clean = this.formOf(latest);
    Object.assign(this.form, copyOf(this.clean));
  }

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  protected saveChosen(
    current: Item,
    chosen: Form,
    send: (current: Item) => Promise<Item>,
  ): Promise<Item | undefined> {
    return this.attempt(async () => {
      this.takeOver(current);
      this.replaced = current;
      Object.assign(this.form, copyOf(chosen));
      const saved = await send(current);
      this.conflict = undefined;
      return saved;
    });
  }

  protected async attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
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

  // Trying once more uses the same key, so that a lost reply makes nothing twice.
  protected keyOf(sent: unknown): string {
    const text = JSON.stringify(sent);
    if (text !== this.#sent.text) this.#sent = { text, key: newKey() };
    return this.#sent.key;
  }

  #failed(error: unknown): void {
    if (this.handles?.(error)) return;
    const current = this.currentOf(error);
    if (current !== undefined) return this.changedTo(current);
    if (this.isGoneBy(error)) return this.gone();
    this.isOffline = error instanceof OfflineError;
    if (error instanceof ApiError) this.refused?.(error);
    const problems = error instanceof ApiError ? this.problemsOf(error) : undefined;
    if (problems) this.problems = problems;
    else this.failure = this.isOffline ? t.ui.notSaved() : messageOf(error);
  }
}

export function copyOf<Form extends object>(form: Form): Form {
  return $state.snapshot(form) as Form;
}
