// A browser for the tests of live changes: event sources, tabs that talk to each other, and locks.

import type { Channel, Locks, Note, ShareEnvironment } from './live_share';
import type { Source } from './live_stream';

export class FakeSource implements Source {
  readyState = 0;
  onerror: ((event: Event) => unknown) | null = null;
  #listeners = new Map<string, (event: MessageEvent<string>) => void>();

  constructor(readonly address: string) {}

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.readyState = 2;
  }

  get isOpen(): boolean {
    return this.readyState !== 2;
  }

  send(type: string, data: unknown, id = ''): void {
    const event = { data: JSON.stringify(data), lastEventId: id } as MessageEvent<string>;
    this.#listeners.get(type)?.(event);
  }

  // The connection is interrupted; `isRefused`: and the server does not take it back.
  fail(isRefused = false): void {
    this.readyState = isRefused ? 2 : 0;
    this.onerror?.({} as Event);
  }
}

export class FakeBrowser {
  sources: FakeSource[] = [];
  signedIn: string | null | 'unreachable' = 'ada';
  #channels = new Map<string, Set<Channel>>();
  #holders = new Map<string, { steal: () => void }>();
  #line: { name: string; grant: () => void }[] = [];

  // The newest source.
  get source(): FakeSource {
    const source = this.sources.at(-1);
    if (!source) throw new Error('Nobody listens.');
    return source;
  }

  get openSources(): FakeSource[] {
    return this.sources.filter((source) => source.isOpen);
  }

  // The environment of one tab. A tab that sleeps hears nothing.
  tab(): ShareEnvironment & { show: () => void; isAsleep: boolean } {
    let onVisible: () => void = () => undefined;
    const tab = {
      isAsleep: false,
      appEvents: ['entry', 'calendar', 'membership', 'reminder'],
      show: () => onVisible(),
      open: (address: string) => {
        const source = new FakeSource(address);
        this.sources.push(source);
        return source;
      },
      whoIsSignedIn: async () => {
        if (this.signedIn === 'unreachable') throw new Error('unreachable');
        return this.signedIn;
      },
      channel: (name: string) => this.#channel(name, () => tab.isAsleep),
      locks: this.#locks(),
      onVisible: (callback: () => void) => {
        onVisible = callback;
        return () => (onVisible = () => undefined);
      },
    };
    return tab;
  }

  #channel(name: string, isAsleep: () => boolean): Channel {
    const tabs = this.#channels.get(name) ?? new Set<Channel>();
    this.#channels.set(name, tabs);
    const channel: Channel = {
      onmessage: null,
      postMessage: (note: Note) => {
        for (const other of tabs) {
          if (other === channel) continue;
          queueMicrotask(() => {
            if (tabs.has(other)) other.onmessage?.({ data: note } as MessageEvent<Note>);
          });
        }
      },
      close: () => tabs.delete(channel),
    };
    const listening: Channel = Object.create(channel, {
      onmessage: {
        set: (listener: Channel['onmessage']) => {
          channel.onmessage = (event) => (isAsleep() ? undefined : listener?.(event));
        },
      },
    }) as Channel;
    tabs.add(channel);
    return listening;
  }

  #locks(): Locks {
    return {
      request: (name, { signal, steal }, hold) =>
        new Promise<void>((resolve, reject) => {
          const grant = () => {
            const holder = { steal: () => reject(new Error('stolen')) };
            this.#holders.set(name, holder);
            void hold().then(() => {
              if (this.#holders.get(name) === holder) this.#next(name);
              resolve();
            });
          };
          if (steal) {
            this.#holders.get(name)?.steal();
            return grant();
          }
          const waiting = { name, grant };
          this.#line.push(waiting);
          signal?.addEventListener('abort', () => {
            if (!this.#line.includes(waiting)) return;
            this.#line = this.#line.filter((each) => each !== waiting);
            reject(new Error('aborted'));
          });
          if (!this.#holders.has(name)) queueMicrotask(() => this.#start(name));
        }),
    };
  }

  #start(name: string): void {
    if (!this.#holders.has(name)) this.#next(name);
  }

  #next(name: string): void {
    this.#holders.delete(name);
    const next = this.#line.find((waiting) => waiting.name === name);
    this.#line = this.#line.filter((waiting) => waiting !== next);
    next?.grant();
  }
}
