// Things to do in a moment, each at most once: several reasons to load again often come together.

const delayMs = 80;

export class Soon {
  #timers = new Map<string, ReturnType<typeof setTimeout>>();

  do(what: string, run: () => Promise<unknown>): void {
    clearTimeout(this.#timers.get(what));
    // What cannot be done now is done with the next reason to.
    const quietly = () => void run().catch(() => undefined);
    this.#timers.set(what, setTimeout(quietly, delayMs));
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
