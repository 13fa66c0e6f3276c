// The parts of apps that ask something before they act. The page shows them.

import type { Component } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

class OpenQuestions {
  readonly #byApp = new SvelteMap<string, Component>();

  add(app: string, question: Component): void {
    if (!this.#byApp.has(app)) this.#byApp.set(app, question);
  }

  // Two apps may have the same one.
  get all(): Component[] {
    return [...new Set(this.#byApp.values())];
  }
}

export const openQuestions = new OpenQuestions();
