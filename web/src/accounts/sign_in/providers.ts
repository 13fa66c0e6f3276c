// Signing in with a provider.

import { request } from '../../lib/api';

export interface ProviderWish {
  returnTo?: string;
  // The secret of an invitation, which lets somebody new in.
  invitation?: string;
}

export function providerAddress(id: string, wish: ProviderWish = {}): string {
  const query = new URLSearchParams();
  if (wish.returnTo !== undefined && wish.returnTo !== '/') query.set('returnTo', wish.returnTo);
  if (wish.invitation !== undefined) query.set('invitation', wish.invitation);
  const text = query.toString();
  return `/auth/${encodeURIComponent(id)}/start${text === '' ? '' : `?${text}`}`;
}

// Adds the provider to the account of who is signed in: leads there, and back to `returnTo`.
export async function connectProvider(id: string, returnTo: string): Promise<void> {
  const path = `/auth/${encodeURIComponent(id)}/link`;
  const begun = await request<{ location: string }>('POST', path, { body: { returnTo } });
  location.assign(begun.location);
}
