// A reminder reaches every tab of a browser, and one of them is to tell: the first that takes a lock
// of its name. It holds it for as long as the others may take to hear of it.

export interface ClaimEnvironment {
  locks: Pick<LockManager, 'request'> | undefined;
  isHidden: () => boolean;
  wait: (ms: number) => Promise<void>;
}

// A tab that somebody looks at goes first.
const hiddenDelayMs = 400;
const holdMs = 5000;

export async function claim(id: string, environment: ClaimEnvironment): Promise<boolean> {
  const { locks, isHidden, wait } = environment;
  if (isHidden()) await wait(hiddenDelayMs);
  // Plain HTTP to another machine has no locks; notifications of the same tag are still one.
  if (!locks) return true;
  return new Promise<boolean>((resolve) => {
    const name = `norn.reminder.${id}`;
    locks
      .request(name, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock) await wait(holdMs);
      })
      .catch(() => resolve(true));
  });
}

export function claimEnvironment(): ClaimEnvironment {
  return {
    locks: 'locks' in navigator ? navigator.locks : undefined,
    isHidden: () => document.visibilityState === 'hidden',
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
