// Citations as they are written: of a fact, a birth, a death, a marriage or a divorce.

import { t } from '../../lib/messages';
import type { Citation, Source } from '../types';

export interface CitationForm {
  sourceId: string;
  page: string;
  text: string;
  // GEDCOM's 0 to 3 as text; '' if nothing is said of it.
  quality: string;
}

// The best first.
export const qualities = ['3', '2', '1', '0'];

export function qualityInWords(quality: string): string {
  const words = t.family.citations.qualities;
  const known: Record<string, () => string> = {
    '0': words.unreliable,
    '1': words.questionable,
    '2': words.secondary,
    '3': words.primary,
  };
  return known[quality]?.() ?? '';
}

export function formOfCitations(citations: readonly Citation[] = []): CitationForm[] {
  return citations.map(({ sourceId, page, text, quality }) => ({
    sourceId,
    page: page ?? '',
    text: text ?? '',
    quality: quality?.toString() ?? '',
  }));
}

export function sentCitations(forms: readonly CitationForm[]): Citation[] {
  return forms.map(({ sourceId, page, text, quality }) => ({
    sourceId,
    page: page.trim() || null,
    text: text.trim() || null,
    quality: quality === '' ? null : Number(quality),
  }));
}

export function areSame(left: readonly CitationForm[], right: readonly CitationForm[]): boolean {
  return JSON.stringify(sentCitations(left)) === JSON.stringify(sentCitations(right));
}

export function problemOfCitations(forms: readonly CitationForm[]): string | undefined {
  return forms.some(({ sourceId }) => sourceId === '') ? t.family.citations.chooseOne() : undefined;
}

// One a line, to compare two versions.
export function citationsInWords(
  forms: readonly CitationForm[],
  sourceOf: (id: string) => Source | undefined,
): string {
  return forms
    .map(({ sourceId, page, text, quality }) => {
      const title = sourceOf(sourceId)?.title ?? t.family.citations.missing();
      return [title, page.trim(), text.trim(), qualityInWords(quality)].filter(Boolean).join(', ');
    })
    .join('\n');
}
