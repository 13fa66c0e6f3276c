// What the planner knows of the person besides their events: preferences, tags, the feed.

import { preferences as everywhere, usualPreferences } from '../lib/preferences.svelte';
import { zoneHere } from '../when/zones/zones';
import type { PlannerApi } from './planner_api';
import { eachTagOnce, spellingOf } from '../events/tags';
import type { Bootstrap, Feed, Preferences, PreferencesPatch, Stats } from './types';

// What has to happen outside when something of it changes, or has to be read again.
interface Surroundings {
  // Everything is shown in another time zone now.
  zoneChanged(): Promise<void>;
  // Loads again whatever is shown; resolves when it is there.
  refresh(): Promise<void>;
}

export class Profile {
  preferences = $state.raw(usualPreferences);
  stats = $state.raw<Stats | undefined>();
  tags = $state.raw<readonly string[]>([]);
  // The spelling in which a tag is shown.
  readonly spelled = $derived(spellingOf(this.tags));
  person = $state.raw<{ id: string; name: string } | undefined>();
  feed = $state.raw<Feed | undefined>();

  constructor(
    readonly api: PlannerApi,
    private readonly around: Surroundings,
  ) {}

  get zone(): string {
    return this.preferences.defaultTzid;
  }

  refresh(): Promise<void> {
    return this.around.refresh();
  }

  async savePreferences(patch: PreferencesPatch): Promise<Preferences> {
    const saved = await this.api.savePreferences(this.preferences.etag, patch);
    await this.#setPreferences(saved);
    return saved;
  }

  // What cannot be loaded now comes with the next answer.
  async loadPreferences(): Promise<void> {
    const loaded = await this.api.preferences().catch(() => undefined);
    if (loaded) await this.#setPreferences(loaded);
  }

  // Gives back whether the zone was set just now: whoever comes for the first time is where their
  // browser is, and has its weeks.
  async learn(answer: Bootstrap): Promise<boolean> {
    this.person = answer.person;
    this.preferences = answer.preferences;
    this.stats = answer.stats;
    this.tags = answer.tags;
    this.feed = answer.feed;
    everywhere.learn(answer.person.id, answer.preferences);
    const patch = firstChoices(answer.preferences);
    if (Object.keys(patch).length === 0) return false;
    try {
      this.preferences = await this.api.savePreferences(answer.preferences.etag, patch);
      everywhere.learn(answer.person.id, this.preferences);
      return patch.defaultTzid !== undefined;
    } catch {
      // Then it is offered, as to everybody whose browser is elsewhere.
      return false;
    }
  }

  // The server lists those in use when the page begins; what is seen since is added.
  learnTags(tags: readonly string[]): void {
    const all = eachTagOnce([...this.tags, ...tags]);
    if (all.length > this.tags.length) this.tags = all.sort((a, b) => (a < b ? -1 : 1));
  }

  forget(): void {
    this.preferences = usualPreferences;
    this.stats = this.person = this.feed = undefined;
    this.tags = [];
  }

  async #setPreferences(preferences: Preferences): Promise<void> {
    const { zone } = this;
    this.preferences = preferences;
    if (this.person) everywhere.learn(this.person.id, preferences);
    if (this.zone !== zone) await this.around.zoneChanged();
  }
}

// What this browser knows of somebody who has never chosen anything.
function firstChoices({ defaultTzid, version }: Preferences): PreferencesPatch {
  const patch: PreferencesPatch = {};
  if (version !== 1) return patch;
  const here = zoneHere();
  if (defaultTzid === 'UTC' && here !== 'UTC') patch.defaultTzid = here;
  if (everywhere.firstDay === 0) patch.weekStart = 0;
  return patch;
}
