// Importing a calendar file in two steps: what would happen, then that it happens.

import { ApiError, messageOf } from '../../lib/api';
import { calendarFileLimits } from '../../lib/api_limits';
import { locale } from '../../lib/locale';
import { t } from '../../lib/messages';
import { listed } from '../../when/recurrence/rule_word_parts';
import type { ImportReport, EventHome } from '../types';

const maxBytes = calendarFileLimits.maxLength;
export const maxMegabytes = maxBytes / 1024 / 1024;
// A calendar begins with this line; a mark of UTF-8 or empty lines may come before it.
const beginning = /^\uFEFF?\s*BEGIN:VCALENDAR\b/i;
const bytesOfBeginning = 256;

export type ImportStep = 'choose' | 'checking' | 'checked' | 'importing' | 'done';

// Why a file cannot be one; undefined when it may be.
export async function fileProblem(file: File): Promise<string | undefined> {
  const { name } = file;
  if (file.size === 0) return t.eventEditor.exchange.emptyFile({ name });
  if (file.size > maxBytes) {
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    const size = new Intl.NumberFormat(locale(), digits).format(file.size / 1024 / 1024);
    return t.eventEditor.exchange.largeFile({ name, size, max: maxMegabytes });
  }
  const start = await file.slice(0, bytesOfBeginning).text();
  if (beginning.test(start)) return undefined;
  return t.eventEditor.exchange.noCalendar({ name });
}

export class ImportSession {
  step = $state<ImportStep>('choose');
  file = $state.raw<File>();
  // Of the try, then of the import.
  report = $state.raw<ImportReport>();
  failure = $state('');
  // Whoever chooses another file does not hear of the first one any more.
  #turn = 0;

  constructor(private readonly data: Pick<EventHome, 'api' | 'refresh'>) {}

  // Nothing is changed by it.
  async check(file: File): Promise<void> {
    const turn = ++this.#turn;
    this.file = file;
    this.failure = '';
    this.report = undefined;
    this.step = 'checking';
    try {
      const problem = await fileProblem(file);
      if (turn !== this.#turn) return;
      if (problem !== undefined) return this.#fail(problem);
      const report = await this.data.api.import(file, true);
      if (turn !== this.#turn) return;
      this.report = report;
      this.step = 'checked';
    } catch (error) {
      if (turn === this.#turn) this.#fail(failureWords(error, file.name));
    }
  }

  async run(): Promise<void> {
    const { file, step } = this;
    if (!file || step !== 'checked') return;
    const turn = ++this.#turn;
    this.failure = '';
    this.step = 'importing';
    try {
      this.report = await this.data.api.import(file, false);
      if (turn === this.#turn) this.step = 'done';
    } catch (error) {
      if (turn !== this.#turn) return;
      this.failure = failureWords(error, file.name);
      this.step = 'checked';
      return;
    }
    // The page says by itself when it cannot be loaded.
    await this.data.refresh().catch(() => undefined);
  }

  again(): void {
    this.#turn++;
    this.step = 'choose';
    this.file = undefined;
    this.report = undefined;
    this.failure = '';
  }

  get hasChanges(): boolean {
    return this.report !== undefined && this.report.created + this.report.updated > 0;
  }

  #fail(message: string): void {
    this.failure = message;
    this.step = 'choose';
  }
}

function failureWords(error: unknown, name: string): string {
  const isTooLarge = error instanceof ApiError && error.status === 413;
  if (!isTooLarge) return messageOf(error);
  return t.eventEditor.exchange.tooLarge({ name, max: maxMegabytes });
}

// "12 new, 3 changed and 1 as before".
export function countWords(report: ImportReport, isDone: boolean): string {
  const counts = [
    [report.created, isDone ? 'added' : 'new'],
    [report.updated, 'changed'],
    [report.unchanged, 'unchanged'],
    [report.skipped, 'skipped'],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, kind]) => t.eventEditor.exchange.counts[kind]({ count }));
  if (parts.length === 0) return t.eventEditor.exchange.noEvents();
  return t.events.words.sentence({ text: listed(parts) });
}
