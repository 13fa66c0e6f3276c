// The addresses of the console. A table is named in the query, because its name may have dots, which are for files.

export type SectionId = 'tables' | 'health' | 'backups' | 'attention' | 'people';
export type TableTab = 'items' | 'indexes' | 'changes';

export interface Place {
  section: SectionId;
  // Of the section of tables: which one is shown, and what of it.
  table?: string;
  tab?: TableTab;
  // Of that of people: whose sessions are.
  person?: string;
}

export const sections: readonly SectionId[] = [
  'tables',
  'health',
  'backups',
  'attention',
  'people',
];
export const tabs: readonly TableTab[] = ['items', 'indexes', 'changes'];

export function addressOf({ section, table, tab, person }: Place): string {
  const query = new URLSearchParams();
  if (table !== undefined) query.set('table', table);
  if (tab !== undefined && tab !== 'items') query.set('tab', tab);
  if (person !== undefined) query.set('person', person);
  const text = query.toString();
  return `/console/${section}${text && `?${text}`}`;
}

// Undefined where nothing is.
export function placeAt(parts: readonly string[], query: URLSearchParams): Place | undefined {
  const section = sections.find((each) => each === parts[1]);
  if (!section || parts.length > 2) return undefined;
  const table = query.get('table');
  const person = query.get('person');
  if (section === 'people') return { section, ...(person && { person }) };
  if (section !== 'tables' || !table) return { section };
  return { section, table, tab: tabs.find((each) => each === query.get('tab')) ?? 'items' };
}
