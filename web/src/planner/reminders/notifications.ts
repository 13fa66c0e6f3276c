// Notifications of the browser: whether there can be any, asking for them, and showing one.

import { t } from '../../lib/messages';

export type Permission = 'unsupported' | 'insecure' | 'default' | 'granted' | 'denied';

export interface Note {
  title: string;
  body: string;
  // Two of the same tag are one: the later takes the place of the earlier, in whichever tab.
  tag: string;
  onclick: () => void;
}

export function permissionHere(): Permission {
  if (!window.isSecureContext) return 'insecure';
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

// Browsers want to be asked right after a click, and ask the person only once.
export async function askPermission(): Promise<Permission> {
  if (permissionHere() !== 'default') return permissionHere();
  return Notification.requestPermission();
}

// Says whether it is shown. Browsers of phones know only those of service workers, and throw.
export function show({ title, body, tag, onclick }: Note): boolean {
  if (permissionHere() !== 'granted') return false;
  try {
    // It stays until somebody has seen it.
    const shown = new Notification(title, { body, tag, requireInteraction: true });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onclick();
    };
    return true;
  } catch {
    return false;
  }
}

// Why there are none although the person wants them, and what to do; empty when there are.
export function problemWords(permission: Permission): string {
  switch (permission) {
    case 'granted':
      return '';
    case 'default':
      return t.planner.reminders.notifications.default();
    case 'denied':
      return t.planner.reminders.notifications.denied();
    case 'insecure':
      return t.planner.reminders.notifications.insecure();
    case 'unsupported':
      return t.planner.reminders.notifications.unsupported();
  }
}
