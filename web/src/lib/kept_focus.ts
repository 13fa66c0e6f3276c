// When what has the focus disappears, browsers give it to nobody: the keys go nowhere, and Tab
// begins at the top of the page again. Here it goes to what is left around the place where it was.

// Gives back what ends it.
export function keepFocus(): () => void {
  // What has the focus, and what is around it from the inside out.
  let path: HTMLElement[] = [];

  function came(event: FocusEvent): void {
    path = event.composedPath().filter((each) => each instanceof HTMLElement);
  }

  // Somebody pressed where nothing takes the focus: they have left it themselves.
  function pressed(): void {
    setTimeout(() => {
      if (path[0]?.isConnected && isNowhere()) path = [];
    });
  }

  const observer = new MutationObserver(() => {
    if (path[0] === undefined || path[0].isConnected || !isNowhere()) return;
    const left = path.find((each) => each.isConnected);
    path = [];
    take(left === undefined || left === document.body ? document.querySelector('main') : left);
  });

  document.addEventListener('focusin', came);
  document.addEventListener('pointerdown', pressed);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', came);
    document.removeEventListener('pointerdown', pressed);
    observer.disconnect();
  };
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function take(element: HTMLElement | null): void {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
