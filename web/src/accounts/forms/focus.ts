import { tick } from 'svelte';

// For {@attach}: what has just appeared, because somebody asked for it, gets the focus.
export function takeFocus(element: HTMLElement): void {
  element.focus();
}

// The same for the first field of a page, but not where that brings up a keyboard on the screen.
export function takeFocusWithKeyboard(element: HTMLElement): void {
  if (matchMedia('(pointer: fine)').matches) element.focus();
}

// Gives the focus to what is shown next: where the person goes on, or came from.
export async function focusNext(find: () => HTMLElement | null | undefined): Promise<void> {
  await tick();
  find()?.focus();
}
