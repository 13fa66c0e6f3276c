// Loads ranges of days into the cache: only what is missing, each day once, a few requests at a time,
// what the person looks at before what they may look at next.

import { entryRangeLimits } from '../../lib/api_limits';
import type { DateRange } from '../../lib/dates';
import type { Entry } from '../../lib/types';
import { missing, overlap, pieces } from './day_ranges';
import type { EntryCache } from './entry_cache';

const maxDaysOfRange = entryRangeLimits.days.maxItems;
const maxRequests = 4;
// How often a range is asked for again because it was invalidated while it was loaded.
const maxTries = 5;

type Priority = 'shown' | 'background';

interface Job {
  calendarId: string;
  range: DateRange;
  priority: Priority;
  // The round of invalidations in which it was asked for; undefined while it waits.
  round: number | undefined;
  done: Promise<void>;
  settle: (error?: unknown) => void;
}

class Dropped extends Error {}

export class RangeLoader {
  #jobs: Job[] = [];
  #running = 0;
  #round = 0;
  #isStopped = false;

  constructor(
    private readonly cache: EntryCache,
    private readonly fetchRange: (id: string, from: string, to: string) => Promise<Entry[]>,
    // Called with whether the person waits for something, and whether entries have changed.
    private readonly onChange: (isBusy: boolean, hasChanged: boolean) => void,
  ) {}

  // Resolves when these days are loaded for all of these calendars. One that cannot be loaded does
  // not keep the others from it.
  async load(calendarIds: Iterable<string>, wanted: DateRange, priority: Priority): Promise<void> {
    const loads = [...calendarIds].map((id) => this.#loadOne(id, wanted, priority));
    const results = await Promise.allSettled(loads);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  // The person went on: what was to be loaded in the background is not likely to be seen.
  dropBackground(): void {
    const dropped = this.#jobs.filter(
      (job) => job.round === undefined && job.priority === 'background',
    );
    this.#jobs = this.#jobs.filter((job) => !dropped.includes(job));
    for (const job of dropped) job.settle(new Dropped());
  }

  // What is being loaded was asked for too early, and has to be asked for again.
  invalidate(): void {
    this.#round++;
    this.cache.invalidate();
  }

  stop(): void {
    this.#isStopped = true;
    const waiting = this.#jobs.filter((job) => job.round === undefined);
    this.#jobs = [];
    for (const job of waiting) job.settle(new Dropped());
  }

  async #loadOne(calendarId: string, wanted: DateRange, priority: Priority): Promise<void> {
    for (let tries = 0; tries < maxTries && !this.#isStopped; tries++) {
      const gaps = this.cache.missing(calendarId, wanted);
      if (gaps.length === 0) return;
      const jobs = gaps.flatMap((gap) => this.#jobsFor(calendarId, gap, priority));
      this.#startNext();
      try {
        await Promise.all(jobs.map((job) => job.done));
      } catch (error) {
        if (error instanceof Dropped) return;
        throw error;
      }
    }
  }

  // The jobs that together load the range: those that are there already, and new ones for the rest.
  #jobsFor(calendarId: string, range: DateRange, priority: Priority): Job[] {
    const there = this.#jobs.filter(
      (job) =>
        job.calendarId === calendarId &&
        (job.round === undefined || job.round === this.#round) &&
        overlap(job.range, range),
    );
    if (priority === 'shown') for (const job of there) job.priority = 'shown';
    let rest = [range];
    for (const job of there) rest = rest.flatMap((part) => missing([job.range], part));
    const added = rest
      .flatMap((part) => pieces(part, maxDaysOfRange))
      .map((part) => newJob(calendarId, part, priority));
    this.#jobs.push(...added);
    return [...there, ...added];
  }

  #startNext(): void {
    while (this.#running < maxRequests) {
      const waiting = this.#jobs.filter((job) => job.round === undefined);
      // What was asked for last is what the person looks at now.
      const job = waiting.findLast(({ priority }) => priority === 'shown') ?? waiting[0];
      if (!job) break;
      void this.#run(job);
    }
    this.#notify(false);
  }

  async #run(job: Job): Promise<void> {
    this.#running++;
    job.round = this.#round;
    const question = this.cache.ask(job.calendarId, job.range);
    let hasChanged = false;
    let failure: { error: unknown } | undefined;
    try {
      const entries = await this.fetchRange(job.calendarId, job.range.from, job.range.to);
      hasChanged = this.cache.answer(question, entries);
    } catch (error) {
      this.cache.answer(question, undefined);
      failure = { error };
    }
    this.#running--;
    this.#jobs = this.#jobs.filter((each) => each !== job);
    if (this.#isStopped) return job.settle(new Dropped());
    if (failure) job.settle(failure.error);
    else job.settle();
    this.#notify(hasChanged);
    this.#startNext();
  }

  #notify(hasChanged: boolean): void {
    if (this.#isStopped) return;
    this.onChange(
      this.#jobs.some((job) => job.priority === 'shown'),
      hasChanged,
    );
  }
}

function newJob(calendarId: string, range: DateRange, priority: Priority): Job {
  let settle: Job['settle'] = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error as Error));
  });
  // Nobody may be waiting any more when it fails.
  done.catch(() => undefined);
  return { calendarId, range, priority, round: undefined, done, settle };
}
