// A line that becomes something in one of the apps: where it goes is suggested by what is typed, and can be changed.

import { agendaParts } from '../../lib/agenda_parts';
import { sayUndoable } from '../../lib/live_data/undo';
import { t } from '../../lib/messages';
import { readText, writeText } from '../../lib/storage';
import { LineSession } from '../../when/words/line_session.svelte';
import type {
  AgendaSpan,
  LinePiece,
  QuickAddContext,
  QuickAddReading,
  QuickAddTarget,
} from '../types';
import { lineOfSpan } from './line_of_span';

export interface ReadLine {
  pieces: readonly LinePiece[];
  target: QuickAddTarget;
  reading: QuickAddReading;
}

const lastKey = 'norn.agenda.target';

export class AgendaLineSession extends LineSession<ReadLine> {
  // Where it can go, in the order of the apps.
  targets = $state.raw<readonly QuickAddTarget[]>([]);
  // Where the person wants this line to go.
  #chosen = $state<string>();

  constructor(
    private readonly context: QuickAddContext,
    private readonly refresh: () => Promise<void>,
    private readonly loadWith = loadTargets,
  ) {
    super();
  }

  choose(key: string): void {
    this.#chosen = key;
    writeText(lastKey, key);
  }

  // Begins a line about the time that was marked in the days, in front of which there is room for a title.
  begin(span: AgendaSpan): void {
    this.#chosen = undefined;
    this.type(` ${lineOfSpan(span)}`);
  }

  // Puts the name in the place of the one that is being typed.
  completeName(name: string): void {
    this.type(this.text.replace(/[@＠][^@＠]*$/u, `@${name} `));
  }

  override type(text: string): void {
    if (text === '') this.#chosen = undefined;
    super.type(text);
  }

  protected override async load(): Promise<(text: string) => ReadLine> {
    const targets = await this.loadWith(this.context);
    if (targets.length === 0) throw new Error('nothing can be made anywhere');
    this.targets = targets;
    return (text) => bestOf(targets, text, { chosen: this.#chosen, last: readText(lastKey) });
  }

  protected override problemOf({ reading }: ReadLine): string {
    return reading.problem;
  }

  protected override async send({ target, reading }: ReadLine, key: string): Promise<void> {
    const { undo } = await reading.create(key);
    await this.refresh();
    const { title } = reading;
    sayUndoable(t.agenda.quickAdd.added({ title, target: target.name }), async () => {
      await undo();
      await this.refresh();
      return t.agenda.quickAdd.removed({ title });
    });
  }
}

// The one that is chosen; otherwise the one that fits best, and of those that fit equally well, the one that was chosen last.
export function bestOf(
  targets: readonly QuickAddTarget[],
  text: string,
  { chosen, last }: { chosen: string | undefined; last: string | null | undefined },
): ReadLine {
  const lines = targets.map((target) => ({ target, reading: target.read(text) }));
  const rank = ({ target, reading }: (typeof lines)[number]) =>
    2 * reading.fit + (target.key === last ? 1 : 0);
  const best = lines.reduce((one, other) => (rank(other) > rank(one) ? other : one));
  const line = lines.find(({ target }) => target.key === chosen) ?? best;
  return { ...line, pieces: line.reading.pieces };
}

// An app that cannot be asked is left out. It rejects when none can.
async function loadTargets(context: QuickAddContext): Promise<QuickAddTarget[]> {
  const found = await Promise.allSettled(
    agendaParts.all.map(async (app) => (await agendaParts.of(app))?.targets?.(context) ?? []),
  );
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}
