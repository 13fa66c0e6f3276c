// What the server says, in the language of who reads it: by its code, with what fills it in. The server's own sentence is
// English, and stands in for a code that a page does not know yet.

import { loaders } from 'virtual:messages';
import type { SentenceParams } from './api_types';
import { language, locale } from './locale';

type Value = SentenceParams[string];
type Sentences = Record<string, ((params: Record<string, string>) => string) | undefined>;

let sentences: Promise<Sentences> | undefined;

// English needs none.
async function load(): Promise<Sentences> {
  const loaded = await loaders[language()].faults?.();
  return loaded?.default.faults ?? {};
}

export async function inLanguage(
  code: string | undefined,
  params: SentenceParams | undefined,
  english: string,
): Promise<string> {
  if (code === undefined) return english;
  sentences ??= load();
  try {
    return said(await sentences, code, params) ?? english;
  } catch {
    // Not reached: the next one tries again.
    sentences = undefined;
    return english;
  }
}

function said(known: Sentences, code: string, params: SentenceParams = {}): string | undefined {
  const sentence = Object.hasOwn(known, code) ? known[code] : undefined;
  const values = Object.entries(params).map(([name, value]) => [name, textOf(known, value)]);
  return sentence?.(Object.fromEntries(values) as Record<string, string>);
}

// A sentence within the sentence is said in the same language, if it is known.
function textOf(known: Sentences, value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return new Intl.NumberFormat(locale()).format(value);
  return said(known, value.code, value.params) ?? value.detail;
}
