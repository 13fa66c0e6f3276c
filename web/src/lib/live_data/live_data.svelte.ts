// The life of a page's data, whatever the data is: load it for one person, listen to live changes,
// load again when something may have been missed, and tell the page how that went.
//
// The first request waits a moment for the live stream to begin, because what is asked for after that
// need not be asked for again. What an answer contains and where it is kept is up to the page's
// `LiveSource`.

import { messageOf, OfflineError } from '../api';
import { connection } from '../connection.svelte';
import { listen, type LiveEvent } from '../live';
import { toasts } from '../toasts.svelte';
import { Debounce } from './debounce';
import { t } from '../messages';
import { traffic } from '../traffic';

const maxWaitForStreamMs = 100;
const usualDelayMs = 60;

// What differs between pages. `Shown` is what a page says that it shows: days, or days of a place.
export interface LiveSource<Shown> {
  // Somebody begins to use the page.
  begin?(userId: string): void;
  // What need not wait for the stream. It is asked for again (`beganEarly`) when the stream begins
  // meanwhile.
  prepare?(): Promise<unknown>;
  // The first load; later ones are `reload`.
  loadFirst?(): Promise<unknown>;
  // Loads what is missing of what is shown. Not called before anything is loaded, or after a failure.
  loadShown(shown: Shown | undefined): Promise<unknown>;
  // Loads again everything that is shown.
  reload(): Promise<unknown>;
  // What "Retry" does after a failure; `reload` without it.
  retry?(): Promise<unknown>;
  // Called at once when something may have been missed; `reload` follows after a moment.
  invalidate?(): void;
  // The stream began before the first load was over.
  beganEarly?(): void;
  // A live change, other than those about the stream itself.
  change(event: LiveEvent): void;
  // Nobody is signed in any more, or somebody else is.
  forget(): void;
  // Whether the failure is dealt with, so that nothing is said about it.
  handles?(error: unknown): boolean;
}

export class LiveData<Shown> {
  status = $state<'loading' | 'ready' | 'failed'>('loading');
  // Why it failed, to be shown.
  failure = $state('');
  // The person waits for something.
  isBusy = $state(false);
  readonly debounce: Debounce;
  #version = $state(0);
  #userId: string | undefined;
  // Counts up whenever the page is left: what was asked for before is nobody's any more.
  #visit = 0;
  // The page may say what it shows before it says for whom.
  #shown: Shown | undefined;
  #ready: Promise<void> = Promise.resolve();
  // Resolves when what was asked for first is shown.
  #firstShown: Promise<void> = Promise.resolve();
  #isFirstShown = false;
  #stopListening: (() => void)[] = [];
  #onStream: () => void = () => undefined;
  #hasAsked = false;
  #waits = 0;

  constructor(
    private readonly source: LiveSource<Shown>,
    private readonly listenTo: typeof listen = listen,
    delayMs = usualDelayMs,
  ) {
    this.debounce = new Debounce(delayMs);
  }

  get userId(): string | undefined {
    return this.#userId;
  }

  get shown(): Shown | undefined {
    return this.#shown;
  }

  // Resolves when the first load is over.
  get ready(): Promise<void> {
    return this.#ready;
  }

  // Compared with an earlier value, it tells whether the person is still the same and still here.
  get visit(): number {
    return this.#visit;
  }

  // Makes whatever calls it depend on all that is known.
  track(): void {
    void this.#version;
  }

  // More, or something else, is known than before.
  changed(): void {
    this.#version++;
  }

  start(userId: string): Promise<void> {
    if (this.#userId === userId && this.status !== 'failed') return this.#ready;
    this.stop();
    this.#userId = userId;
    this.source.begin?.(userId);
    const streamBegan = new Promise<void>((resolve) => {
      this.#onStream = resolve;
      setTimeout(resolve, maxWaitForStreamMs);
    });
    this.#stopListening = [
      this.listenTo((event) => this.#receive(event), userId),
      connection.onBack(() => this.reloadSoon()),
    ];
    this.#ready = this.guard(() => this.#loadFirst(streamBegan));
    this.#isFirstShown = false;
    this.#firstShown = this.#showFirst();
    return this.#firstShown;
  }

  stop(): void {
    for (const stop of this.#stopListening.splice(0)) stop();
    this.debounce.clear();
    this.#userId = undefined;
    this.#visit++;
    this.#waits++;
    this.#hasAsked = false;
    this.source.forget();
    this.status = 'loading';
    this.failure = '';
    this.isBusy = false;
    this.changed();
  }

  // What the page shows and wants kept up to date.
  async show(shown: Shown): Promise<void> {
    this.#shown = shown;
    await this.#ready;
    // The person may have gone on.
    if (this.#shown === shown) await this.loadShown();
  }

  // Does not throw: `status` says how it went.
  async loadShown(): Promise<void> {
    if (this.#userId === undefined || this.status === 'failed') return;
    await this.guard(() => this.source.loadShown(this.#shown));
  }

  // Several reasons to load again often come together.
  reloadSoon(): void {
    this.source.invalidate?.();
    this.debounce.run('reload', () => this.source.reload());
  }

  // Loads, and turns a failure into `status` or a message. Does not throw.
  async guard(load: () => Promise<unknown>): Promise<void> {
    const visit = this.#visit;
    try {
      await load();
    } catch (error) {
      if (visit !== this.#visit || this.source.handles?.(error)) return;
      this.failure = messageOf(error);
      // Later on, what is known stays, and being offline has a message of its own.
      if (this.status === 'loading') this.status = 'failed';
      else if (!(error instanceof OfflineError)) {
        const retry = () => void (this.source.retry ?? this.source.reload).call(this.source);
        const message = t.ui.partlyLoaded({ why: this.failure });
        toasts.failed(message, { label: t.base.retry(), run: retry });
      }
    }
  }

  // The person waits, until this load or one that began later is over.
  async busyWhile(load: () => Promise<unknown>): Promise<void> {
    const wait = ++this.#waits;
    this.isBusy = true;
    try {
      await load();
    } finally {
      if (wait === this.#waits) this.isBusy = false;
    }
  }

  async #loadFirst(streamBegan: Promise<void>): Promise<void> {
    const visit = this.#visit;
    await Promise.all([this.source.prepare?.(), streamBegan]);
    if (visit !== this.#visit) return;
    this.#hasAsked = true;
    await this.source.loadFirst?.();
  }

  async #showFirst(): Promise<void> {
    const visit = this.#visit;
    await this.#ready;
    await this.loadShown();
    if (visit === this.#visit) this.#isFirstShown = true;
  }

  // On a slow line, the stream begins while the first answers, and what draws them, are on their way:
  // they are shown before anything is asked for again.
  async #reloadOnceShown(): Promise<void> {
    const visit = this.#visit;
    if (!this.#isFirstShown) {
      await this.#firstShown;
      await traffic.quiet();
    }
    if (visit === this.#visit) this.reloadSoon();
  }

  #receive(event: LiveEvent): void {
    if (event.type === 'reset') this.reloadSoon();
    else if (event.type !== 'hello') this.source.change(event);
    else {
      this.#onStream();
      // What was asked for before is to be asked for again.
      if ((event.data as { resumed?: boolean } | null)?.resumed === true) return;
      if (this.#hasAsked) void this.#reloadOnceShown();
      else this.source.beganEarly?.();
    }
  }
}
