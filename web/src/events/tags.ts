// Tags that differ only in case, or in how the same letters are written, are one tag, whoever wrote
// them. It is shown in one of its spellings: the first that is known.

// The same for all spellings of a tag.
export function tagKey(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

export function isSameTag(left: string, right: string): boolean {
  return tagKey(left) === tagKey(right);
}

// The spelling that is known, or the tag itself.
export function spelled(tag: string, known: readonly string[]): string {
  return spellingOf(known)(tag);
}

// The same for many tags.
export function spellingOf(known: readonly string[]): (tag: string) => string {
  const spellings = new Map(known.map((tag) => [tagKey(tag), tag]));
  return (tag) => spellings.get(tagKey(tag)) ?? tag;
}

// Each once, in the first of its spellings.
export function eachTagOnce(tags: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) if (!first.has(tagKey(tag))) first.set(tagKey(tag), tag);
  return [...first.values()];
}
