// What an API token may do, in words.

import { apps } from '../../apps';
import type { ScopeText } from '../../lib/app_type';
import { t } from '../../lib/messages';
import { locale } from '../../lib/locale';

export const scopes: readonly ScopeText[] = [
  ...apps.flatMap((app) => app.scopes ?? []),
  {
    scope: 'account:read',
    name: () => t.accounts.scopes.accountRead.name(),
    about: () => t.accounts.scopes.accountRead.about(),
  },
  {
    scope: 'metrics:read',
    name: () => t.accounts.scopes.metricsRead.name(),
    about: () => t.accounts.scopes.metricsRead.about(),
    example: '/metrics',
  },
];

// The scopes that a person's token can use.
export function usefulScopes(isAdministrator: boolean): readonly ScopeText[] {
  return scopes.filter(({ scope }) => isAdministrator || scope !== 'metrics:read');
}

// What a new token is allowed to do unless somebody chooses otherwise.
export const defaultScopes: readonly string[] = scopes.slice(0, 1).map(({ scope }) => scope);

// "Read calendars, Change calendars"; a scope of a newer server by its own name.
export function wordsOf(wanted: readonly string[]): string {
  const words = wanted.map((each) => scopes.find(({ scope }) => scope === each)?.name() ?? each);
  return new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(words);
}

// Something to try a token with, in a terminal. `token` is a placeholder until there is one.
export function curlLine(origin: string, granted: readonly string[], token: string): string {
  const exampleOf = (each: string) => scopes.find(({ scope }) => scope === each)?.example;
  const path = granted.map(exampleOf).find((each) => each !== undefined);
  // eslint-disable-next-line messages/text -- a command
  return `curl -H 'Authorization: Bearer ${token}' ${origin}${path ?? '/api/v1/session'}`;
}
