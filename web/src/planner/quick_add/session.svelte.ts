// One line of quick add while it is typed: what it means, and saving it.

import { messageOf } from '../../lib/api';
import { appearance } from '../../lib/appearance.svelte';
import { newKey } from '../../lib/new_key';
import { toasts } from '../../lib/toasts.svelte';
import type { ParsedLine, QuickAddContext } from './parse';
import { inputOfDraft, whenInWords, zoneInWords } from './words';
import type { EventDraft, PlannerData, PlannerEvent } from '../types';
import { wallAt } from '../zones/zones';

type Parser = (text: string, context: QuickAddContext) => ParsedLine;
type Source = Pick<PlannerData, 'create' | 'remove' | 'tags' | 'zone' | 'preferences'>;

// Chrono is larger than the rest of the page's own code; it comes when somebody begins to type.
const loadParser = async (): Promise<Parser> => (await import('./parse')).parse;

export class QuickAddSession {
  text = $state('');
  isSaving = $state(false);
  failure = $state('');
  #parser = $state.raw<Parser>();
  #loading: Promise<void> | undefined;
  // The same line that is sent again, because nobody knows whether it arrived, is one event.
  #key = newKey();
  // Undefined while there is nothing to read, or nothing to read it with.
  readonly parsed = $derived.by(() => {
    if (this.text.trim() === '') return undefined;
    const { zone, tags, preferences } = this.data;
    const context = { nowMs: this.now(), zone, tags, preferences, isDayFirst: this.isDayFirst };
    return this.#parser?.(this.text, context);
  });

  constructor(
    private readonly data: Source,
    private readonly isDayFirst: boolean,
    private readonly now: () => number = Date.now,
    private readonly load: () => Promise<Parser> = loadParser,
  ) {}

  // Safe to call again and again.
  prepare(): Promise<void> {
    this.#loading ??= this.load().then(
      (parser) => void (this.#parser = parser),
      () => {
        this.#loading = undefined;
        this.failure = 'Quick add could not be loaded. Check the connection and type again.';
      },
    );
    return this.#loading;
  }

  type(text: string): void {
    this.text = text;
    this.failure = '';
    this.#key = newKey();
    void this.prepare();
  }

  clear(): void {
    this.type('');
  }

  get draft(): EventDraft | undefined {
    return this.parsed?.draft;
  }

  // Says whether it was saved.
  async save(): Promise<boolean> {
    if (this.isSaving || this.text.trim() === '') return false;
    await this.prepare();
    const draft = this.draft;
    if (!draft) return false;
    if (draft.title === undefined) {
      this.failure = 'What is it? Add a word or two for the title.';
      return false;
    }
    this.isSaving = true;
    const { text } = this;
    try {
      const event = await this.data.create(inputOfDraft(draft, this.data.zone), this.#key);
      this.#offerUndo(event, draft);
      // What was typed meanwhile is the next one.
      if (this.text === text) this.clear();
      return true;
    } catch (error) {
      this.failure = messageOf(error);
      return false;
    } finally {
      this.isSaving = false;
    }
  }

  // It may lie outside of what is shown, so the day is said.
  #offerUndo(event: PlannerEvent, draft: EventDraft): void {
    const undo = () => {
      this.data.remove(event.id, event.etag).catch((error: unknown) => {
        toasts.failed(`“${event.title}” is still there. ${messageOf(error)}`);
      });
    };
    const today = wallAt(this.now(), this.data.zone).slice(0, 10);
    const when = whenInWords(draft, today, appearance.hour12);
    const elsewhere = zoneInWords(draft, this.data.zone, appearance.hour12);
    const words = elsewhere === '' ? when : `${when} (${elsewhere})`;
    toasts.done(`Added “${event.title}”: ${words}`, { label: 'Undo', run: undo, isUndo: true });
  }
}
