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
  list = $state<Toast[]>([]);
  #undos: Toast[] = [];
  #nextId = 1;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  done(text: string, action?: Toast['action']): number {
    return this.#add({ text, kind: 'done', action });
  }

  failed(text: string, action?: Toast['action']): number {
    return this.#add({ text, kind: 'failed', action });
  }

  dismiss(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  // While somebody looks at it or has it in focus, it stays.
  hold(id: number): void {
    clearTimeout(this.#timers.get(id));
  }

  resume(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), shownMs),
    );
  }

  // They may name what the next person must not see.
  clear(): void {
    for (const { id } of this.list) this.dismiss(id);
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

  #add(toast: Omit<Toast, 'id'>): number {
    const id = this.#nextId++;
    const added = { ...toast, id };
    this.list = [...this.list, added].slice(-maxToasts);
    if (added.action?.isUndo) this.#undos = [...this.#undos, added].slice(-maxUndos);
    this.resume(id);
    return id;
  }
}

export const toasts = new Toasts();
