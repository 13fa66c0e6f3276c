// What this browser remembers of an import that runs on the server, so that a page that is loaded again finds it.

import { readJson, writeJson } from '../../lib/storage';

// Which members it has is up to what is imported; all of them are texts.
type Values = Record<string, string>;

export class KeptJob<Kept extends Values> {
  constructor(
    private readonly key: string,
    private readonly members: readonly (keyof Kept & string)[],
  ) {}

  // undefined: there is none, or it is another person's.
  read(userId: string | undefined): Kept | undefined {
    const found = readJson(this.key);
    if (typeof found !== 'object' || found === null || userId === undefined) return undefined;
    const values = found as Values;
    const isWhole = this.members.every((member) => typeof values[member] === 'string');
    return isWhole && values.userId === userId ? (values as Kept) : undefined;
  }

  write(userId: string | undefined, kept: Kept): void {
    if (userId !== undefined) writeJson(this.key, { ...kept, userId });
  }

  forget(): void {
    writeJson(this.key, null);
  }
}

// A file that becomes a tree: the job is that of the preview, then that of the import. `name` is that of the tree.
export const keptImport = new KeptJob<Record<'uploadId' | 'jobId' | 'fileName' | 'name', string>>(
  'norn.family.import',
  ['uploadId', 'jobId', 'fileName', 'name'],
);

// A file that is imported into a tree.
export const keptReimport = new KeptJob<Record<'uploadId' | 'treeId' | 'id' | 'fileName', string>>(
  'norn.family.reimport',
  ['uploadId', 'treeId', 'id', 'fileName'],
);
