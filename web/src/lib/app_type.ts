// What an app tells the rest of the web app about itself: its `app.ts` has one, and `apps.ts` lists
// them.

import type { Component } from 'svelte';

export interface ScopeText {
  scope: string;
  name: string;
  about: string;
  // A path that a token with this scope can be tried with.
  example?: string;
}

export interface App {
  // The first part of the address of its page.
  address: string;
  // In the navigation.
  name: string;
  // Loaded when somebody goes there.
  page: () => Promise<{ default: Component }>;
  // What an API token may be allowed to do with it.
  scopes: ScopeText[];
  // The events of GET /api/v1/events that it listens to.
  liveEvents: string[];
}
