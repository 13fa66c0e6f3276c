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
  const path = granted.includes('calendars:read') ? '/api/v1/calendars' : '/api/v1/session';
  return `curl -H 'Authorization: Bearer ${token}' ${origin}${path}`;
}
