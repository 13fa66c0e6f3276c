// A change that was made, with a way to take it back.

import { messageOf, OfflineError } from '../api';
import { toasts } from '../toasts.svelte';
import { t } from '../messages';

// Takes a change back, and resolves with what to say then, if there is anything to say.
export type Undo = () => Promise<string | undefined>;
// Says that it could not be taken back. `retry` tries once more.
export type SayFailed = (error: unknown, retry: () => void) => void;

// Says what was done, and offers to take it back: in the message, and by Ctrl+Z.
export function sayUndoable(
  message: string,
  undo: Undo,
  sayFailed: SayFailed = sayNotUndone,
): void {
  toasts.done(message, {
    label: t.base.undo(),
    isUndo: true,
    run: () => void run(undo, sayFailed),
  });
}

async function run(undo: Undo, sayFailed: SayFailed): Promise<void> {
  try {
    const message = await undo();
    if (message !== undefined) toasts.done(message);
  } catch (error) {
    sayFailed(error, () => void run(undo, sayFailed));
  }
}

function sayNotUndone(error: unknown, retry: () => void): void {
  sayFailure(error, retry, (why) => t.ui.notUndone({ why }));
}

// What failed, and "Retry" when the server could not be reached.
export function sayFailure(
  error: unknown,
  retry: () => void,
  words: (why: string) => string = (why) => why,
): void {
  const isOffline = error instanceof OfflineError;
  const action = isOffline ? { label: t.base.retry(), run: retry } : undefined;
  toasts.failed(words(messageOf(error)), action);
}
