// Single keys that do something on a page. They are quiet while somebody types, in dialogs, and
// together with other keys, which belong to the browser; and where they have been turned off.

import { appearance } from './appearance.svelte';

type Keys = Record<string, () => void>;

const maps: Keys[] = [];

// `keys` maps what KeyboardEvent.key says ("t", "ArrowLeft", "?") to what it does. Gives back what
// takes them away again.
export function register(keys: Keys): () => void {
  maps.push(keys);
  return () => {
    maps.splice(maps.indexOf(keys), 1);
  };
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
  );
}

// Whether an event is the press of this key alone, by somebody who uses keys and is not typing.
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  if (!appearance.keys || event.defaultPrevented || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return event.key === key && !isTyping(event.target);
}

// Within a grid, a list or a menu the arrow keys are its own.
function hasArrowKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=grid],[role=menu],[role=radiogroup],[role=tablist],[role=listbox]') !==
      null
  );
}

export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

export function startKeys(): () => void {
  function press(event: KeyboardEvent): void {
    if (!appearance.keys || event.defaultPrevented || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isDialogOpen()) return;
    if (event.key.startsWith('Arrow') && hasArrowKeys(event.target)) return;
    const action = maps.findLast((keys) => Object.hasOwn(keys, event.key))?.[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
