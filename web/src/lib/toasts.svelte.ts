// Short messages at the edge of the page: what was done, with a way to undo it; what failed.

export interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'failed';
  action?: { label: string; run: () => void; isUndo?: boolean };
}

const shownMs = 8000;
const maxToasts = 4;
// How far Ctrl+Z goes back, also when the messages are long gone.
const maxUndos = 20;

class Toasts {
  // Those that are still to be seen; `shown` is the one that is.
  list = $state<Toast[]>([]);
  #held = $state<number | undefined>();
  #undos: Toast[] = [];
  #nextId = 1;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  done(text: string, action?: Toast['action']): number {
    return this.#add({ text, kind: 'done', action });
  }

  failed(text: string, action?: Toast['action']): number {
    return this.#add({ text, kind: 'failed', action });
  }

  // One at a time: the one that somebody looks at, what failed, or the newest.
  get shown(): Toast | undefined {
    return (
      this.list.find((toast) => toast.id === this.#held) ??
      this.list.findLast((toast) => toast.kind === 'failed') ??
      this.list.at(-1)
    );
  }

  dismiss(id: number): void {
    const before = this.shown;
    this.#drop((toast) => toast.id === id);
    // The next one has its time from now on.
    if (this.shown && this.shown !== before) this.resume(this.shown.id);
  }

  // While somebody looks at it or has it in focus, it stays.
  hold(id: number): void {
    this.#held = id;
    clearTimeout(this.#timers.get(id));
  }

  resume(id: number): void {
    if (this.#held === id) this.#held = undefined;
    clearTimeout(this.#timers.get(id));
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), shownMs),
    );
  }

  // They may name what the next person must not see.
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.list = [];
    this.#undos = [];
  }

  // Does what the message offers, once.
  act(toast: Toast): void {
    this.dismiss(toast.id);
    this.#undos = this.#undos.filter((each) => each.id !== toast.id);
    toast.action?.run();
  }

  // What Ctrl+Z does. Other actions ("Delete anyway", "Retry") are nobody's idea of it.
  undoNewest(): boolean {
    const newest = this.#undos.at(-1);
    if (newest) this.act(newest);
    return newest !== undefined;
  }

  #drop(isDropped: (toast: Toast) => boolean): void {
    for (const { id } of this.list.filter(isDropped)) {
      clearTimeout(this.#timers.get(id));
      this.#timers.delete(id);
      if (this.#held === id) this.#held = undefined;
    }
    this.list = this.list.filter((toast) => !isDropped(toast));
  }

  #add(toast: Omit<Toast, 'id'>): number {
    const id = this.#nextId++;
    const added = { ...toast, id };
    // What was done last says more than what was done before it.
    const isOver = ({ kind, id: other }: Toast) => kind === 'done' && other !== this.#held;
    if (added.kind === 'done') this.#drop(isOver);
    this.list = [...this.list, added].slice(-maxToasts);
    if (added.action?.isUndo) this.#undos = [...this.#undos, added].slice(-maxUndos);
    this.resume(id);
    return id;
  }
}

export const toasts = new Toasts();
