// Where signing in leads.

// The page of signing in that leads back to `address`.
export function signInAddress(address: string): string {
  return address === '/' ? '/sign-in' : `/sign-in?returnTo=${encodeURIComponent(address)}`;
}

// Where to go after signing in: a path of this app, whatever stands in the address. Read as a browser
// reads it, which leaves out what may stand between two slashes.
export function returnAddress(query: URLSearchParams): string {
  const wanted = query.get('returnTo') ?? '';
  const here = 'http://norn.invalid';
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : undefined;
  if (!wanted.startsWith('/') || url?.origin !== here || url.pathname === '/sign-in') return '/';
  return url.pathname + url.search;
}
