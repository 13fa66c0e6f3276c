// The sections of the settings, and which of them an address means.

import type { IconName } from '../ui/Icon.svelte';

export type SectionId =
  'profile' | 'security' | 'sessions' | 'tokens' | 'appearance' | 'usage' | 'attention' | 'people';

export interface Section {
  id: SectionId;
  icon: IconName;
}

const sections: Section[] = [
  { id: 'profile', icon: 'person' },
  { id: 'security', icon: 'shield' },
  { id: 'sessions', icon: 'device' },
  { id: 'tokens', icon: 'key' },
  { id: 'appearance', icon: 'sun' },
  { id: 'usage', icon: 'chart' },
  { id: 'attention', icon: 'bell' },
];
const people: Section = { id: 'people', icon: 'people' };

export function sectionsOf(isAdministrator: boolean): Section[] {
  return isAdministrator ? [...sections, people] : sections;
}

// Undefined when there is no such section, or it is not for them.
export function sectionAt(parts: readonly string[], isAdministrator: boolean): Section | undefined {
  if (parts.length !== 2) return undefined;
  return sectionsOf(isAdministrator).find((section) => section.id === parts[1]);
}
