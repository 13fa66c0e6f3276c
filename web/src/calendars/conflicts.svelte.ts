// The conflict that the person is asked about, if there is one.

import type { ConflictError } from './errors';

class Conflicts {
  open = $state.raw<ConflictError | null>(null);

  show(conflict: ConflictError): void {
    this.open = conflict;
  }

  close(): void {
    this.open = null;
  }
}

export const conflicts = new Conflicts();
