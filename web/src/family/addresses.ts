// The addresses of family trees: what is shown, and which dialog is open. Who is in the centre of a chart, and which two
// are compared, is in the query.

import { chartKinds, type ChartKind } from './chart/layout/chart_layout';

export const treeViews = [...chartKinds, 'related', 'list', 'check'] as const;
export type TreeView = (typeof treeViews)[number];

export const treeTabs = ['settings', 'people'] as const;
export type TreeTab = (typeof treeTabs)[number];

export const personTabs = ['about', 'life', 'sources'] as const;
export type PersonTab = (typeof personTabs)[number];

export const relatives = ['parent', 'partner', 'child'] as const;
export type Relative = (typeof relatives)[number];

export type Shown = { view: 'all' } | { view: TreeView; treeId: string };

const plainDialogs = ['new', 'add', 'import', 'reimport', 'bin', 'feed'] as const;

export type FamilyDialog =
  | { kind: (typeof plainDialogs)[number] }
  | { kind: 'person'; id: string; tab: PersonTab }
  | { kind: 'relative'; relative: Relative; id: string }
  // The record that stays, and the other one if it is chosen already.
  | { kind: 'merge'; id: string; otherId?: string | undefined }
  | { kind: 'tree'; treeId: string; tab: TreeTab };

export type PageAddress = Shown & { dialog?: FamilyDialog | undefined };

// Other programs write ids as they like.
const longestId = 128;

function isId(text: string | undefined): text is string {
  // eslint-disable-next-line no-control-regex
  return text !== undefined && text.length <= longestId && /^[^#/\u0000-\u001f\u007f]+$/.test(text);
}

// What the parts of a path stand for, beginning with "family"; undefined when there is no such page.
export function pageOf(parts: readonly string[]): PageAddress | undefined {
  const [app, ...rest] = parts.map(decoded);
  if (app !== 'family') return undefined;
  const [view, id] = rest;
  if (view === undefined) return { view: 'all' };
  const named = treeViews.find((each) => each === view);
  const shown: Shown | undefined =
    view === 'all' ? { view } : named && isId(id) ? { view: named, treeId: id } : undefined;
  const dialogParts = rest.slice(named ? 2 : 1);
  if (!shown || dialogParts.length === 0) return shown;
  const dialog = dialogOf(dialogParts);
  return dialog && { ...shown, dialog };
}

function dialogOf([kind, first, second, ...rest]: readonly string[]): FamilyDialog | undefined {
  if (rest.length > 0) return undefined;
  const plain = plainDialogs.find((each) => each === kind);
  if (plain) {
    if (first === undefined) return { kind: plain };
    const relative = relatives.find((each) => each === first);
    return plain === 'add' && relative && isId(second)
      ? { kind: 'relative', relative, id: second }
      : undefined;
  }
  if (!isId(first)) return undefined;
  if (kind === 'person') {
    // The first side is that of the address without more.
    const side = personTabs.find((each, at) => (at === 0 ? second === undefined : second === each));
    return side && { kind, id: first, tab: side };
  }
  if (kind === 'merge') {
    if (second === undefined) return { kind, id: first };
    return isId(second) ? { kind, id: first, otherId: second } : undefined;
  }
  const tab = treeTabs.find((each) => each === second);
  return kind === 'tree' && tab ? { kind, treeId: first, tab } : undefined;
}

// The chart that a view is; of others, the one that a tree begins with.
export function chartIn(view: Shown['view']): ChartKind {
  return chartKinds.find((kind) => kind === view) ?? 'hourglass';
}

export function addressOf(page: PageAddress): string {
  const path =
    'treeId' in page
      ? `/family/${page.view}/${encodeURIComponent(page.treeId)}`
      : `/family/${page.view}`;
  return page.dialog ? path + dialogPath(page.dialog) : path;
}

// What is below a dialog.
export function behind(page: PageAddress): string {
  return addressOf({ ...page, dialog: undefined });
}

// A dialog on top of what is shown.
export function withDialog(page: PageAddress, dialog: FamilyDialog): string {
  return addressOf({ ...page, dialog });
}

function dialogPath(dialog: FamilyDialog): string {
  switch (dialog.kind) {
    case 'person':
      return `/person/${encodeURIComponent(dialog.id)}${dialog.tab === personTabs[0] ? '' : `/${dialog.tab}`}`;
    case 'relative':
      return `/add/${dialog.relative}/${encodeURIComponent(dialog.id)}`;
    case 'merge': {
      const other = dialog.otherId === undefined ? '' : `/${encodeURIComponent(dialog.otherId)}`;
      return `/merge/${encodeURIComponent(dialog.id)}${other}`;
    }
    case 'tree':
      return `/tree/${encodeURIComponent(dialog.treeId)}/${dialog.tab}`;
    default:
      return `/${dialog.kind}`;
  }
}

// "?person=a&to=b", without what is empty.
export function queryOf(values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return query.size === 0 ? '' : `?${query.toString()}`;
}

// What cannot be decoded is no id.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
