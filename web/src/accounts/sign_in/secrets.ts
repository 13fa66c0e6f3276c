// The secret behind the # of a link. It is taken out of the address at once, so that it is in no
// history, bookmark or screenshot; what was taken is kept for as long as the tab is open, so that the
// page can be loaded again.

import { readTabText, writeTabText } from '../../lib/storage';

export interface Place {
  pathname: string;
  search: string;
  hash: string;
}

const taken = new Map<string, string>();

// The secret of the page at `place`. `replace` puts an address without it into the address bar.
export function takeSecret(place: Place, replace: (address: string) => void): string | undefined {
  const secret = place.hash.replace(/^#/, '').trim();
  if (secret !== '') {
    taken.set(place.pathname, secret);
    writeTabText(keyOf(place.pathname), secret);
    replace(place.pathname + place.search);
  }
  return taken.get(place.pathname) ?? readTabText(keyOf(place.pathname)) ?? undefined;
}

// It has been used, or is of no use.
export function forgetSecret(pathname: string): void {
  taken.delete(pathname);
  writeTabText(keyOf(pathname), null);
}

function keyOf(pathname: string): string {
  return `norn.secret${pathname}`;
}

export function secretHere(): string | undefined {
  return takeSecret(location, (address) => history.replaceState(history.state, '', address));
}
