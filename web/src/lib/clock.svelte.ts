// Which day and which minute it is, for a page that is open over midnight, or was asleep then.

import { today, type DateText } from './dates';

const checkMs = 30_000;
const minuteMs = 60_000;

class Clock {
  today = $state<DateText>(today());
  // When the minute began, in milliseconds.
  minute = $state(minuteOf(Date.now()));

  // Gives back what ends it.
  start(): () => void {
    const check = () => {
      this.today = today();
      this.minute = minuteOf(Date.now());
    };
    check();
    const timer = setInterval(check, checkMs);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }
}

function minuteOf(now: number): number {
  return now - (now % minuteMs);
}

export const clock = new Clock();
