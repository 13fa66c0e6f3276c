// What the palette offers: pages and actions, which it knows by itself, and what a search over all apps finds.

import { sectionsOf } from '../../accounts/settings_sections';
import { request } from '../../lib/api';
import type { SearchHit, SearchHits } from '../../lib/api_types';
import type { App, AppPalette } from '../../lib/app_type';
import { folded } from '../../lib/folded';
import { t } from '../../lib/messages';
import type { IconName } from '../../ui/Icon.svelte';

export interface PaletteResult {
  id: string;
  title: string;
  // What it is: "Task", "Page".
  kind: string;
  // Where it is, below the title.
  within: string | null;
  at: string | null;
  icon: IconName;
  address: string;
}

export interface PaletteGroup {
  key: 'do' | 'go' | 'found';
  results: PaletteResult[];
}

const hitsPerApp = 8;
const iconsOfHits: Record<string, IconName> = {
  project: 'chart',
  task: 'check',
  event: 'calendar',
  series: 'repeat',
  comment: 'text',
  person: 'person',
  calendar: 'calendar',
  entry: 'calendar',
  place: 'pin',
  tree: 'people',
  relative: 'person',
};

export class Palette {
  constructor(
    private readonly apps: readonly App[],
    private readonly parts: readonly AppPalette[],
  ) {}

  static async load(apps: readonly App[]): Promise<Palette> {
    const loaded = await Promise.all(apps.flatMap(({ palette }) => (palette ? [palette()] : [])));
    return new Palette(
      apps,
      loaded.map((each) => each.default),
    );
  }

  // Where to go and what to do without searching: those of which each word is part of the name.
  commands(text: string, isAdministrator: boolean): PaletteGroup[] {
    const words = folded(text).split(/\s+/u).filter(Boolean);
    const matches = ({ title }: PaletteResult) =>
      words.every((word) => folded(title).includes(word));
    return [
      { key: 'do' as const, results: this.#actions().filter(matches) },
      { key: 'go' as const, results: this.#pages(isAdministrator).filter(matches) },
    ].filter(({ results }) => results.length > 0);
  }

  // What all apps find, as far as this page knows where it is shown.
  async find(text: string, signal: AbortSignal): Promise<PaletteResult[]> {
    const query = new URLSearchParams({ q: text, limit: String(hitsPerApp) });
    const { hits } = await request<SearchHits>('GET', `/api/v1/search?${query}`, { signal });
    return hits.flatMap((hit) => this.resultOf(hit) ?? []);
  }

  resultOf(hit: SearchHit): PaletteResult | undefined {
    const [address] = this.parts.flatMap((part) => part.addressOfHit(hit) ?? []);
    if (address === undefined) return undefined;
    const kinds: Record<string, (() => string) | undefined> = t.palette.kinds;
    return {
      // A person is found in several projects.
      id: [hit.app, hit.kind, hit.id, hit.within?.id ?? ''].join('-'),
      title: hit.title,
      kind: kinds[hit.kind]?.() ?? '',
      within: hit.within?.name ?? null,
      at: hit.at,
      icon: iconsOfHits[hit.kind] ?? 'search',
      address,
    };
  }

  #actions(): PaletteResult[] {
    const actions = this.parts.flatMap((part) => part.actions());
    return actions.map(({ name, address }) =>
      command(name, address, t.palette.kinds.action(), 'plus'),
    );
  }

  #pages(isAdministrator: boolean): PaletteResult[] {
    const kind = t.palette.kinds.page();
    return [
      ...this.apps.map(({ address, name }) => command(name(), `/${address}`, kind, 'calendar')),
      ...sectionsOf(isAdministrator).map(({ id, icon }) =>
        command(
          t.palette.settings({ section: t.palette.sections[id]() }),
          `/settings/${id}`,
          kind,
          icon,
        ),
      ),
      ...(isAdministrator ? [command(t.palette.console(), '/console', kind, 'settings')] : []),
    ];
  }
}

function command(title: string, address: string, kind: string, icon: IconName): PaletteResult {
  return {
    id: address,
    title,
    kind,
    within: null,
    at: null,
    icon,
    address,
  };
}
