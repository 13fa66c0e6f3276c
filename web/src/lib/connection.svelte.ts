// Whether the server can be reached. Requests and the live stream tell; while it cannot, it is tried
// again and again, and by whoever presses "Retry".

const firstDelayMs = 1000;
const maxDelayMs = 30_000;
// A server that takes the question and says nothing is as good as none.
const maxWaitMs = 10_000;

class Connection {
  isOffline = $state(false);
  isTrying = $state(false);
  #delayMs = firstDelayMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listeners = new Set<() => void>();

  // A request was answered.
  reached(): void {
    if (!this.isOffline) return;
    this.isOffline = false;
    this.#delayMs = firstDelayMs;
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener();
  }

  // A request was not answered.
  lost(): void {
    if (this.isOffline) return;
    this.isOffline = true;
    this.#schedule();
  }

  // Called after the server can be reached again: what is shown may be old by then.
  onBack(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async retry(): Promise<void> {
    if (this.isTrying) return;
    this.isTrying = true;
    clearTimeout(this.#timer);
    try {
      const response = await fetch('/healthz', {
        cache: 'no-store',
        signal: AbortSignal.timeout(maxWaitMs),
      });
      if (response.ok) this.reached();
    } catch {
      // Still not there.
    }
    this.isTrying = false;
    if (this.isOffline) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.retry(), this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
  }
}

export const connection = new Connection();

// The browser often knows before a request does.
if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => connection.lost());
  window.addEventListener('online', () => void connection.retry());
}
