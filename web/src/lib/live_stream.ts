// One stream of server-sent events, for one person. A browser's EventSource comes back by itself after
// an interruption, but gives up when it is refused, and sends the cookie of whoever is signed in by
// then. So after each interruption, and after any wait, nothing is passed on until it is sure that it
// is the same person.

import type { LiveEvent } from './live';

export interface Message extends LiveEvent {
  // The position in the stream from which it can be gone on with.
  id: string;
}

// What of an EventSource is used.
export interface Source {
  readonly readyState: number;
  onerror: ((event: Event) => unknown) | null;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface StreamEnvironment {
  // The types of events that apps listen to.
  readonly appEvents: readonly string[];
  open(address: string): Source;
  // The id of whoever is signed in, null for nobody. Throws when the server cannot be reached.
  whoIsSignedIn(): Promise<string | null>;
}

export interface StreamListener {
  message(message: Message): void;
  // It is over: nobody, or somebody else, is signed in.
  ended(signedIn: string | null): void;
}

const closed = 2;
// The server sends a ping every 15 seconds. A connection may be gone without either end having been
// told, and an EventSource would wait for ever.
const maxSilenceMs = 45_000;
const firstDelayMs = 1000;
const maxDelayMs = 60_000;
// More than this is not held back; everything is loaded again instead.
const maxHeld = 1000;

export class LiveStream {
  #source: Source | undefined;
  #lastId: string | undefined;
  #isSure: boolean;
  #held: Message[] = [];
  #delayMs = firstDelayMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(
    private readonly environment: StreamEnvironment,
    private readonly userId: string,
    private readonly listener: StreamListener,
    // `isSure`: who is signed in has been asked just now.
    { lastId, isSure }: { lastId?: string | undefined; isSure: boolean },
  ) {
    this.#lastId = lastId;
    this.#isSure = isSure;
    this.#open();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#source?.close();
    this.#held = [];
  }

  #open(): void {
    const query = this.#lastId ? `?lastEventId=${encodeURIComponent(this.#lastId)}` : '';
    const source = this.environment.open(`/api/v1/events${query}`);
    this.#source = source;
    for (const type of ['hello', 'reset', ...this.environment.appEvents]) {
      source.addEventListener(type, (event) => this.#hear(source, type, event));
    }
    source.addEventListener('ping', (event) => this.#move(source, event));
    source.onerror = () => this.#fail(source);
    this.#watch(source);
  }

  // Whoever comes back goes on from here.
  #move(source: Source, event: MessageEvent<string>): void {
    if (this.#isStopped || source !== this.#source) return;
    this.#lastId = event.lastEventId || this.#lastId;
    this.#watch(source);
  }

  // Begins anew when nothing is heard for too long.
  #watch(source: Source): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      source.close();
      this.#isSure = false;
      this.#open();
    }, maxSilenceMs);
  }

  #hear(source: Source, type: string, event: MessageEvent<string>): void {
    if (this.#isStopped || source !== this.#source) return;
    this.#move(source, event);
    const message: Message = { type, data: JSON.parse(event.data), id: this.#lastId ?? '' };
    if (type === 'hello') this.#delayMs = firstDelayMs;
    if (this.#isSure) return this.listener.message(message);
    this.#held.push(message);
    if (this.#held.length > maxHeld) this.#held = [{ ...message, type: 'reset', data: {} }];
    if (type === 'hello') void this.#makeSure(source);
  }

  // Passes on what was held back, once it is sure for whom it is.
  async #makeSure(source: Source): Promise<void> {
    const isSure = await this.#isSamePerson();
    if (this.#isStopped || source !== this.#source) return;
    if (isSure === undefined) {
      this.#timer = setTimeout(() => void this.#makeSure(source), firstDelayMs);
      return;
    }
    if (source.readyState === closed) return;
    this.#isSure = true;
    for (const message of this.#held.splice(0)) this.listener.message(message);
  }

  #fail(source: Source): void {
    if (this.#isStopped || source !== this.#source) return;
    this.#isSure = false;
    // The question also finds out whether the server can be reached at all, and whoever asks it
    // tells the page.
    const answer = this.#isSamePerson();
    if (source.readyState !== closed) return;
    clearTimeout(this.#silence);
    source.close();
    void answer.then(() => {
      if (this.#isStopped || source !== this.#source) return;
      this.#timer = setTimeout(() => this.#open(), this.#delayMs);
      this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
    });
  }

  // undefined when it cannot be found out now.
  async #isSamePerson(): Promise<true | undefined> {
    let signedIn: string | null;
    try {
      signedIn = await this.environment.whoIsSignedIn();
    } catch {
      return undefined;
    }
    if (signedIn === this.userId) return true;
    if (!this.#isStopped) {
      this.stop();
      this.listener.ended(signedIn);
    }
    return undefined;
  }
}
