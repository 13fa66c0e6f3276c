import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from './toasts.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
});

describe('a message', () => {
  it('goes by itself, unless somebody holds it', () => {
    const first = toasts.done('Saved');
    toasts.hold(first);
    toasts.done('Moved');
    expect(toasts.shown?.text).toBe('Saved');
    vi.advanceTimersByTime(60_000);
    expect(toasts.list.map((toast) => toast.text)).toEqual(['Saved']);
    toasts.resume(first);
    vi.advanceTimersByTime(60_000);
    expect(toasts.list).toEqual([]);
  });

  it('that is dismissed does not come back', () => {
    toasts.dismiss(toasts.failed('No'));
    expect(toasts.list).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(toasts.list).toEqual([]);
  });

  it('is undone once, the newest first', () => {
    const undone: string[] = [];
    const undo = (name: string) => ({ label: 'Undo', isUndo: true, run: () => undone.push(name) });
    toasts.done('first', undo('first'));
    toasts.done('second', undo('second'));
    toasts.failed('third', { label: 'Delete anyway', run: () => undone.push('third') });
    toasts.done('without');
    expect(toasts.undoNewest()).toBe(true);
    expect(toasts.undoNewest()).toBe(true);
    expect(toasts.undoNewest()).toBe(false);
    expect(undone).toEqual(['second', 'first']);
  });

  it('is undone also when it is gone, but not twice', () => {
    const undone: string[] = [];
    const undo = (name: string) => ({ label: 'Undo', isUndo: true, run: () => undone.push(name) });
    for (let i = 1; i <= 25; i++) toasts.done(`${i}`, undo(`${i}`));
    vi.advanceTimersByTime(60_000);
    toasts.done('26', undo('26'));
    const shown = toasts.list.at(-1);
    if (shown) toasts.act(shown);
    while (toasts.undoNewest());
    expect(undone.slice(0, 3)).toEqual(['26', '25', '24']);
    expect(undone).toHaveLength(20);
  });

  it('is not left for the next person', () => {
    const undone = vi.fn();
    toasts.done('Deleted “Surprise party”', { label: 'Undo', isUndo: true, run: undone });
    toasts.clear();
    expect(toasts.undoNewest()).toBe(false);
    expect(toasts.list).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('makes room: there are never more than a few', () => {
    for (let i = 0; i < 10; i++) toasts.failed(`${i}`);
    expect(toasts.list.map((toast) => toast.text)).toEqual(['6', '7', '8', '9']);
  });

  it('is shown alone: what failed before what was done, and of these the newest', () => {
    toasts.done('Saved');
    toasts.done('Moved');
    expect(toasts.list.map((toast) => toast.text)).toEqual(['Moved']);
    const failure = toasts.failed('No');
    toasts.done('Deleted');
    expect(toasts.shown?.text).toBe('No');
    toasts.dismiss(failure);
    expect(toasts.shown?.text).toBe('Deleted');
    vi.advanceTimersByTime(7000);
    expect(toasts.shown?.text).toBe('Deleted');
    vi.advanceTimersByTime(2000);
    expect(toasts.shown).toBeUndefined();
  });
});
