// Whether the page is being printed: what is drawn only as far as it is seen is drawn whole then.

import { flushSync } from 'svelte';

class Printing {
  isOn = $state(false);

  constructor() {
    if (typeof window === 'undefined') return;
    // The browser takes the page as it is when the event is over.
    const set = (isOn: boolean) => flushSync(() => (this.isOn = isOn));
    window.addEventListener('beforeprint', () => set(true));
    window.addEventListener('afterprint', () => set(false));
  }
}

export const printing = new Printing();
