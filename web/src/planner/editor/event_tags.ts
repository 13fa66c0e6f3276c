// Tags as people type them: "#work, " is the tag "work".

import { maxTagLength } from './event_check';

const maxSuggestions = 8;

export function tagFrom(typed: string): string {
  const plain = typed.replaceAll(',', ' ').trim().replace(/^#+/, '').trim().replaceAll(/\s+/g, ' ');
  return [...plain].slice(0, maxTagLength).join('');
}

// Each once, whatever its case.
export function withTag(tags: readonly string[], typed: string): string[] {
  const tag = tagFrom(typed);
  const isThere = tags.some((one) => one.toLowerCase() === tag.toLowerCase());
  return tag === '' || isThere ? [...tags] : [...tags, tag];
}

// Those that begin with what was typed, then those that have it within.
export function suggestedTags(
  typed: string,
  known: readonly string[],
  chosen: readonly string[],
): string[] {
  const wanted = tagFrom(typed).toLowerCase();
  const taken = new Set(chosen.map((tag) => tag.toLowerCase()));
  const free = known.filter((tag) => !taken.has(tag.toLowerCase()));
  const begins = free.filter((tag) => tag.toLowerCase().startsWith(wanted));
  const within = free.filter((tag) => !begins.includes(tag) && tag.toLowerCase().includes(wanted));
  return [...begins, ...within].slice(0, maxSuggestions);
}
