// Tags as people type them: "#work, " is the tag "work".

import { spelled, tagKey } from '../tags';
import { maxTagLength } from './event_check';

const maxSuggestions = 8;

export function tagFrom(typed: string): string {
  const plain = typed.replaceAll(',', ' ').trim().replace(/^#+/, '').trim().replaceAll(/\s+/g, ' ');
  return [...plain].slice(0, maxTagLength).join('');
}

// Each once, whatever its case, and as it is spelled already.
export function withTag(
  tags: readonly string[],
  typed: string,
  known: readonly string[] = [],
): string[] {
  const tag = spelled(tagFrom(typed), known);
  const isThere = tags.some((one) => tagKey(one) === tagKey(tag));
  return tag === '' || isThere ? [...tags] : [...tags, tag];
}

// Those that begin with what was typed, then those that have it within.
export function suggestedTags(
  typed: string,
  known: readonly string[],
  chosen: readonly string[],
): string[] {
  const wanted = tagKey(tagFrom(typed));
  const taken = new Set(chosen.map(tagKey));
  const free = known.filter((tag) => !taken.has(tagKey(tag)));
  const begins = free.filter((tag) => tagKey(tag).startsWith(wanted));
  const within = free.filter((tag) => !begins.includes(tag) && tagKey(tag).includes(wanted));
  return [...begins, ...within].slice(0, maxSuggestions);
}
