// The pages, by the first part of their address. Each is loaded when somebody goes there.

import type { Component } from 'svelte';
import { apps } from '../apps';

export interface Page {
  load: () => Promise<{ default: Component }>;
  // Seen without being signed in, and without the frame around the others.
  isOpen?: boolean;
  // The name in the navigation; pages without one are not in it.
  name?: string;
}

export const pages: Record<string, Page> = {
  ...Object.fromEntries(apps.map(({ address, name, page }) => [address, { load: page, name }])),
  settings: { load: () => import('../accounts/Settings.svelte') },
  'sign-in': { load: () => import('../accounts/sign_in/SignIn.svelte'), isOpen: true },
  'sign-up': { load: () => import('../accounts/sign_in/SignUp.svelte'), isOpen: true },
  setup: { load: () => import('../accounts/sign_in/SetUp.svelte'), isOpen: true },
  reset: { load: () => import('../accounts/sign_in/ResetPassword.svelte'), isOpen: true },
  join: { load: () => import('../accounts/sign_in/Join.svelte'), isOpen: true },
};

export const homeAddress = `/${apps[0].address}`;
