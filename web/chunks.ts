// What is loaded together, and what a page begins to load before any script runs.
//
// Without this, whatever several parts of the app share would be a file of its own, dozens of them,
// and each of those would be asked for after the one that needs it has come. So there are few:
//
//   base     what every page needs, also that of signing in
//   sign-in  the page of signing in
//   sign-up  the other pages of those who are not signed in
//   frame    what the pages of all apps need besides
//   when     dates in words, series and time zones, which not every page needs
//   events   what the pages of several apps have of events
//   <app>    the page of one app
//   grid     what FullCalendar draws with
//
// Dialogs, the other views and the settings are files of their own, loaded when they are wanted, and
// so are the messages of each language (messages/catalog.mjs).
//
// Each page gets copies of index.html that name the files it will need: calendar.de.html for the
// calendar in German, calendar.week.de.html for its week. src/cli/web_app.cc serves the one that fits
// the address and the language. index.html itself names only what all pages need.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { fileWith, languagesHere } from './messages/catalog.mjs';
import { moduleOf } from './messages/plugin.mjs';

type GetInfo = (
  id: string,
) => Pick<Rolldown.ModuleInfo, 'importers' | 'importedIds' | 'dynamicallyImportedIds'> | null;

const src = fileURLToPath(new URL('src', import.meta.url));
const inSrc = (...path: string[]) => join(src, ...path);
const main = inSrc('main.ts');
const shell = inSrc('app', 'Shell.svelte');
const toasts = inSrc('ui', 'Toasts.svelte');
const loadedViews = inSrc('calendar_grid', 'loaded_views.svelte.ts');
const grid = inSrc('calendar_grid', 'CalendarGrid.svelte');
const listView = inSrc('calendar_grid', 'list', 'ListView.svelte');
const yearView = inSrc('calendar_grid', 'YearView.svelte');
const accounts = inSrc('accounts', '/');
const signIn = inSrc('accounts', 'sign_in', 'SignIn.svelte');
const signUp = ['SignUp', 'SetUp', 'ResetPassword', 'Join'].map((name) =>
  inSrc('accounts', 'sign_in', `${name}.svelte`),
);
// What messages with plurals and choices need: too little for a file.
const forMessages = /@messageformat\/runtime|make-plural/;
// Parts of Svelte that signing in does without. Svelte exports all of its parts from one module, so that
// whatever imports one seems to need all of them.
const notForSignIn = /\/svelte\/src\/.*\/(clone|svelte-element|key|size|window|transitions)\.js$/;

const isStyle = (id: string) => id.includes('.css');

// The folders of the apps.
const apps = readdirSync(src).filter((name) => existsSync(inSrc(name, 'app.ts')));

// Of what an app's `app.ts` loads, its page.
const pageOf = (app: string, getInfo: GetInfo) =>
  (getInfo(inSrc(app, 'app.ts'))?.dynamicallyImportedIds ?? []).filter((id) =>
    id.endsWith('Page.svelte'),
  );

// Everything that these need before they can run.
function needsOf(ids: readonly string[], getInfo: GetInfo): Set<string> {
  const needs = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (needs.has(id)) continue;
    needs.add(id);
    open.push(...(getInfo(id)?.importedIds ?? []));
  }
  return needs;
}

// The app that it is a part of: by its folder, or because nothing else imports it.
function appOf(id: string, getInfo: GetInfo): string | undefined {
  const importers = getInfo(id)?.importers ?? [];
  return apps.find((app) => {
    const isOfApp = (each: string) => each.startsWith(inSrc(app, '/'));
    return isOfApp(id) || (importers.length > 0 && importers.every(isOfApp));
  });
}

// Which app's page alone needs it: `events` is the file of what several need.
function eventsFile(id: string, needs: ReadonlyMap<string, Set<string>>): string {
  const names = [...needs].filter(([, each]) => each.has(id)).map(([app]) => app);
  return names.length === 1 && names[0] !== undefined ? names[0] : 'events';
}

// Says in which of the files above a module is; undefined when it is in none of them.
function chooser(getInfo: GetInfo): (id: string) => string | undefined {
  const first = needsOf([main], getInfo);
  const signingIn = needsOf([signIn], getInfo);
  const signingUp = needsOf(signUp, getInfo);
  const framed = needsOf(
    [shell, toasts, loadedViews, ...apps.flatMap((app) => pageOf(app, getInfo))],
    getInfo,
  );
  const needsOfPages = new Map(apps.map((app) => [app, needsOf(pageOf(app, getInfo), getInfo)]));
  const drawn = needsOf([grid], getInfo);
  const drawnElsewhere = needsOf([listView, yearView], getInfo);
  return (id) => {
    if (notForSignIn.test(id)) return 'frame';
    if (first.has(id) || forMessages.test(id)) return 'base';
    // What dialogs have as well, such as fields, is there with every page.
    if (signingIn.has(id)) {
      return framed.has(id) || !id.startsWith(accounts) ? 'base' : 'sign-in';
    }
    if (framed.has(id) && id.startsWith(inSrc('when', '/'))) return 'when';
    if (framed.has(id) && id.startsWith(inSrc('events', '/'))) return eventsFile(id, needsOfPages);
    if (framed.has(id)) return appOf(id, getInfo) ?? 'frame';
    if (signingUp.has(id)) return id.startsWith(accounts) ? 'sign-up' : undefined;
    // Its styles are too few for a file.
    if (drawn.has(id)) return drawnElsewhere.has(id) || isStyle(id) ? 'frame' : 'grid';
    return undefined;
  };
}

// For `output.codeSplitting` of Rolldown.
export function groups(): Rolldown.CodeSplittingGroup[] {
  let choose: ReturnType<typeof chooser> | undefined;
  const names = ['base', 'sign-in', 'frame', 'sign-up', 'grid', 'when', 'events', ...apps];
  return names.map((name, index) => ({
    name: (id: string, context: { getModuleInfo: GetInfo }) => {
      choose ??= chooser((each) => context.getModuleInfo(each));
      return choose(id) === name ? name : null;
    },
    debugName: name,
    // Of each module it is said where it is, also of those that a module needs.
    includeDependenciesRecursively: false,
    priority: names.length - index,
  }));
}

// For `treeshake.moduleSideEffects`: otherwise all that needs something of Svelte would load these.
export const withoutSideEffects = [{ test: notForSignIn, sideEffects: false }];

// For `output.chunkFileNames`: de-frame-[hash].js has messages.
export function fileName({ facadeModuleId }: Rolldown.PreRenderedChunk): string {
  const [, language, file] = /^\0virtual:messages\/(\w+)\/(\w+)$/.exec(facadeModuleId ?? '') ?? [];
  return `assets/${file ? `${language}-${file}` : '[name]'}-[hash].js`;
}

// For `build.modulePreload`: what a script asks for together with something that it imports. The HTML has named the
// shared files, and what is imported asks for itself.
export function resolveDependencies(file: string, needs: string[]): string[] {
  return needs.filter((each) => each !== file && !/^assets\/(base|rolldown-runtime)-/.test(each));
}

// What the page asks the server first: see accounts/session.svelte.ts.
const firstQuestion = '<link rel="preload" as="fetch" href="/api/v1/server" crossorigin />';

export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const index = join(dir, 'index.html');
      const html = readFileSync(index, 'utf8');
      writeFileSync(index, naming([], html, bundle));
      for (const { name, modules, areas } of preloadedPages((id) => this.getModuleInfo(id))) {
        for (const language of languagesHere()) {
          const messages = areas.map((area) => moduleOf(language, fileWith(area)));
          const files = filesOf([...messages, ...modules], bundle);
          const page = naming(files, html, bundle);
          writeFileSync(join(dir, `${name}.${language}.html`), page);
        }
      }
    },
  };
}

// What Vite has put into index.html.
const namedFile = /<(?:script|link) [^>]*(?:src|href)="\/(assets\/[^"]+)"[^>]*>(?:<\/script>)?/g;
// A browser asks for six files at a time, and each takes as long as the way to the server and back. So
// the large ones with which the page begins to ask for its data come first, and what is small comes
// while those are on their way. What draws is the largest, and needed only when the data is there.
// Styles stay in their order.
function orderOf(file: string, bundle: Rolldown.OutputBundle): number {
  const chunk = bundle[file];
  const isLarge = chunk?.type === 'chunk' && chunk.code.length >= leastLargeBytes;
  if (file.startsWith('assets/timegrid-')) return 3;
  if (file.startsWith('assets/grid-') && isLarge) return 2;
  return isLarge ? 0 : 1;
}
const leastLargeBytes = 20_000;

// The HTML with these files, besides those that it names.
function naming(files: readonly string[], html: string, bundle: Rolldown.OutputBundle): string {
  const tags = new Map([...html.matchAll(namedFile)].map(([tag, file = '']) => [file, tag]));
  for (const file of files) if (!tags.has(file)) tags.set(file, linkTo(file));
  const ordered = [...tags].sort(([a], [b]) => orderOf(a, bundle) - orderOf(b, bundle));
  const all = [firstQuestion, ...ordered.map(([, tag]) => tag)].join('');
  return html.replaceAll(namedFile, '').replace('</head>', `${all}</head>`);
}

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}" />`
    : `<link rel="modulepreload" crossorigin href="/${file}" />`;

interface PreloadedPage {
  // Of the file.
  name: string;
  modules: string[];
  areas: string[];
}

function preloadedPages(getInfo: GetInfo): PreloadedPage[] {
  const ofApps = apps.flatMap((app) => {
    const pages = pageOf(app, getInfo);
    if (pages.length === 0) throw new Error(`${app}/app.ts loads no page`);
    const { address, areas, hasDays } = descriptionOf(app);
    const page = { name: address, modules: [shell, ...pages], areas: ['base', 'ui', ...areas] };
    const views = hasDays ? Object.entries(viewModules(getInfo)) : [];
    return [
      page,
      ...views.map(([view, modules]) => ({
        ...page,
        name: `${address}.${view}`,
        modules: [...page.modules, ...modules],
      })),
    ];
  });
  return [{ name: 'index', modules: [], areas: ['base'] }, signInPage, ...ofApps];
}

const signInPage = { name: 'sign-in', modules: [signIn], areas: ['base', 'signIn'] };

// What each view is drawn with (calendar_grid/loaded_views.svelte.ts).
function viewModules(getInfo: GetInfo): Record<string, string[]> {
  const loaded = getInfo(loadedViews)?.dynamicallyImportedIds ?? [];
  const hours = loaded.filter((id) => id.includes('timegrid'));
  if (hours.length === 0) throw new Error('loaded_views.svelte.ts loads nothing that draws hours');
  return {
    day: [grid, ...hours],
    week: [grid, ...hours],
    month: [grid],
    year: [yearView],
    list: [listView],
  };
}

// The files with these modules, and all that those need; styles first, in the order of needs.
function filesOf(ids: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const styles = new Set<string>();
  function take(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) {
    if (file?.type !== 'chunk' || found.has(file.fileName)) return;
    found.add(file.fileName);
    for (const name of file.imports) take(bundle[name]);
    for (const style of file.viteMetadata?.importedCss ?? []) styles.add(style);
  }
  const files = Object.values(bundle);
  for (const id of ids)
    take(files.find((file) => 'moduleIds' in file && file.moduleIds.includes(id)));
  return [...styles, ...found];
}

// What the app.ts of an app says of its page.
function descriptionOf(app: string) {
  const text = readFileSync(inSrc(app, 'app.ts'), 'utf8');
  const address = /\baddress: '([\w-]+)'/.exec(text)?.[1];
  const areas = /\bmessages: \[([^\]]*)\]/.exec(text)?.[1];
  if (!address || areas === undefined) {
    throw new Error(`${app}/app.ts does not say its address or its messages`);
  }
  return { address, areas: areas.match(/\w+/g) ?? [], hasDays: /\busualView:/.test(text) };
}
