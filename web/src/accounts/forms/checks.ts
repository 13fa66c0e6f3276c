// What can be said about a form before it is sent. The server has the last word.

import { signUpLimits } from '../../lib/sign_in_limits';
import { t } from '../../lib/messages';

const minPasswordCharacters = signUpLimits.password.minLength;

export function nameProblem(name: string): string | undefined {
  return name.trim() === '' ? t.signUp.checks.name() : undefined;
}

export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return t.signIn.checks.email();
  return /^[^\s@]+@[^\s@]+$/u.test(email.trim()) ? undefined : t.signIn.checks.emailShape();
}

export function passwordProblem(password: string): string | undefined {
  return password === '' ? t.signIn.checks.password() : undefined;
}

export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return t.signUp.checks.choosePassword();
  return [...password].length < minPasswordCharacters
    ? t.signUp.checks.passwordLength({ count: minPasswordCharacters })
    : undefined;
}

export function codeProblem(code: string): string | undefined {
  return code.trim() === '' ? t.signIn.checks.code() : undefined;
}

// What is told below a new password while it is typed.
export function passwordHint(password: string): string {
  const missing = minPasswordCharacters - [...password].length;
  if (password === '' || missing === minPasswordCharacters) {
    return t.signUp.checks.passwordHint({ count: minPasswordCharacters });
  }
  return missing > 0
    ? t.signUp.checks.moreCharacters({ count: missing })
    : t.signUp.checks.longEnough();
}
