// Short messages at the edge of the page: what was done, with a way to undo it; what failed.

export interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'failed';
  action?: { label: string; run: () => void; isUndo?: boolean };
}

const shownMs = 8000;
const maxToasts = 4;

class Toasts {
  list = $state<Toast[]>([]);
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
  }

  // What Ctrl+Z does. Other actions ("Delete anyway", "Retry") are nobody's idea of it.
  undoNewest(): boolean {
    const toast = this.list.findLast((each) => each.action?.isUndo);
    if (!toast?.action) return false;
    this.dismiss(toast.id);
    toast.action.run();
    return true;
  }

  #add(toast: Omit<Toast, 'id'>): number {
    const id = this.#nextId++;
    this.list = [...this.list, { ...toast, id }].slice(-maxToasts);
    this.resume(id);
    return id;
  }
}

export const toasts = new Toasts();
