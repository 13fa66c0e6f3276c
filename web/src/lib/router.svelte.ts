// Where the person is: the address of the page is the only place that says so.

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  #here = { address: location.pathname + location.search, state: history.state as unknown };
  #keepsHere: () => boolean = () => false;

  // Goes somewhere. `replace` leaves no step to come back to.
  go(address: string, { replace = false } = {}): void {
    if (address === location.pathname + location.search) return;
    if (replace) history.replaceState(history.state, '', address);
    else history.pushState({ steps: this.#steps + 1 }, '', address);
    this.#read();
  }

  // Goes back to where the person came from, or to `fallback` when they came from elsewhere.
  back(fallback: string): void {
    // Whoever calls this has asked the person.
    this.#keepsHere = () => false;
    if (this.#steps > 0) history.back();
    else this.go(fallback, { replace: true });
  }

  // `keepsHere` is asked when somebody goes back or forward with the browser's buttons: true leaves
  // them where they are. Gives back what takes it away again.
  guard(keepsHere: () => boolean): () => void {
    this.#keepsHere = keepsHere;
    return () => {
      if (this.#keepsHere === keepsHere) this.#keepsHere = () => false;
    };
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
    this.#here = { address: this.path + location.search, state: history.state };
  }

  // A step cannot be refused, only taken once more.
  #popped(): void {
    if (this.#keepsHere()) history.pushState(this.#here.state, '', this.#here.address);
    else this.#read();
  }

  start(): void {
    window.addEventListener('popstate', () => this.#popped());
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
