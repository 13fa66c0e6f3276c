// The addresses of the projects: what is shown, and which dialog is open.

export const projectViews = ['board', 'list', 'calendar', 'timeline', 'statistics'] as const;
export type ProjectView = (typeof projectViews)[number];

export const projectTabs = ['settings', 'people', 'tags', 'notifications'] as const;
export type ProjectTab = (typeof projectTabs)[number];

export type Shown = { view: 'all' } | { view: 'mine' } | { view: ProjectView; projectId: string };

export type ProjectsDialog =
  | { kind: 'new' | 'keys' | 'newEvent' | 'import' }
  | { kind: 'task' | 'event'; id: string }
  | { kind: 'project'; projectId: string; tab: ProjectTab }
  | { kind: 'copy'; projectId: string };

export type PageAddress = Shown & { dialog?: ProjectsDialog | undefined };

// Other programs write ids as they like.
const longestId = 128;

export function isId(text: string | undefined): text is string {
  // eslint-disable-next-line no-control-regex
  return text !== undefined && text.length <= longestId && /^[^#/\u0000-\u001f\u007f]+$/.test(text);
}

// What the parts of a path stand for, beginning with "projects"; undefined when there is no such page.
export function pageOf(parts: readonly string[]): PageAddress | undefined {
  const [app, ...rest] = parts.map(decoded);
  if (app !== 'projects') return undefined;
  const [view, id] = rest;
  if (view === undefined) return { view: 'all' };
  const named = projectViews.find((each) => each === view);
  const shown: Shown | undefined =
    view === 'all' || view === 'mine'
      ? { view }
      : named && isId(id)
        ? { view: named, projectId: id }
        : undefined;
  const dialogParts = rest.slice(named ? 2 : 1);
  if (!shown || dialogParts.length === 0) return shown;
  const dialog = dialogOf(dialogParts);
  return dialog && { ...shown, dialog };
}

// "/projects/tasks/...": a task that a link names without a view below it.
export function linkedTask(parts: readonly string[]): string | undefined {
  const [app, kind, id, ...rest] = parts.map(decoded);
  return app === 'projects' && kind === 'tasks' && isId(id) && rest.length === 0 ? id : undefined;
}

function dialogOf([kind, id, tab, ...rest]: readonly string[]): ProjectsDialog | undefined {
  if (rest.length > 0) return undefined;
  if (kind === 'new' || kind === 'keys' || kind === 'import')
    return id === undefined ? { kind } : undefined;
  if (kind === 'events' && id === 'new' && tab === undefined) return { kind: 'newEvent' };
  if (!isId(id)) return undefined;
  if (kind === 'events' && tab === undefined) return { kind: 'event', id };
  if (kind === 'tasks' && tab === undefined) return { kind: 'task', id };
  if (kind === 'copy' && tab === undefined) return { kind: 'copy', projectId: id };
  const named = projectTabs.find((each) => each === tab);
  return kind === 'project' && named ? { kind: 'project', projectId: id, tab: named } : undefined;
}

export function addressOf(page: PageAddress): string {
  const path =
    'projectId' in page
      ? `/projects/${page.view}/${encodeURIComponent(page.projectId)}`
      : `/projects/${page.view}`;
  return page.dialog ? path + dialogPath(page.dialog) : path;
}

// What is below a dialog.
export function behind(page: PageAddress): string {
  return addressOf({ ...page, dialog: undefined });
}

// A dialog on top of what is shown.
export function withDialog(page: PageAddress, dialog: ProjectsDialog): string {
  return addressOf({ ...page, dialog });
}

// The same task, whoever opens it and from wherever.
export function taskLink(id: string): string {
  return `/projects/tasks/${encodeURIComponent(id)}`;
}

function dialogPath(dialog: ProjectsDialog): string {
  switch (dialog.kind) {
    case 'task':
      return `/tasks/${encodeURIComponent(dialog.id)}`;
    case 'event':
      return `/events/${encodeURIComponent(dialog.id)}`;
    case 'newEvent':
      return '/events/new';
    case 'project':
      return `/project/${encodeURIComponent(dialog.projectId)}/${dialog.tab}`;
    case 'copy':
      return `/copy/${encodeURIComponent(dialog.projectId)}`;
    default:
      return `/${dialog.kind}`;
  }
}

// What cannot be decoded is no id.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
