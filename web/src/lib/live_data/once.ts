// Loads that are under way: what is asked for again meanwhile is asked for once.

export class Once {
  readonly #running = new Map<string, Promise<unknown>>();

  run<Answer>(key: string, load: () => Promise<Answer>): Promise<Answer> {
    const running = this.#running.get(key);
    if (running) return running as Promise<Answer>;
    const started = load();
    this.#running.set(key, started);
    const end = () => {
      if (this.#running.get(key) === started) this.#running.delete(key);
    };
    started.then(end, end);
    return started;
  }

  // Resolves when none is under way that is now.
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  clear(): void {
    this.#running.clear();
  }
}
