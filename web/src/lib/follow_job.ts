// Follows what the server does in the background, until it is over.

import { ApiError } from './api';

// A short one is over soon; a long one is not asked about more often than it tells.
const firstWaitMs = 150;
const mostWaitMs = 1000;
const growth = 1.6;

export interface Following<Job> {
  // Asks how far it is.
  ask: () => Promise<Job>;
  isOver: (job: Job) => boolean;
  // Called with every answer, also with the last one.
  onprogress: (job: Job) => void;
  // The server cannot be reached for now (true), or again. The job goes on meanwhile.
  onlost?: (isLost: boolean) => void;
  signal: AbortSignal;
  wait?: (ms: number) => Promise<void>;
}

// The job as it is at its end; undefined when it is no longer to be followed. Throws when the server refuses to tell: there is
// no such job.
export async function followJob<Job>(following: Following<Job>): Promise<Job | undefined> {
  const { ask, isOver, onprogress, onlost, signal, wait = waited } = following;
  let isLost = false;
  const tell = (lost: boolean) => {
    if (lost !== isLost) onlost?.(lost);
    isLost = lost;
  };
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(mostWaitMs, waitMs * growth)) {
    const job = await ask().catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) throw error;
      return undefined;
    });
    if (signal.aborted) return undefined;
    tell(job === undefined);
    if (job !== undefined) {
      onprogress(job);
      if (isOver(job)) return job;
    }
    await wait(waitMs);
    if (signal.aborted) return undefined;
  }
}

function waited(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
