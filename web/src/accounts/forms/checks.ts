// What can be said about a form before it is sent. The server has the last word.

import { signUpLimits } from '../../lib/api_limits';

const minPasswordCharacters = signUpLimits.password.minLength;

export function nameProblem(name: string): string | undefined {
  return name.trim() === '' ? 'Enter your name.' : undefined;
}

export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Enter an e-mail address.';
  return /^[^\s@]+@[^\s@]+$/u.test(email.trim())
    ? undefined
    : 'The e-mail address must look like name@example.org.';
}

export function passwordProblem(password: string): string | undefined {
  return password === '' ? 'Enter your password.' : undefined;
}

export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return 'Choose a password.';
  return [...password].length < minPasswordCharacters
    ? `The password must have at least ${minPasswordCharacters} characters.`
    : undefined;
}

export function codeProblem(code: string): string | undefined {
  return code.trim() === '' ? 'Enter a code.' : undefined;
}

// What is told below a new password while it is typed.
export function passwordHint(password: string): string {
  const missing = minPasswordCharacters - [...password].length;
  if (password === '' || missing === minPasswordCharacters) {
    return `At least ${minPasswordCharacters} characters. A few words are easy to remember and hard to guess.`;
  }
  if (missing > 1) return `${missing} more characters.`;
  if (missing === 1) return 'One more character.';
  return 'Long enough.';
}
