// Servers of tests: what they were asked, whether they can be reached, and answers that take their time.

export class CountedCalls {
  failure: Error | undefined;
  #calls: string[] = [];

  // What was asked since this was asked last.
  asked(): string[] {
    return this.#calls.splice(0);
  }

  // Answers with how it is when it is asked, however long the answer takes.
  async answer<T>(call: string, result: () => T): Promise<T> {
    this.#calls.push(call);
    const answer = this.failure ? undefined : result();
    await Promise.resolve();
    if (this.failure) throw this.failure;
    return answer as T;
  }
}

// A promise and what decides it.
export function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
