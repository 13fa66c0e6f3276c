// The changes of a table, as they come: asked for every two seconds while the page is seen, unless it is paused.

import { messageOf } from '../../lib/api';
import type { Change, ChangePage } from '../types';

const everyMs = 2000;
// Older ones are forgotten.
export const mostShown = 200;

export type LoadChanges = (after: string | undefined, signal: AbortSignal) => Promise<ChangePage>;

export class Follower {
  // The newest first.
  changes = $state.raw<Change[]>([]);
  isLoaded = $state(false);
  isPaused = $state(false);
  // There were more changes than the server keeps.
  hasMissed = $state(false);
  // Why it has stopped.
  failure = $state('');
  #after: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop = new AbortController();
  #isAsking = false;

  constructor(
    private readonly load: LoadChanges,
    private readonly isVisible: () => boolean,
  ) {}

  start(): void {
    void this.#ask();
  }

  end(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  // Paused, nothing is asked for; what has happened meanwhile comes afterwards.
  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.look();
  }

  retry(): void {
    this.failure = '';
    this.look();
  }

  // The page is seen again, or was paused: does not wait for its turn.
  look(): void {
    clearTimeout(this.#timer);
    if (!this.isPaused && !this.failure) void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#stop.signal.aborted || !this.isVisible()) return;
    this.#isAsking = true;
    try {
      const { changes, after, missed } = await this.load(this.#after, this.#stop.signal);
      this.#take(changes);
      this.#after = after;
      this.hasMissed ||= missed;
      this.isLoaded = true;
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.failure = messageOf(error);
    } finally {
      this.#isAsking = false;
    }
    if (this.failure || this.isPaused || this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#ask(), everyMs);
  }

  #take(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const known = this.changes.map(({ id }) => id);
    const fresh = changes.filter(({ id }) => !known.includes(id));
    this.changes = [...fresh.reverse(), ...this.changes].slice(0, mostShown);
  }
}
