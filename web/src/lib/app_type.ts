// What an app tells the rest of the web app about itself: its `app.ts` has one, and `apps.ts` lists
// them.

import type { Component } from 'svelte';
import type { SearchHit } from './api_types';
import type { Area } from './message_types';
import type { View } from './dates';

export interface ScopeText {
  scope: string;
  name: () => string;
  about: () => string;
  // A path that a token with this scope can be tried with.
  example?: string;
}

// What an app adds to the palette (Ctrl+K).
export interface AppPalette {
  // What can be begun from anywhere: "New event".
  actions: () => { name: string; address: string }[];
  // Where something that was found is shown; undefined if it is another app's, or has no page.
  addressOfHit: (hit: SearchHit) => string | undefined;
}

export interface App {
  // The first part of the address of its page.
  address: string;
  // In the navigation.
  name: () => string;
  // Loaded when somebody goes there, with the messages of these areas.
  page: () => Promise<{ default: Component }>;
  messages: Exclude<Area, 'app'>[];
  // Pages that are seen without being signed in, by the first part of their address. They have the same messages.
  openPages?: Record<string, () => Promise<{ default: Component }>>;
  // A part of the bar at the top of every page, whichever app is shown: loaded once the page is there.
  inBar?: () => Promise<{ default: Component<{ userId: string }> }>;
  // Of a page with days: the view that it begins with at a desk.
  usualView?: View;
  // What the page asks the API first, whatever its address: asked for while the page is loaded.
  firstQuestions?: readonly string[];
  // Its part of the palette.
  palette?: () => Promise<{ default: AppPalette }>;
  // Which items of the agenda are its own (`app` of GET /api/v1/agenda). The `agenda.ts` of the folder of that name says
  // what can be done with them (AppAgenda).
  agenda?: string;
  // What an API token may be allowed to do with it.
  scopes?: ScopeText[];
  // The events of GET /api/v1/events that it listens to.
  liveEvents?: string[];
}
