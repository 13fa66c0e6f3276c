// What is being written about a source of a tree.

import { newSourceLimits as limits } from '../../lib/api_limits';
import { t } from '../../lib/messages';
import type { VersionField } from '../../lib/versions';
import type { Family } from '../data.svelte';
import {
  FormEditor,
  problemsIn,
  tooLong,
  versionField,
  type ProblemsOf,
} from '../form_editor.svelte';
import type { NewSource, Source } from '../types';

export interface SourceForm {
  title: string;
  author: string;
  publication: string;
  url: string;
  notes: string;
}

const names = ['title', 'author', 'publication', 'url', 'notes'] as const;

export class SourceEditor extends FormEditor<Source, SourceForm> {
  protected override readonly members = ['sourceId', 'title'] as const;

  constructor(
    private readonly data: Pick<Family, 'api' | 'records'>,
    private readonly treeId: string,
    source: Source | undefined,
  ) {
    super(source, formOfSource(source), {});
  }

  override versionFields(): VersionField<SourceForm>[] {
    return names.map((name) =>
      versionField<SourceForm, typeof name>(name, t.family.sources[name](), (form) =>
        form[name].trim(),
      ),
    );
  }

  protected override formOf(source: Source): SourceForm {
    return formOfSource(source);
  }

  protected override check(): ProblemsOf<SourceForm> {
    return problemsOfSource(this.form);
  }

  protected override async create(): Promise<Source> {
    const sent = sentSource(this.form);
    return this.#saved(await this.data.api.createSource(this.treeId, sent, this.keyOf(sent)));
  }

  protected override async change(base: Source): Promise<Source> {
    if (!this.isChanged) return base;
    return this.#saved(await this.data.api.changeSource(base, sentSource(this.form)));
  }

  #saved(source: Source): Source {
    this.takeOver(source);
    this.data.records.learnSource(source, source);
    return source;
  }
}

export function formOfSource(source: Source | undefined): SourceForm {
  return {
    title: source?.title ?? '',
    author: source?.author ?? '',
    publication: source?.publication ?? '',
    url: source?.url ?? '',
    notes: source?.notes ?? '',
  };
}

export function sentSource(form: SourceForm): NewSource {
  const optional = (text: string) => text.trim() || null;
  return {
    title: form.title.trim(),
    author: optional(form.author),
    publication: optional(form.publication),
    url: optional(form.url),
    notes: optional(form.notes),
  };
}

// A link runs what it names: of http and https only.
export const isWebAddress = (text: string) => /^https?:\/\/[^\s/]/i.test(text);

export function problemsOfSource(form: SourceForm): ProblemsOf<SourceForm> {
  const words = t.family.sources;
  const url = form.url.trim();
  return problemsIn<SourceForm>({
    title:
      form.title.trim() === '' ? words.giveTitle() : tooLong(form.title, limits.title.maxLength),
    author: tooLong(form.author, limits.author.maxLength),
    publication: tooLong(form.publication, limits.publication.maxLength),
    url: url !== '' && !isWebAddress(url) ? words.badUrl() : tooLong(url, limits.url.maxLength),
    notes: tooLong(form.notes, limits.notes.maxLength),
  });
}
