// Those who want to be told of something.

export class Listeners<Told> {
  readonly #all = new Set<(told: Told) => void>();

  // Gives back what ends it.
  add(listener: (told: Told) => void): () => void {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  }

  tell(told: Told): void {
    for (const listener of this.#all) listener(told);
  }
}
