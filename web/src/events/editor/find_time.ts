// How long a time has to be that is looked for.

import { isSteady, minutesOfSpan, type Span } from './event_clock';

const least = 5;
const most = 600;
const usual = 60;

// As long as the event is, as far as a day of work has room for that.
export function minutesToFind(span: Span): number {
  const minutes = isSteady(span) ? Math.round(minutesOfSpan(span)) : 0;
  return minutes <= 0 ? usual : Math.min(Math.max(minutes, least), most);
}
