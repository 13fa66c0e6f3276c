import { beforeEach, expect, it, vi } from 'vitest';
import { OfflineError } from '../api';
import { toasts } from '../toasts.svelte';
import { sayUndoable } from './undo';

beforeEach(() => toasts.clear());

const last = () => toasts.list.at(-1);

it('takes back by Ctrl+Z, and says so', async () => {
  sayUndoable('Deleted “Lunch”', async () => '“Lunch” is back');
  expect([last()?.text, last()?.action?.label]).toEqual(['Deleted “Lunch”', 'Undo']);
  toasts.undoNewest();
  await vi.waitFor(() => expect(last()?.text).toBe('“Lunch” is back'));
});

it('says nothing where there is nothing to say', async () => {
  const undo = vi.fn(async () => undefined);
  sayUndoable('Completed “Lunch”', undo);
  toasts.undoNewest();
  await vi.waitFor(() => expect(undo).toHaveBeenCalled());
  expect(toasts.list).toEqual([]);
});

it('says why it could not, and tries again when the server can be reached', async () => {
  const undo = vi.fn(async () => '“Lunch” is back').mockRejectedValueOnce(new OfflineError());
  sayUndoable('Deleted “Lunch”', undo);
  toasts.undoNewest();
  await vi.waitFor(() => expect(last()?.text).toMatch(/^Could not undo\. Norn cannot be/));
  last()?.action?.run();
  await vi.waitFor(() => expect(last()?.text).toBe('“Lunch” is back'));
});

it('leaves it to the page to say what failed', async () => {
  const failed = vi.fn();
  const undo = async () => {
    throw new Error('no');
  };
  sayUndoable('Moved “Lunch”', undo, failed);
  toasts.undoNewest();
  await vi.waitFor(() => expect(failed).toHaveBeenCalled());
});
