// Tells people that their password was set with the help of another person.

import { dayOf } from '../../lib/moments';
import type { Me } from '../../lib/types';

export function passwordHelpText(me: Me): string | undefined {
  const help = me.passwordHelp;
  if (!help) return undefined;
  return `Your password was last set with the help of ${help.by}, on ${dayOf(help.at)}.`;
}
