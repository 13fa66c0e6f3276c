// The question which occurrences of a series are meant. Whoever needs to know waits for the answer;
// ScopeQuestion.svelte, which is part of the page, asks it.

import type { Scope } from '../types';

export type ScopePurpose = 'change' | 'delete' | 'stop';

export interface OpenQuestion {
  purpose: ScopePurpose;
  title: string;
  scopes: readonly Scope[];
}

interface Asked {
  title: string;
}

interface Choices {
  // Those that may be chosen; a change of the rule itself, for instance, is never for one alone.
  scopes?: readonly Scope[];
}

const allScopes: readonly Scope[] = ['this', 'following', 'all'];

class ScopeQuestions {
  open = $state.raw<OpenQuestion | undefined>();
  #answer: (scope: Scope | undefined) => void = () => undefined;

  // Undefined: the person wants none of it. A question that is still open is given up for a new one.
  ask(purpose: ScopePurpose, { title }: Asked, choices: Choices = {}): Promise<Scope | undefined> {
    this.answer(undefined);
    this.open = { purpose, title, scopes: choices.scopes ?? allScopes };
    return new Promise((resolve) => (this.#answer = resolve));
  }

  answer(scope: Scope | undefined): void {
    this.open = undefined;
    this.#answer(scope);
    this.#answer = () => undefined;
  }
}

export const scopeQuestions = new ScopeQuestions();

export function askScope(
  purpose: ScopePurpose,
  occurrence: Asked,
  choices?: Choices,
): Promise<Scope | undefined> {
  return scopeQuestions.ask(purpose, occurrence, choices);
}
