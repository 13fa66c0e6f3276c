// What somebody has read and does not want to be told again, on this device.

import { readJson, writeJson } from './storage';

class Dismissals {
  #userId = '';
  #keys = $state.raw<readonly string[]>([]);

  use(userId: string): void {
    if (userId === this.#userId) return;
    this.#userId = userId;
    const kept = readJson(this.#key);
    this.#keys = Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  }

  has(key: string): boolean {
    return this.#keys.includes(key);
  }

  add(key: string): void {
    if (this.has(key)) return;
    this.#keys = [...this.#keys, key];
    writeJson(this.#key, this.#keys);
  }

  get #key(): string {
    return `norn.dismissed.${this.#userId}`;
  }
}

export const dismissals = new Dismissals();
