// The files that are being added to a thing, one after the other: a task, a person.

import { messageOf } from './api';
import { newUploadLimits } from './api_limits';
import { fileSizeText } from './file_size';
import { t } from './messages';
import { newKey } from './new_key';
import { cancelUpload, upload } from './upload';

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

// Makes something of an upload. The same key makes the same one.
type Use = (thingId: string, uploadId: string, key: string) => Promise<void>;

export class FileSendings {
  #all = $state.raw<OneSending[]>([]);
  #isBusy = false;
  #thingId = '';
  readonly #use: Use;

  constructor(use: Use) {
    this.#use = use;
  }

  // For the thing that is shown. Gives back what ends everything that is on its way to it.
  follow(thingId: string): () => void {
    this.#thingId = thingId;
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
      if (one.bytes > newUploadLimits.size.maxAttachmentBytes) {
        const most = fileSizeText(newUploadLimits.size.maxAttachmentBytes);
        one.failure = t.ui.files.tooLarge({ most });
      } else if (one.bytes === 0) {
        one.failure = t.ui.files.empty();
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
      await this.#use(this.#thingId, id, one.key);
      this.#all = this.#all.filter((other) => other !== one);
    } catch (error) {
      // What is not used would count as an upload under way for a day. An upload that was used
      // after all is none any more, and stays.
      if (id !== undefined) cancelUpload(id);
      if (!signal.aborted) one.failure = messageOf(error);
    }
  }
}
