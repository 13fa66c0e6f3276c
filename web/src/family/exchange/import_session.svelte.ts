// Importing a GEDCOM file: it is sent, the server tells what is in it, then it becomes a tree. The server works in the
// background, so the page can be left and found again meanwhile.

import { ApiError, messageOf } from '../../lib/api';
import { followJob } from '../../lib/follow_job';
import { inLanguage } from '../../lib/faults';
import { t } from '../../lib/messages';
import { newKey } from '../../lib/new_key';
import { cancelUpload, upload } from '../../lib/upload';
import type { Family } from '../data.svelte';
import type { Tree, TreeImport, TreeImportJob } from '../types';
import { keptImport } from './kept_job';
import { fileProblem, nameOfFile } from './tree_file';

export type ImportStep = 'choose' | 'sending' | 'checking' | 'checked' | 'importing' | 'done';

export class ImportSession {
  step = $state<ImportStep>('choose');
  fileName = $state('');
  // Of the step.
  percent = $state(0);
  // While it is imported: how many of how many people are there.
  written = $state.raw<{ done: number; people: number }>();
  // Of the preview, then of the import.
  report = $state.raw<TreeImport>();
  name = $state('');
  nameProblem = $state('');
  failure = $state('');
  // The server cannot be reached for now.
  isLost = $state(false);
  #uploadId = '';
  #jobId = '';
  // Another file, or no file, is wanted: whatever is on its way is not.
  #stop = new AbortController();
  // Sent again after a lost reply, the same file and name make one tree.
  #sent = { name: '', key: '' };

  constructor(
    private readonly data: Pick<Family, 'api' | 'learnTree' | 'me'>,
    private readonly send: typeof upload = upload,
  ) {}

  get isBusy(): boolean {
    return this.step === 'sending' || this.step === 'checking' || this.step === 'importing';
  }

  get tree(): Tree | undefined {
    return this.report?.tree ?? undefined;
  }

  // What was begun before the page was loaded again, or left.
  async resume(): Promise<void> {
    const kept = keptImport.read(this.data.me?.id);
    if (!kept) return;
    ({ uploadId: this.#uploadId, jobId: this.#jobId } = kept);
    ({ fileName: this.fileName, name: this.name } = kept);
    this.step = 'checking';
    const { signal } = this.#stop;
    try {
      const job = await this.data.api.importJob(this.#jobId);
      if (signal.aborted) return;
      if (job.preview) await this.#followPreview(signal);
      else await this.#followImport(signal);
    } catch (error) {
      if (signal.aborted) return;
      // It is long over, or was cancelled elsewhere.
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) keptImport.forget();
      this.again();
      if (!isGone) this.failure = messageOf(error);
    }
  }

  // Nothing is written by it.
  async check(file: File): Promise<void> {
    this.again();
    const { signal } = this.#stop;
    this.fileName = file.name;
    const problem = fileProblem(file);
    if (problem !== undefined) return this.#fail('choose', problem);
    this.name = nameOfFile(file);
    this.step = 'sending';
    try {
      const onprogress = (bytes: number) => (this.percent = (100 * bytes) / file.size);
      const sending = { onprogress, signal, purpose: 'familyTree' as const };
      const uploadId = await this.send(file, sending);
      if (signal.aborted) return cancelUpload(uploadId);
      this.#uploadId = uploadId;
      this.#enter('checking');
      await this.#begin({ uploadId, preview: true }, newKey());
      if (signal.aborted) return;
      await this.#followPreview(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.discard();
      this.failure = messageOf(error);
    }
  }

  async run(): Promise<void> {
    if (this.step !== 'checked') return;
    const { signal } = this.#stop;
    const name = this.name.trim();
    this.failure = '';
    this.nameProblem = name === '' ? t.family.tree.giveName() : '';
    if (this.nameProblem) return;
    this.#enter('importing');
    try {
      const job = { uploadId: this.#uploadId, preview: false, name };
      await this.#begin(job, this.#keyOf(name));
      if (signal.aborted) return;
      await this.#followImport(signal);
    } catch (error) {
      if (signal.aborted) return;
      const isOfName = error instanceof ApiError && error.field === 'name';
      if (isOfName) this.nameProblem = messageOf(error);
      this.#fail('checked', isOfName ? '' : messageOf(error));
    }
  }

  // Nothing is left of an import that was cancelled, on the server neither. Says why when it could not be.
  async cancel(): Promise<void> {
    const jobId = this.#jobId;
    try {
      if (this.step === 'importing' && jobId !== '') await this.data.api.deleteImport(jobId);
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (!isGone) {
        this.failure = messageOf(error);
        return;
      }
    }
    // It was done in the meantime.
    if (this.step !== 'done') this.discard();
  }

  // From the start; what was sent is not wanted any more.
  discard(): void {
    const [uploadId, jobId] = [this.#uploadId, this.#jobId];
    if (jobId !== '') this.data.api.deleteImport(jobId).catch(() => undefined);
    if (uploadId !== '') cancelUpload(uploadId);
    keptImport.forget();
    this.again();
  }

  // From the start. What the server does goes on.
  again(): void {
    this.leave();
    this.#stop = new AbortController();
    this.#sent = { name: '', key: '' };
    this.#uploadId = this.#jobId = '';
    this.#enter('choose');
    this.fileName = '';
    this.report = undefined;
    this.nameProblem = '';
    this.failure = '';
  }

  // The page is left.
  leave(): void {
    this.#stop.abort();
  }

  async #begin(job: { uploadId: string; preview: boolean; name?: string }, key: string) {
    const { id } = await this.data.api.beginImport(job, key);
    this.#jobId = id;
    const { fileName, name } = this;
    const kept = { uploadId: job.uploadId, jobId: id, fileName, name: job.name ?? name };
    keptImport.write(this.data.me?.id, kept);
  }

  async #followPreview(signal: AbortSignal): Promise<void> {
    const job = await this.#follow(signal);
    if (!job) return;
    if (job.report) {
      this.report = job.report;
      this.step = 'checked';
    } else {
      const problem = await problemOf(job);
      if (signal.aborted) return;
      this.discard();
      this.failure = problem;
    }
  }

  async #followImport(signal: AbortSignal): Promise<void> {
    this.step = 'importing';
    const job = await this.#follow(signal);
    if (!job) return;
    if (job.report) {
      keptImport.forget();
      if (job.report.tree) this.data.learnTree(job.report.tree);
      this.report = job.report;
      this.step = 'done';
      return;
    }
    const problem = await problemOf(job);
    if (signal.aborted) return;
    // The upload is there for another attempt, which is another job.
    this.#sent = { name: '', key: '' };
    if (this.report) this.#fail('checked', problem);
    else {
      this.discard();
      this.failure = problem;
    }
  }

  #follow(signal: AbortSignal): Promise<TreeImportJob | undefined> {
    return followJob({
      ask: () => this.data.api.importJob(this.#jobId),
      isOver: ({ state }) => state === 'done' || state === 'failed',
      onprogress: ({ percent, people, peopleWritten }) => {
        this.percent = percent;
        this.written = people === null ? undefined : { done: peopleWritten, people };
      },
      onlost: (isLost) => (this.isLost = isLost),
      signal,
    });
  }

  #enter(step: ImportStep): void {
    this.step = step;
    this.percent = 0;
    this.written = undefined;
    this.isLost = false;
  }

  #fail(step: ImportStep, message: string): void {
    this.#enter(step);
    this.failure = message;
  }

  #keyOf(name: string): string {
    if (this.#sent.key === '' || this.#sent.name !== name) this.#sent = { name, key: newKey() };
    return this.#sent.key;
  }
}

function problemOf({ problem }: TreeImportJob): Promise<string> {
  return problem
    ? inLanguage(problem.code, problem.params, problem.text)
    : Promise.resolve(t.familyImport.failed());
}
