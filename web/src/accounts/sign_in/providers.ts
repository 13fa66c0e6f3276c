// Addresses of signing in with a provider.

export interface ProviderWish {
  returnTo?: string;
  // The secret of an invitation, which lets somebody new in.
  invitation?: string;
  // Adds the provider to the account of who is signed in.
  link?: boolean;
}

export function providerAddress(id: string, wish: ProviderWish = {}): string {
  const query = new URLSearchParams();
  if (wish.returnTo !== undefined && wish.returnTo !== '/') query.set('returnTo', wish.returnTo);
  if (wish.invitation !== undefined) query.set('invitation', wish.invitation);
  if (wish.link) query.set('link', '1');
  const text = query.toString();
  return `/auth/${encodeURIComponent(id)}/start${text === '' ? '' : `?${text}`}`;
}
