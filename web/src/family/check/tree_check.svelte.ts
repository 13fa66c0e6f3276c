// The check of a tree: what cannot be right in it, and who may be in it twice.

import { messageOf } from '../../lib/api';
import type { Family } from '../data.svelte';
import type { Duplicates, Findings } from '../types';

export class TreeCheck {
  findings = $state.raw<Findings>();
  duplicates = $state.raw<Duplicates>();
  isBusy = $state(false);
  // Why the last one failed, to be shown; what the one before found stays.
  failure = $state('');
  #runs = 0;

  constructor(private readonly api: Pick<Family['api'], 'consistency' | 'duplicates'>) {}

  // Does not throw. Only the last one that was begun counts.
  async run(treeId: string): Promise<void> {
    const run = ++this.#runs;
    this.isBusy = true;
    try {
      const found = await Promise.all([this.api.consistency(treeId), this.api.duplicates(treeId)]);
      if (run !== this.#runs) return;
      [this.findings, this.duplicates] = found;
      this.failure = '';
    } catch (error) {
      if (run === this.#runs) this.failure = messageOf(error);
    }
    if (run === this.#runs) this.isBusy = false;
  }
}
