// What the REST API accepts of those who sign in: a part of the page that loads nothing else.
// Made by tools/web_types.py from the program's OpenAPI document: change the schemas, and run it.

export const signInLimits = {
  email: {
    maxLength: 254,
  },
  password: {
    maxLength: 1024,
  },
} as const;

export const signUpLimits = {
  email: {
    minLength: 3,
    maxLength: 254,
  },
  name: {
    minLength: 1,
    maxLength: 100,
  },
  password: {
    minLength: 10,
    maxLength: 1024,
  },
} as const;
