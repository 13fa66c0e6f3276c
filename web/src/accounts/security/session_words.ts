// Where somebody is signed in, in words.

import { t } from '../../lib/messages';
import { ago } from '../../lib/moments';
import { session } from '../session.svelte';
import type { SessionInfo } from '../types';

// How they signed in, from where, and when it was last used.
export function sessionDetails({
  method,
  address,
  createdAt,
  lastSeenAt,
  current,
}: SessionInfo): string {
  const words = t.accounts.devices;
  const seen = current ? words.now() : words.lastUsed({ ago: ago(lastSeenAt) });
  const details = { address, seen, ago: ago(createdAt) };
  if (method === 'password') return words.withPassword(details);
  const provider = session.server?.providers.find((each) => each.id === method);
  return words.withProvider({ ...details, provider: provider?.name ?? method });
}
