// Keeps what somebody has typed: going back asks first, as closing a dialog does, and so does the
// browser before it loads the page again or closes the tab.

import { router } from './router.svelte';

// While `isUnsaved`, `ask` is called in place of going back. Gives back what ends it.
export function keepUnsaved(isUnsaved: () => boolean, ask: () => void): () => void {
  const unguard = router.guard(() => {
    if (!isUnsaved()) return false;
    ask();
    return true;
  });
  const warn = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return () => {
    unguard();
    window.removeEventListener('beforeunload', warn);
  };
}
