import { z } from 'zod';
import { passwordMaxLength, passwordMinLength } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { texts } from './texts.ts';

/** A text on one line; the database cannot hold U+0000 at all. */
const line = z.string().regex(/^\P{Cc}*$/u, texts.controlCharacters);
const requiredName = line.trim().min(1, texts.registerIncomplete).max(100);

/** Stored and shown user (specification section 3, session). */
export const user = z.object({
  _id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  role: z.enum(['user', 'operator']),
  emailVerified: z.boolean(),
  /** Sees the Admin Panel: a verified email in the provider's domain, or the operator. */
  provider: z.boolean(),
});
export type User = z.infer<typeof user>;

export const signup = endpoint({
  id: 'signup',
  method: 'POST',
  path: '/auth/signup',
  access: 'public',
  tag: 'auth',
  summary: 'Create an account',
  status: 201,
  body: z.object({
    name: requiredName,
    surname: requiredName,
    email: z.email(texts.emailInvalid).max(254),
    password: z.string().min(passwordMinLength, texts.passwordTooShort).max(passwordMaxLength),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ user: user.extend({ accessToken: z.string(), refreshToken: z.string() }) }),
  }),
});

const session = z.object({ accessToken: z.string(), refreshToken: z.string(), user });

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  tag: 'auth',
  summary: 'Sign in with email and password',
  body: z.object({ email: line.max(254), password: z.string().max(passwordMaxLength) }),
  response: z.object({ success: z.literal(true), data: session }),
});

export const refreshSession = endpoint({
  id: 'refreshSession',
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  tag: 'auth',
  summary: 'Exchange a refresh token for new tokens; each refresh token works once',
  body: z.object({ refreshToken: z.string().max(512) }),
  response: z.object({ success: z.literal(true), data: session }),
});

export const getSession = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/auth/session',
  access: 'user',
  tag: 'auth',
  summary: 'Check the token of a restored session',
  response: z.object({ success: z.literal(true), data: z.object({ user }) }),
});

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  tag: 'auth',
  summary: 'End this session: its access and refresh tokens stop working',
  response: z.object({ success: z.literal(true) }),
});
