// A line that becomes an event.

import { messageOf } from '../../lib/api';
import { appearance } from '../../lib/appearance.svelte';
import { toasts } from '../../lib/toasts.svelte';
import { t } from '../../lib/messages';
import { LineSession, loadTranslate } from '../../when/words/line_session.svelte';
import { wallAt } from '../../when/zones/zones';
import type { ParsedLine, QuickAddContext } from './parse';
import { inputOfDraft, whenInWords, zoneInWords } from './words';
import type { EventDraft, EventHome, PlannerEvent } from '../types';

type Parser = (text: string, context: QuickAddContext) => ParsedLine;
type Source = Pick<EventHome, 'create' | 'remove' | 'tags' | 'zone' | 'preferences' | 'newColor'>;

// Chrono is larger than the rest of the page's own code; it comes when somebody begins to type, with the words of their
// language.
async function loadParser(): Promise<Parser> {
  const [{ parse }, translate] = await Promise.all([import('./parse'), loadTranslate()]);
  return (text, context) => parse(text, { ...context, translate });
}

export class QuickAddSession extends LineSession<ParsedLine> {
  constructor(
    private readonly data: Source,
    private readonly isDayFirst: boolean,
    private readonly now: () => number = Date.now,
    private readonly loadWith: () => Promise<Parser> = loadParser,
  ) {
    super();
  }

  get draft(): EventDraft | undefined {
    return this.parsed?.draft;
  }

  protected override async load(): Promise<(text: string) => ParsedLine> {
    const parser = await this.loadWith();
    return (text) => {
      const { zone, tags, preferences } = this.data;
      const { isDayFirst } = this;
      return parser(text, { nowMs: this.now(), zone, tags, preferences, isDayFirst });
    };
  }

  protected override problemOf({ draft }: ParsedLine): string {
    return draft.title === undefined ? t.eventEditor.quickAdd.needsTitle() : '';
  }

  protected override async send({ draft }: ParsedLine, key: string): Promise<void> {
    const { zone, newColor } = this.data;
    const input = { ...inputOfDraft(draft, zone), color: draft.color ?? newColor };
    this.#offerUndo(await this.data.create(input, key), draft);
  }

  // It may lie outside of what is shown, so the day is said.
  #offerUndo(event: PlannerEvent, draft: EventDraft): void {
    const { title } = event;
    const undo = () => {
      this.data.remove(event.id, event.etag).catch((error: unknown) => {
        toasts.failed(t.eventEditor.quickAdd.notRemoved({ title, why: messageOf(error) }));
      });
    };
    const today = wallAt(this.now(), this.data.zone).slice(0, 10);
    const when = whenInWords(draft, today, appearance.hour12);
    const elsewhere = zoneInWords(draft, this.data.zone, appearance.hour12);
    const words =
      elsewhere === '' ? when : t.eventEditor.quickAdd.withZone({ when, zone: elsewhere });
    toasts.done(t.eventEditor.quickAdd.added({ title, when: words }), {
      label: t.base.undo(),
      run: undo,
      isUndo: true,
    });
  }
}
