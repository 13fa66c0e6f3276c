// Loads a list that live changes keep up to date: again, if something in it has changed while the answer was under way.

export class ListLoader<Item> {
  #loading: Promise<void> | undefined;
  #isStale = false;
  // Counts up with `stop`: what was asked for before is nobody's any more.
  #visit = 0;
  #onArrival: () => void = () => undefined;

  constructor(
    private readonly ask: () => Promise<Item[]>,
    private readonly arrived: (items: Item[]) => void,
  ) {}

  // Loads the list, and resolves when there is one, though it may not be the last.
  loadFirst(): Promise<void> {
    const arrival = new Promise<void>((resolve) => (this.#onArrival = resolve));
    return Promise.race([arrival, this.load()]);
  }

  // Resolves when nothing has changed since it was asked for.
  load(): Promise<void> {
    this.#isStale = true;
    if (!this.#loading) {
      const loading = this.#loadUntilSure().finally(() => {
        if (this.#loading === loading) this.#loading = undefined;
      });
      this.#loading = loading;
    }
    return this.#loading;
  }

  // Something has changed, so that an answer that is under way may be old.
  invalidate(): void {
    this.#isStale = true;
  }

  stop(): void {
    this.#visit++;
    this.#loading = undefined;
  }

  async #loadUntilSure(): Promise<void> {
    const visit = this.#visit;
    while (this.#isStale && visit === this.#visit) {
      this.#isStale = false;
      const items = await this.ask();
      if (visit !== this.#visit) return;
      this.arrived(items);
      this.#onArrival();
    }
  }
}
