import { z } from 'zod';
import { nameMaxLength, passwordMaxLength, passwordMinLength } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { personName } from '../plain-name.ts';
import { texts } from '../texts.ts';

/** Single-line text; PostgreSQL can't store U+0000. */
const line = z.string().regex(/^\P{Cc}*$/u, texts.controlCharacters);
const requiredName = personName.trim().min(1, texts.registerIncomplete).max(nameMaxLength);
/** A new password. */
export const newPassword = z.string().min(passwordMinLength, texts.passwordTooShort).max(passwordMaxLength);
/** Opaque token issued by the server. */
export const opaqueToken = z.string().min(1).max(512);

/** Stored and shown user. */
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

/** A stored user as other clients send it: `id` for `_id`, without server fields. */
export const storedUser = z
  .looseObject({ _id: z.string().optional(), id: z.string().optional() })
  .transform(({ id, _id = id, ...rest }) => ({ emailVerified: false, provider: false, ...rest, _id }))
  .pipe(user);

/** An opened session. */
export const session = z.object({ accessToken: z.string(), refreshToken: z.string(), user });
export type SessionTokens = z.infer<typeof session>;
const done = z.object({ success: z.literal(true) });
const opened = z.object({ success: z.literal(true), data: session });

const secondFactorDescription =
  'If a second factor is set: 401 `second_factor_required` with `details` {challenge, methods}. The challenge is valid for five minutes; send it to `POST /auth/second-factor` or `POST /auth/passkey/options`.';

/** Ways to answer a challenge for the second factor. */
export const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];
/** `details` of a 401 with code `second_factor_required`. */
export const secondFactorChallenge = z.object({
  challenge: opaqueToken,
  methods: z.array(z.enum(secondFactorMethods)),
});
export type SecondFactorChallenge = z.infer<typeof secondFactorChallenge>;

export const signup = endpoint({
  id: 'signup',
  method: 'POST',
  path: '/auth/signup',
  access: 'public',
  tag: 'auth',
  summary: 'Create an account',
  description:
    '`setupToken` is the one-time token from the link printed at startup; it makes the account the operator. `invitationToken` from an email to the same address verifies that address. 403 `registration_closed` where registration is closed, or by invitation and there is no such token.',
  status: 201,
  body: z.object({
    name: requiredName,
    surname: requiredName,
    email: z.email(texts.emailInvalid).max(254),
    password: newPassword,
    setupToken: opaqueToken.optional(),
    invitationToken: opaqueToken.optional(),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ user: user.extend({ accessToken: z.string(), refreshToken: z.string() }) }),
  }),
});

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  tag: 'auth',
  summary: 'Sign in with email and password',
  description: secondFactorDescription,
  body: z.object({ email: line.max(254), password: z.string().max(passwordMaxLength) }),
  response: opened,
});

export const signInWithSecondFactor = endpoint({
  id: 'signInWithSecondFactor',
  method: 'POST',
  path: '/auth/second-factor',
  access: 'public',
  tag: 'auth',
  summary: 'Answer a challenge with a code. Each code works once; five wrong codes end the challenge',
  body: z.object({
    challenge: opaqueToken,
    method: z.enum(['totp', 'recovery_code']),
    code: z.string().trim().min(1).max(40),
  }),
  response: opened,
});

export const refreshSession = endpoint({
  id: 'refreshSession',
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  tag: 'auth',
  summary: 'Exchange a refresh token for new tokens. Each works once; reuse ends the session',
  body: z.object({ refreshToken: z.string().max(512) }),
  response: opened,
});

export const getSession = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/auth/session',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'auth',
  summary: 'Validate the token of a restored session',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      user,
      /** The installation requires a second factor, and the session has none: only calls that help to set one up are answered. */
      needsSecondFactor: z.boolean(),
    }),
  }),
});

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'auth',
  summary: 'End this session and revoke its tokens',
  response: done,
});

export const forgetPassword = endpoint({
  id: 'forgetPassword',
  method: 'POST',
  path: '/auth/forget-password',
  access: 'public',
  tag: 'auth',
  summary: 'Send a link to set a new password; the response is the same for unknown emails',
  body: z.object({ email: z.email(texts.emailInvalid).max(254) }),
  response: z.object({ success: z.literal(true), message: z.string() }),
});

export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  tag: 'auth',
  summary: 'Set a new password with an emailed link; ends all sessions',
  body: z
    .object({
      /** User ID and token from the link. */
      id: z.string().max(200),
      token: opaqueToken,
      password: newPassword,
      confirmPassword: z.string().max(passwordMaxLength),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      message: texts.passwordsDiffer,
      path: ['confirmPassword'],
    }),
  response: z.object({ success: z.literal(true), message: z.string() }),
});

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/change-password',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'auth',
  ownAccount: true,
  summary: 'Change the password; ends all other sessions',
  description:
    'Accounts without a password (signed in through a provider) set one without `currentPassword`.',
  body: z.object({ currentPassword: z.string().max(passwordMaxLength).optional(), newPassword }),
  response: z.object({ success: z.literal(true), message: z.string() }),
});

export const verifyEmail = endpoint({
  id: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  access: 'public',
  tag: 'auth',
  summary: 'Verify an email address with the token from the verification email',
  body: z.object({ token: opaqueToken }),
  response: z.object({ success: z.literal(true), data: z.object({ email: z.string() }) }),
});

export const sendVerification = endpoint({
  id: 'sendVerification',
  method: 'POST',
  path: '/auth/verify-email/send',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'auth',
  summary: 'Send a new verification link; nothing is sent if the email is verified',
  response: done,
});

export const removeAccount = endpoint({
  id: 'removeAccount',
  method: 'DELETE',
  path: '/auth/remove/:id',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'auth',
  ownAccount: true,
  summary: 'Remove an account: your own, or any as the operator',
  description:
    'Requires recent proof of identity or `password`. 409 `owns_organization` while the account owns an organization with other members.',
  params: z.object({ id: z.string().max(200) }),
  body: z.object({ password: z.string().max(passwordMaxLength).optional() }).nullish(),
  response: done,
});

export const becomeOperator = endpoint({
  id: 'becomeOperator',
  method: 'POST',
  path: '/auth/operator',
  access: 'user',
  tag: 'auth',
  ownAccount: true,
  summary: 'Become the operator with the one-time token from the link printed at startup',
  body: z.object({ setupToken: opaqueToken }),
  response: z.object({ success: z.literal(true), data: z.object({ user }) }),
});

export const startProviderSignIn = endpoint({
  id: 'startProviderSignIn',
  method: 'GET',
  path: '/auth/google',
  access: 'public',
  tag: 'auth',
  summary: 'Redirect to the OpenID provider to sign in; returns to /auth/callback',
  answers: 'redirect',
  response: z.undefined(),
});

export const finishProviderSignIn = endpoint({
  id: 'finishProviderSignIn',
  method: 'GET',
  path: '/auth/google/callback',
  access: 'public',
  tag: 'auth',
  summary: 'Return from the OpenID provider',
  description: 'Redirects to /auth/callback with `token` (a ticket for `POST /auth/ticket`) or `error`.',
  answers: 'redirect',
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  response: z.undefined(),
});

export const exchangeTicket = endpoint({
  id: 'exchangeTicket',
  method: 'POST',
  path: '/auth/ticket',
  access: 'public',
  tag: 'auth',
  summary: 'Exchange the ticket of a provider sign-in for a session; valid once, for one minute',
  description: secondFactorDescription,
  body: z.object({ ticket: opaqueToken }),
  response: opened,
});

/** Who can create an account: everyone, people with an invitation, or nobody but the first operator. */
export const registrationModes = ['open', 'invite', 'off'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

export const getSignInProviders = endpoint({
  id: 'getSignInProviders',
  method: 'GET',
  path: '/auth/providers',
  access: 'public',
  tag: 'auth',
  summary: 'Ways to sign in besides a password, and to register',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      openid: z.object({ name: z.string() }).nullable(),
      /** Browsers offer passkeys on https addresses and localhost only. */
      passkeys: z.boolean(),
      /** False: mails wait for the operator. */
      mail: z.boolean(),
      registration: z.enum(registrationModes),
      /** Accounts of the demo network: refused to requests that come from other machines. Null without a demo. */
      demo: z.enum(['offered', 'refused']).nullable(),
    }),
  }),
});

/** Calls of signing up, in and out. */
export const authEndpoints = {
  signup,
  login,
  signInWithSecondFactor,
  refreshSession,
  getSession,
  logout,
  forgetPassword,
  resetPassword,
  changePassword,
  verifyEmail,
  sendVerification,
  removeAccount,
  becomeOperator,
  startProviderSignIn,
  finishProviderSignIn,
  exchangeTicket,
  getSignInProviders,
} as const;
