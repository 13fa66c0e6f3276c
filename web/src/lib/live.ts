// Live changes: what others do, and what this person does elsewhere, as it happens.

import { ApiError, request, sessionEnded } from './api';
import { LiveShare, type Channel, type ShareEnvironment, type ShareListener } from './live_share';
import { LiveStream, type StreamListener } from './live_stream';
import type { Me } from './types';

// The events of GET /api/v1/events, as docs/http_api.md describes them. `hello` without `resumed`
// and `reset` mean: load what you show now, and nothing is missed.
export interface LiveEvent {
  type: string;
  data: unknown;
}

// The types of events of all apps: one tab listens for all others, whatever they show.
let appEvents: readonly string[] = [];

// Before anybody listens.
export function setAppEvents(types: readonly string[]): void {
  appEvents = types;
}

// Listens for one person until the function that it returns is called.
export function listen(onEvent: (event: LiveEvent) => void, userId: string): () => void {
  const listener: ShareListener = {
    event: onEvent,
    ended: (signedIn) => {
      if (signedIn === null) void goOnAfterSigningIn();
      // Somebody else signed in in another tab. Nothing on this page is theirs, so it begins anew.
      else location.reload();
    },
  };
  let isOver = false;
  let stop = open(listener, userId, true);
  async function goOnAfterSigningIn() {
    stop();
    if ((await sessionEnded()) && !isOver) stop = open(listener, userId, true);
  }
  // A page that is kept for the way back must not keep others from listening.
  const onHide = () => stop();
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) stop = open(listener, userId, false);
  };
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  return () => {
    isOver = true;
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('pageshow', onShow);
    stop();
  };
}

function open(listener: ShareListener, userId: string, isSure: boolean): () => void {
  const environment = browserEnvironment();
  if (environment.locks) {
    const withLocks = { ...environment, locks: environment.locks };
    const share = new LiveShare(withLocks, userId, listener, isSure);
    return () => share.stop();
  }
  const streamListener: StreamListener = {
    message: ({ type, data }) => listener.event({ type, data }),
    ended: (signedIn) => listener.ended(signedIn),
  };
  const stream = new LiveStream(environment, userId, streamListener, { isSure });
  return () => stream.stop();
}

type BrowserEnvironment = Omit<ShareEnvironment, 'locks'> &
  Partial<Pick<ShareEnvironment, 'locks'>>;

function browserEnvironment(): BrowserEnvironment {
  const environment: BrowserEnvironment = {
    appEvents,
    open: (address) => new EventSource(address),
    channel: (name) => new BroadcastChannel(name) as Channel,
    whoIsSignedIn,
    onVisible: (callback) => {
      const onChange = () => document.visibilityState === 'visible' && callback();
      document.addEventListener('visibilitychange', onChange);
      return () => document.removeEventListener('visibilitychange', onChange);
    },
  };
  // Plain HTTP to another machine is no secure context and has no locks: each tab listens by itself.
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  if (locks && 'BroadcastChannel' in window) {
    environment.locks = { request: (name, options, hold) => locks.request(name, options, hold) };
  }
  return environment;
}

async function whoIsSignedIn(): Promise<string | null> {
  try {
    return (await request<Me>('GET', '/api/v1/session')).id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
