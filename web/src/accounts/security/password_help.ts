// Nobody's password is set with the help of somebody else without their knowing.

import { dayOf } from '../../lib/moments';
import type { Me } from '../../lib/types';

export function passwordHelpText(me: Me): string | undefined {
  const help = me.passwordHelp;
  if (!help) return undefined;
  return `Your password was last set with the help of ${help.by}, on ${dayOf(help.at)}.`;
}
