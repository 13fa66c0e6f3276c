// What an API token may do, in words.

import type { Scope } from './types';

export const scopes: { scope: Scope; name: string; about: string }[] = [
  {
    scope: 'calendars:read',
    name: 'Read calendars',
    about: 'See calendars, their members and entries, and follow changes.',
  },
  {
    scope: 'calendars:write',
    name: 'Change calendars',
    about: 'Create, change and delete calendars, members and entries.',
  },
  {
    scope: 'planner:read',
    name: 'Read your planner',
    about: 'See your events; with “Read calendars”, also follow changes and reminders.',
  },
  {
    scope: 'planner:write',
    name: 'Change your planner',
    about: 'Create, change and delete events, import files, answer reminders.',
  },
  {
    scope: 'bookings:read',
    name: 'Read bookings',
    about: 'See places, their members and bookings; with “Read calendars”, also follow changes.',
  },
  {
    scope: 'bookings:write',
    name: 'Change bookings',
    about: 'Book, move and cancel stays, and administer your places.',
  },
  { scope: 'account:read', name: 'Read your account', about: 'See your name and e-mail address.' },
];

// "Read calendars, change calendars"; a scope of a newer server by its own name.
export function wordsOf(wanted: readonly string[]): string {
  const words = wanted.map((each) => scopes.find(({ scope }) => scope === each)?.name ?? each);
  return words
    .map((name, i) => (i === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)))
    .join(', ');
}

// Something to try a token with, in a terminal. `token` is a placeholder until there is one.
export function curlLine(origin: string, granted: readonly Scope[], token: string): string {
  const paths: Partial<Record<Scope, string>> = {
    'calendars:read': '/api/v1/calendars',
    'planner:read': '/api/v1/planner/bootstrap',
    'bookings:read': '/api/v1/places',
  };
  const path = granted.map((each) => paths[each]).find((each) => each !== undefined);
  return `curl -H 'Authorization: Bearer ${token}' ${origin}${path ?? '/api/v1/session'}`;
}
