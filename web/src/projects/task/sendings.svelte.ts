// The files that are being attached to a task, one after the other.

import { messageOf } from '../../lib/api';
import { newUploadLimits } from '../../lib/api_limits';
import { fileSizeText } from '../../lib/file_size';
import { t } from '../../lib/messages';
import { newKey } from '../../lib/new_key';
import { cancelUpload, upload } from '../../lib/upload';

export interface FileSending {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly sent: number;
  // Why it failed; empty while it is sent.
  readonly failure: string;
}

class OneSending implements FileSending {
  readonly key = newKey();
  readonly file: File;
  readonly stop = new AbortController();
  sent = $state(0);
  failure = $state('');

  constructor(file: File) {
    this.file = file;
  }
  get name(): string {
    return this.file.name;
  }
  get bytes(): number {
    return this.file.size;
  }
}

// Makes an attachment of an upload. The same key makes the same one.
type Attach = (taskId: string, uploadId: string, key: string) => Promise<void>;

export class FileSendings {
  #all = $state.raw<OneSending[]>([]);
  #isBusy = false;
  #taskId = '';
  readonly #attach: Attach;

  constructor(attach: Attach) {
    this.#attach = attach;
  }

  // For the task that is shown. Gives back what ends everything that is on its way to it.
  follow(taskId: string): () => void {
    this.#taskId = taskId;
    return () => {
      for (const one of this.#all) this.remove(one);
    };
  }

  get all(): readonly FileSending[] {
    return this.#all;
  }
  get isSending(): boolean {
    return this.#all.some(({ failure }) => failure === '');
  }

  add(files: Iterable<File>): void {
    const added = [...files].map((file) => new OneSending(file));
    for (const one of added) {
      if (one.bytes > newUploadLimits.size.maximum) {
        const most = fileSizeText(newUploadLimits.size.maximum);
        one.failure = t.projects.attachments.tooLarge({ most });
      } else if (one.bytes === 0) {
        one.failure = t.projects.attachments.empty();
      }
    }
    this.#all = [...this.#all, ...added];
    void this.#run();
  }

  // Ends one that is sent, and takes one that failed away.
  remove({ key }: FileSending): void {
    this.#all.find((one) => one.key === key)?.stop.abort();
    this.#all = this.#all.filter((one) => one.key !== key);
  }

  async #run(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (;;) {
      const next = this.#all.find(({ failure }) => failure === '');
      if (!next) break;
      await this.#send(next);
    }
    this.#isBusy = false;
  }

  async #send(one: OneSending): Promise<void> {
    const { signal } = one.stop;
    let id: string | undefined;
    try {
      id = await upload(one.file, { onprogress: (bytes) => (one.sent = bytes), signal });
      if (signal.aborted) {
        cancelUpload(id);
        return;
      }
      await this.#attach(this.#taskId, id, one.key);
      this.#all = this.#all.filter((other) => other !== one);
    } catch (error) {
      // What is not attached would count as an upload under way for a day. An upload that was attached
      // after all is none any more, and stays.
      if (id !== undefined) cancelUpload(id);
      if (!signal.aborted) one.failure = messageOf(error);
    }
  }
}
