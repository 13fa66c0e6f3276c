// Where the person is: the address of the page is the only place that says so.

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  // Goes somewhere. `replace` leaves no step to come back to.
  go(address: string, { replace = false } = {}): void {
    if (address === location.pathname + location.search) return;
    if (replace) history.replaceState(history.state, '', address);
    else history.pushState({ steps: this.#steps + 1 }, '', address);
    this.#read();
  }

  // Goes back to where the person came from, or to `fallback` when they came from elsewhere.
  back(fallback: string): void {
    if (this.#steps > 0) history.back();
    else this.go(fallback, { replace: true });
  }

  // The parts of the path: "/calendar/month" is ["calendar", "month"].
  get parts(): string[] {
    return this.path.split('/').filter((part) => part !== '');
  }

  // How many steps back stay within the app.
  get #steps(): number {
    return (history.state as { steps?: number } | null)?.steps ?? 0;
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  start(): void {
    window.addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => this.#followLink(event));
  }

  // Links within the app load no page. Everything else (new tabs, downloads) is the browser's.
  #followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.target || link.download) return;
    // The server's own addresses, and files.
    if (/^\/(api|auth)(\/|$)|\.\w+$/.test(link.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
