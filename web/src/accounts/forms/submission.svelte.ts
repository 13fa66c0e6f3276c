// What a form goes through: it is checked, sent, and told what is wrong, field by field.

import { tick } from 'svelte';
import { ApiError, messageOf } from '../../lib/api';

export type Problems = Record<string, string | undefined>;

export class Submission {
  isBusy = $state(false);
  #problems = $state.raw<Problems>({});
  #message = $state<string>();
  readonly #fields: readonly string[];

  // `fields` are those that the form shows, by the names that the API gives them. A problem of any
  // other field is told above the form.
  constructor(fields: readonly string[] = []) {
    this.#fields = fields;
  }

  // What is wrong with a field.
  at(field: string): string | undefined {
    return this.#problems[field];
  }

  // What is wrong and no field's fault.
  get message(): string | undefined {
    return this.#message;
  }

  fail(error: unknown): void {
    const field = error instanceof ApiError ? error.field : undefined;
    if (field !== undefined && this.#fields.includes(field)) {
      this.#problems = { [field]: messageOf(error) };
      this.#message = undefined;
    } else {
      this.#problems = {};
      this.#message = messageOf(error);
    }
  }

  clear(): void {
    this.#problems = {};
    this.#message = undefined;
  }

  // Does `work`, unless `problems` has any. Says whether it was done. Otherwise the first faulty
  // field of the form gets the focus.
  async run(
    form: HTMLFormElement | undefined,
    problems: Problems,
    work: () => Promise<void>,
  ): Promise<boolean> {
    if (this.isBusy) return false;
    this.clear();
    if (Object.values(problems).some((problem) => problem !== undefined)) {
      this.#problems = problems;
      await focusFirstFault(form);
      return false;
    }
    this.isBusy = true;
    try {
      await work();
      return true;
    } catch (error) {
      this.fail(error);
    } finally {
      this.isBusy = false;
    }
    await focusFirstFault(form);
    return false;
  }
}

async function focusFirstFault(form: HTMLFormElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
