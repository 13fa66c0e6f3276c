import { messageOf } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import { session } from '../session.svelte';

// Signs out in this browser, or says why not.
export async function signOut(): Promise<void> {
  try {
    await session.signOut();
  } catch (error) {
    toasts.failed(messageOf(error));
  }
}
