// Debounces by name: what is asked for several times within a moment runs once, after the last time.
// Several reasons to load again often come together.

export class Debounce {
  #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly delayMs: number) {}

  // A run that fails is silent: whatever made it necessary comes again.
  run(name: string, action: () => Promise<unknown>): void {
    clearTimeout(this.#timers.get(name));
    const silently = () => void action().catch(() => undefined);
    this.#timers.set(name, setTimeout(silently, this.delayMs));
  }

  cancel(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
