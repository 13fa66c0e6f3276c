// One stream for all tabs of a browser: a server gives a person 32, and HTTP/1.1 has six connections
// to a host. The tab that holds a lock listens and passes on what it hears; when it goes, the next in
// line goes on from the last position that was passed on.

import type { LiveEvent } from './live';
import { LiveStream, type Message, type StreamEnvironment } from './live_stream';

export interface Channel {
  onmessage: ((event: MessageEvent<Note>) => unknown) | null;
  postMessage(note: Note): void;
  close(): void;
}

export interface Locks {
  request(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    hold: () => Promise<void>,
  ): Promise<void>;
}

export interface ShareEnvironment extends StreamEnvironment {
  locks: Locks;
  channel(name: string): Channel;
  // Calls back whenever the person looks at this tab again.
  onVisible(callback: () => void): () => void;
}

// What tabs say to each other.
export type Note =
  | { kind: 'who leads?' }
  | { kind: 'I lead'; hasBegun: boolean; lastId: string | undefined }
  | { kind: 'heard'; message: Message }
  | { kind: 'ended' };

export interface ShareListener {
  event(event: LiveEvent): void;
  ended(signedIn: string | null): void;
}

// A tab that the browser has put to sleep keeps its lock. This is how long it has to answer.
const maxSilenceMs = 3000;

export class LiveShare {
  #channel: Channel;
  #stream: LiveStream | undefined;
  #lastId: string | undefined;
  // Whether this tab has been told to load what it shows, so that nothing is missed after it.
  #hasBegun = false;
  #isStopped = false;
  #waiting = new AbortController();
  #release: () => void = () => undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #stopWatching: () => void;
  readonly #name: string;

  constructor(
    private readonly environment: ShareEnvironment,
    private readonly userId: string,
    private readonly listener: ShareListener,
    // Whether who is signed in has been asked just now. Where there is another tab, somebody else may
    // have signed in there since.
    private isSure = true,
  ) {
    this.#name = `norn.live.${userId}`;
    this.#channel = environment.channel(this.#name);
    this.#channel.onmessage = (event) => this.#receive(event.data);
    this.#stopWatching = environment.onVisible(() => this.#askForLeader());
    this.#channel.postMessage({ kind: 'who leads?' });
    this.#stand(false);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#silenceTimer);
    this.#stopWatching();
    this.#waiting.abort();
    this.#resign();
    this.#channel.close();
  }

  // Waits in line to lead, or takes the lead from a tab that does not answer.
  #stand(steal: boolean): void {
    this.#waiting.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    // A lock that is stolen cannot be waited for at the same time.
    const options = steal ? { steal } : { signal: waiting.signal };
    const lead = () =>
      new Promise<void>((resolve) => {
        this.#release = resolve;
        this.#lead();
      });
    this.environment.locks.request(this.#name, options, lead).catch(() => {
      if (waiting.signal.aborted) return;
      // Another tab took the lead from us.
      this.#resign();
      this.#stand(false);
    });
  }

  #lead(): void {
    if (this.#isStopped) return this.#release();
    clearTimeout(this.#silenceTimer);
    const listener = {
      message: (message: Message) => {
        this.#channel.postMessage({ kind: 'heard', message });
        this.#hear(message);
      },
      ended: (signedIn: string | null) => {
        this.#channel.postMessage({ kind: 'ended' });
        this.listener.ended(signedIn);
      },
    };
    const start = { lastId: this.#lastId, isSure: this.isSure };
    this.isSure = false;
    this.#stream = new LiveStream(this.environment, this.userId, listener, start);
  }

  #resign(): void {
    this.#stream?.stop();
    this.#stream = undefined;
    this.#release();
  }

  #hear(message: Message): void {
    this.#lastId = message.id || this.#lastId;
    let { data } = message;
    if (message.type === 'hello' && !this.#hasBegun) {
      this.#hasBegun = true;
      // What the stream goes on from may be before this tab loaded anything, or long after.
      data = { resumed: false };
    }
    this.listener.event({ type: message.type, data });
  }

  #receive(note: Note): void {
    if (this.#isStopped) return;
    this.isSure = false;
    switch (note.kind) {
      case 'who leads?':
        if (this.#stream) this.#answer();
        break;
      case 'I lead':
        clearTimeout(this.#silenceTimer);
        if (this.#stream || !note.hasBegun || this.#hasBegun) break;
        this.#hear({ type: 'hello', data: { resumed: false }, id: note.lastId ?? '' });
        break;
      case 'heard':
        // Whoever lost the lead may still have something on the way; our own stream has it too.
        if (!this.#stream) this.#hear(note.message);
        break;
      case 'ended':
        void this.#checkSession();
    }
  }

  #answer(): void {
    const [hasBegun, lastId] = [this.#hasBegun, this.#lastId];
    // eslint-disable-next-line messages/text -- said to other tabs, not to people
    this.#channel.postMessage({ kind: 'I lead', hasBegun, lastId });
  }

  #askForLeader(): void {
    if (this.#stream || this.#isStopped) return;
    this.isSure = false;
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#stand(true), maxSilenceMs);
    this.#channel.postMessage({ kind: 'who leads?' });
  }

  async #checkSession(): Promise<void> {
    try {
      const signedIn = await this.environment.whoIsSignedIn();
      if (signedIn !== this.userId && !this.#isStopped) this.listener.ended(signedIn);
    } catch {
      // The next request will tell.
    }
  }
}
