// The sections of the settings, and which of them an address means.

import type { IconName } from '../ui/Icon.svelte';

export type SectionId =
  'profile' | 'security' | 'sessions' | 'tokens' | 'appearance' | 'usage' | 'attention' | 'people';

export interface Section {
  id: SectionId;
  name: string;
  icon: IconName;
}

const sections: Section[] = [
  { id: 'profile', name: 'Profile', icon: 'person' },
  { id: 'security', name: 'Security', icon: 'shield' },
  { id: 'sessions', name: 'Sessions', icon: 'device' },
  { id: 'tokens', name: 'API tokens', icon: 'key' },
  { id: 'appearance', name: 'Appearance', icon: 'sun' },
  { id: 'usage', name: 'Usage', icon: 'chart' },
  { id: 'attention', name: 'Needs attention', icon: 'bell' },
];
const people: Section = { id: 'people', name: 'People', icon: 'people' };

export function sectionsOf(isAdministrator: boolean): Section[] {
  return isAdministrator ? [...sections, people] : sections;
}

// Undefined when there is no such section, or it is not for them.
export function sectionAt(parts: readonly string[], isAdministrator: boolean): Section | undefined {
  if (parts.length !== 2) return undefined;
  return sectionsOf(isAdministrator).find((section) => section.id === parts[1]);
}
