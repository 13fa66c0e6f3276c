// Where a person has put something that the server has not heard of yet.

import { SvelteMap } from 'svelte/reactivity';

export class Placements<Placement extends object> {
  readonly #placements = new SvelteMap<string, Placement>();

  // Shows it there, until the function that this returns is called.
  put(id: string, placement: Placement): () => void {
    this.#placements.set(id, placement);
    return () => {
      if (this.#placements.get(id) === placement) this.#placements.delete(id);
    };
  }

  // The item where the person has put it.
  applied<Item extends { id: string }>(item: Item, id = item.id): Item {
    const placement = this.#placements.get(id);
    return placement ? { ...item, ...placement } : item;
  }

  clear(): void {
    this.#placements.clear();
  }
}
