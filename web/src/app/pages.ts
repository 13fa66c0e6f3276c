// The pages, by the first part of their address. Each is loaded when somebody goes there, together with what it says.

import type { Component } from 'svelte';
import { apps } from '../apps';
import type { App } from '../lib/app_type';
import { loadMessages } from '../lib/messages';
import { traffic } from '../lib/traffic';
import type { View } from '../lib/dates';

export interface Page {
  load: () => Promise<{ default: Component }>;
  // Seen without being signed in, and without the frame around the others.
  isOpen?: boolean;
  // Asked for as soon as it is known who is there.
  firstQuestions?: readonly string[] | undefined;
  // The name in the navigation; pages without one are not in it.
  name?: () => string;
}

type PageModule = Promise<{ default: Component }>;
type Areas = Parameters<typeof loadMessages>;

async function together(page: PageModule, ...areas: Areas): PageModule {
  const [loaded] = await Promise.all([page, loadMessages('base', ...areas)]);
  return loaded;
}

const newcomers = (page: () => PageModule): Page => ({
  load: () => together(page(), 'signIn', 'signUp'),
  isOpen: true,
});

// Pages that no app has: they need many files, which the list of pages should not name.
const ofAccounts = (page: () => Promise<{ load: () => PageModule }>, ...areas: Areas): Page => ({
  load: () =>
    together(
      page().then(({ load }) => load()),
      ...(['ui', 'signIn', 'signUp', 'accounts'] as const),
      ...areas,
    ),
});

export const pages: Record<string, Page> = {
  ...Object.fromEntries(apps.map((app) => [app.address, pageOf(app)])),
  ...Object.fromEntries(apps.flatMap(openPagesOf)),
  settings: ofAccounts(() => import('../accounts/settings_page')),
  console: ofAccounts(() => import('../console/console_page'), 'console'),
  'sign-in': {
    load: () =>
      together(import('../accounts/sign_in/SignIn.svelte'), 'signIn', ...ofFailedProvider()),
    isOpen: true,
  },
  'sign-up': newcomers(() => import('../accounts/sign_in/SignUp.svelte')),
  setup: newcomers(() => import('../accounts/sign_in/SetUp.svelte')),
  reset: newcomers(() => import('../accounts/sign_in/ResetPassword.svelte')),
  join: newcomers(() => import('../accounts/sign_in/Join.svelte')),
};

// A provider leads back with a code when it did not let somebody in.
function ofFailedProvider(): Areas {
  return new URLSearchParams(location.search).has('error') ? ['providerErrors'] : [];
}

export const homeAddress = `/${apps[0].address}`;

function openPagesOf({ openPages = {}, messages }: App): [string, Page][] {
  return Object.entries(openPages).map(([address, page]) => [
    address,
    { load: () => together(page(), 'ui', ...messages), isOpen: true },
  ]);
}

// FullCalendar is larger than everything else: the view that the page will show is asked for beside it. What knows the
// views comes with the frame, which signing in does without.
function pageOf({ address, name, page, messages, usualView, firstQuestions }: App): Page {
  const load = () => {
    // What cannot be loaded is said by the page.
    if (usualView) needView(address, usualView).catch(() => undefined);
    return traffic.follow(together(page(), 'ui', ...messages));
  };
  return { load, name, firstQuestions };
}

async function needView(address: string, usualView: View): Promise<void> {
  const { loadedViews } = await import('../calendar_grid/loaded_views.svelte');
  loadedViews.needForAddress(address, usualView);
}
