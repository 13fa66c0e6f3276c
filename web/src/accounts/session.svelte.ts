// Who is signed in, and what the server lets people do who are not.

import { ApiError, request, whenSignedOut } from '../lib/api';
import { router } from '../lib/router.svelte';
import { toasts } from '../lib/toasts.svelte';
import type { Me, Server } from '../lib/types';
import { signInAddress } from './sign_in/return_address';

class Session {
  // undefined: not known yet. null: nobody is signed in.
  me = $state.raw<Me | null | undefined>(undefined);
  server = $state.raw<Server | undefined>(undefined);

  async load(): Promise<void> {
    const server = await request<Server>('GET', '/api/v1/server');
    const me = server.signedIn ? await whoAmI() : null;
    this.server = server;
    this.me = me;
  }

  signedIn(me: Me): void {
    this.me = me;
    if (this.server) this.server = { ...this.server, setupNeeded: false };
  }

  async signOut({ isEverywhere = false } = {}): Promise<void> {
    await request('DELETE', isEverywhere ? '/api/v1/sessions' : '/api/v1/session');
    this.#forget('/sign-in');
  }

  // The session is over without the person having said so: signing in again leads back to this page.
  ended(): void {
    this.#forget(signInAddress(router.path + location.search));
  }

  // Another tab may have signed out since this one was looked at, or somebody else in: what this
  // page shows is not theirs.
  async makeSure(): Promise<void> {
    const id = this.me?.id;
    if (!id) return;
    try {
      const me = await whoAmI();
      if (!me) this.ended();
      else if (me.id !== id) location.reload();
    } catch {
      // Not reached: what is asked for next tells.
    }
  }

  #forget(address: string): void {
    if (this.me === null) return;
    this.me = null;
    toasts.clear();
    router.go(address, { replace: true });
  }
}

// A session may end between two questions.
async function whoAmI(): Promise<Me | null> {
  try {
    return await request<Me>('GET', '/api/v1/session');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export const session = new Session();
whenSignedOut(() => session.ended());
