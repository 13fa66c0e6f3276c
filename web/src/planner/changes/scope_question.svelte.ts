// The question which occurrences of a series are meant. Whoever needs to know waits for the answer;
// ScopeQuestion.svelte, which is part of the page, asks it.

import type { Scope } from '../types';

export type ScopePurpose = 'change' | 'delete';

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

// What each answer does, in words.
export const scopeWords: Record<ScopePurpose, Record<Scope, { name: string; does: string }>> = {
  change: {
    this: { name: 'Only this one', does: 'The others stay as they are.' },
    following: {
      name: 'This and following',
      does: 'From this one on. Earlier ones stay as they are.',
    },
    all: { name: 'The whole series', does: 'Every one, also those that are over.' },
  },
  delete: {
    this: { name: 'Only this one', does: 'The others stay.' },
    following: { name: 'This and following', does: 'The series ends before this one.' },
    all: { name: 'The whole series', does: 'Every one goes, also those that are over.' },
  },
};
