// What an API token may do, in words.

import { apps } from '../../apps';
import type { ScopeText } from '../../lib/app_type';

export const scopes: readonly ScopeText[] = [
  ...apps.flatMap((app) => app.scopes),
  { scope: 'account:read', name: 'Read your account', about: 'See your name and e-mail address.' },
  {
    scope: 'metrics:read',
    name: 'Read metrics',
    about: 'See how much the server has to do, for example with Prometheus.',
    example: '/metrics',
  },
];

// The scopes that a person's token can use.
export function usefulScopes(isAdministrator: boolean): readonly ScopeText[] {
  return scopes.filter(({ scope }) => isAdministrator || scope !== 'metrics:read');
}

// What a new token is allowed to do unless somebody chooses otherwise.
export const defaultScopes: readonly string[] = apps[0].scopes
  .slice(0, 1)
  .map(({ scope }) => scope);

// "Read calendars, change calendars"; a scope of a newer server by its own name.
export function wordsOf(wanted: readonly string[]): string {
  const words = wanted.map((each) => scopes.find(({ scope }) => scope === each)?.name ?? each);
  return words
    .map((name, i) => (i === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)))
    .join(', ');
}

// Something to try a token with, in a terminal. `token` is a placeholder until there is one.
export function curlLine(origin: string, granted: readonly string[], token: string): string {
  const exampleOf = (each: string) => scopes.find(({ scope }) => scope === each)?.example;
  const path = granted.map(exampleOf).find((each) => each !== undefined);
  return `curl -H 'Authorization: Bearer ${token}' ${origin}${path ?? '/api/v1/session'}`;
}
