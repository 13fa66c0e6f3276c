// Which items are shown: not those of hidden kinds and owners, which is remembered; and for a while only those of one kind,
// one owner or one person.

import { SvelteSet } from 'svelte/reactivity';
import type { AgendaKind, AgendaOwner, AgendaPreferences, Item } from '../types';
import { kinds } from '../types';

export type Solo = { kind: 'group'; group: KindGroup } | { kind: 'owner'; key: string } | undefined;

// What is one line of the filter.
export const kindGroups = {
  events: ['event', 'entry'],
  tasks: ['task'],
  stays: ['stay', 'blocked'],
  birthdays: ['birthday'],
  anniversaries: ['anniversary'],
} as const satisfies Record<string, readonly AgendaKind[]>;
export type KindGroup = keyof typeof kindGroups;

export function groupOf(kind: AgendaKind): KindGroup {
  const groups = Object.entries(kindGroups) as [KindGroup, readonly AgendaKind[]][];
  return groups.find(([, each]) => each.includes(kind))?.[0] ?? 'events';
}

export const ownerKey = ({ kind, id }: AgendaOwner): string => `${kind}:${id}`;

export class AgendaFilter {
  readonly hiddenKinds = new SvelteSet<AgendaKind>();
  readonly hiddenOwners = new SvelteSet<string>();
  solo = $state.raw<Solo>();
  // Only what concerns this person.
  person = $state<string>();
  declinedHidden = $state(false);

  // Called when what is remembered has changed.
  constructor(private readonly onChange: () => void = () => undefined) {}

  get isOn(): boolean {
    const { hiddenKinds, hiddenOwners, declinedHidden, solo, person } = this;
    const isHidden = hiddenKinds.size + hiddenOwners.size > 0 || declinedHidden;
    return isHidden || solo !== undefined || person !== undefined;
  }

  shows({
    kind,
    owner,
    people = [],
    answer,
  }: Pick<Item, 'kind' | 'owner' | 'people' | 'answer'>): boolean {
    const { solo, person } = this;
    if (answer === 'no' && this.declinedHidden) return false;
    if (person !== undefined && !people.includes(person)) return false;
    if (solo?.kind === 'group') return groupOf(kind) === solo.group;
    if (solo?.kind === 'owner') return ownerKey(owner) === solo.key;
    return !this.hiddenKinds.has(kind) && !this.hiddenOwners.has(ownerKey(owner));
  }

  isGroupShown(group: KindGroup): boolean {
    return !kindGroups[group].every((kind) => this.hiddenKinds.has(kind));
  }

  showGroup(group: KindGroup, isShown: boolean): void {
    for (const kind of kindGroups[group]) {
      if (isShown) this.hiddenKinds.delete(kind);
      else this.hiddenKinds.add(kind);
    }
    this.#changed();
  }

  showOwner(key: string, isShown: boolean): void {
    if (isShown) this.hiddenOwners.delete(key);
    else this.hiddenOwners.add(key);
    this.#changed();
  }

  showDeclined(isShown: boolean): void {
    this.declinedHidden = !isShown;
    this.onChange();
  }

  // Shows this alone, and everything again when it was alone.
  toggleSolo(solo: NonNullable<Solo>): void {
    this.solo = this.isSolo(solo) ? undefined : solo;
  }

  isSolo(solo: NonNullable<Solo>): boolean {
    return JSON.stringify(this.solo) === JSON.stringify(solo);
  }

  showAll(): void {
    this.solo = undefined;
    this.person = undefined;
    if (this.hiddenKinds.size + this.hiddenOwners.size === 0 && !this.declinedHidden) return;
    this.declinedHidden = false;
    this.hiddenKinds.clear();
    this.hiddenOwners.clear();
    this.#changed();
  }

  learn({ hiddenKinds, hiddenOwners, declinedHidden }: AgendaPreferences): void {
    this.hiddenKinds.clear();
    this.hiddenOwners.clear();
    for (const kind of hiddenKinds) if (kinds.includes(kind)) this.hiddenKinds.add(kind);
    for (const key of hiddenOwners) this.hiddenOwners.add(key);
    this.declinedHidden = declinedHidden;
  }

  get preferences(): AgendaPreferences {
    return {
      hiddenKinds: [...this.hiddenKinds],
      hiddenOwners: [...this.hiddenOwners],
      declinedHidden: this.declinedHidden,
    };
  }

  forget(): void {
    this.learn({ hiddenKinds: [], hiddenOwners: [], declinedHidden: false });
    this.solo = undefined;
    this.person = undefined;
  }

  // What is chosen takes the place of what was alone.
  #changed(): void {
    this.solo = undefined;
    this.onChange();
  }
}
