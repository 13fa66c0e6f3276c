// Who is signed in, and what the server lets people do who are not.

import { ApiError, request, whenSignedOut } from '../lib/api';
import { router } from '../lib/router.svelte';
import { writeText } from '../lib/storage';
import type { Me, Server } from '../lib/types';
import { signInAddress } from './sign_in/return_address';

const signedOutKey = 'norn.signedOut';

class Session {
  // undefined: not known yet. null: nobody is signed in.
  me = $state.raw<Me | null | undefined>(undefined);
  server = $state.raw<Server | undefined>(undefined);
  // The server does not know `me` any more; they are asked to sign in on top of what they see.
  isEnded = $state(false);
  #waiting: ((isBack: boolean) => void)[] = [];
  #forgetting: (() => void)[] = [];

  async load(): Promise<void> {
    const server = await request<Server>('GET', '/api/v1/server');
    // Their account may have gone with the session.
    const me = server.signedIn ? (server.me ?? (await whoAmI())) : null;
    this.server = server;
    this.me = me;
  }

  signedIn(me: Me): void {
    const isBack = this.me?.id === me.id;
    this.me = me;
    this.#settle(isBack);
    if (this.server) this.server = { ...this.server, setupNeeded: false };
  }

  async signOut({ isEverywhere = false } = {}): Promise<void> {
    await request('DELETE', isEverywhere ? '/api/v1/sessions' : '/api/v1/session');
    // Other tabs hear of it.
    writeText(signedOutKey, String(Date.now()));
    this.#forget('/sign-in');
  }

  // The session is over without the person having said so. Resolves with whether they are back.
  ended(): Promise<boolean> {
    if (!this.me) return Promise.resolve(false);
    this.isEnded = true;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  // For what else has to be forgotten when nobody is signed in any more.
  whenForgotten(forget: () => void): void {
    this.#forgetting.push(forget);
  }

  // They do not want to go on here: signing in leads back to this page.
  leave(): void {
    this.#forget(signInAddress(router.path + location.search));
  }

  // Something that another tab has written.
  heardStorage(key: string | null): void {
    if (key === signedOutKey) this.leave();
  }

  // Another tab may have signed out since this one was looked at, or somebody else in: what this
  // page shows is not theirs.
  async makeSure(): Promise<void> {
    const id = this.me?.id;
    if (!id) return;
    try {
      const me = await whoAmI();
      if (!me) void this.ended();
      else if (me.id !== id) location.reload();
      // They have signed in in another tab.
      else if (this.isEnded) this.signedIn(me);
    } catch {
      // Not reached: what is asked for next tells.
    }
  }

  #forget(address: string): void {
    if (this.me === null) return;
    this.me = null;
    this.#settle(false);
    for (const forget of this.#forgetting) forget();
    router.go(address, { replace: true });
  }

  #settle(isBack: boolean): void {
    this.isEnded = false;
    for (const resolve of this.#waiting.splice(0)) resolve(isBack);
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
