// The conflicts that the person is to be asked about: one of each entry, one after the other.

import type { ConflictError } from '../entries/errors';

class Conflicts {
  #waiting = $state.raw<ConflictError[]>([]);

  // The one that is asked about.
  get open(): ConflictError | null {
    return this.#waiting[0] ?? null;
  }

  // A later one of the same entry has in it what the person wanted in the one before.
  show(conflict: ConflictError): void {
    const isSame = (each: ConflictError) => each.current.id === conflict.current.id;
    this.#waiting = this.#waiting.some(isSame)
      ? this.#waiting.map((each) => (isSame(each) ? conflict : each))
      : [...this.#waiting, conflict];
  }

  close(): void {
    this.#waiting = this.#waiting.slice(1);
  }

  clear(): void {
    this.#waiting = [];
  }
}

export const conflicts = new Conflicts();
