// "10:04:07": the moment of a change, to the second.

import { locale } from '../../lib/locale';

export function formatClock(moment: string): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }).format(new Date(moment));
}
