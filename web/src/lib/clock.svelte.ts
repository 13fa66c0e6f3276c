// Which day it is, for a page that is open over midnight, or was asleep then.

import { today, type DateText } from './dates';

const checkMs = 30_000;

class Clock {
  today = $state<DateText>(today());

  // Gives back what ends it.
  start(): () => void {
    const check = () => (this.today = today());
    check();
    const timer = setInterval(check, checkMs);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }
}

export const clock = new Clock();
