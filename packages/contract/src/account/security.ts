import { z } from 'zod';
import { opaqueToken, session } from './auth.ts';
import { endpoint } from '../endpoint.ts';
import { proof, proofDescription } from './proof.ts';
import { texts } from '../texts.ts';

const done = z.object({ success: z.literal(true) });
const ids = z.object({ id: z.string().max(200) });
const codes = z.array(z.string());
const passkeyName = z
  .string()
  .regex(/^\P{Cc}*$/u, texts.controlCharacters)
  .trim()
  .min(1)
  .max(60);

/** Input and output of a browser's WebAuthn call as JSON (WebAuthn level 3, section 5.1). */
const webauthnOptions = z.record(z.string(), z.unknown());
const extensions = z.record(z.string(), z.unknown());
const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8192);
const credential = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).exactOptional(),
  clientExtensionResults: extensions.default({}),
});
const registrationResponse = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    authenticatorData: base64url.exactOptional(),
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
    publicKeyAlgorithm: z.int().exactOptional(),
    publicKey: base64url.exactOptional(),
  }),
});
const authenticationResponse = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.exactOptional(),
  }),
});
export type PasskeyRegistration = z.output<typeof registrationResponse>;
export type PasskeyAnswer = z.output<typeof authenticationResponse>;

export const passkeySignInOptions = endpoint({
  id: 'passkeySignInOptions',
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'public',
  tag: 'auth',
  summary: 'Options for signing in with a passkey; with `challenge` as the second factor',
  body: z.object({ challenge: opaqueToken.optional() }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ options: webauthnOptions, handle: z.string() }),
  }),
});

export const signInWithPasskey = endpoint({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/auth/passkey',
  access: 'public',
  tag: 'auth',
  summary: 'Sign in with a passkey',
  body: z.object({ handle: opaqueToken, response: authenticationResponse }),
  response: z.object({ success: z.literal(true), data: session }),
});

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'security',
  summary: 'Open sessions, latest first',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          /** Browser and system from the user agent; otherwise `Unknown device`. */
          device: z.string(),
          ip: z.string(),
          createdAt: z.iso.datetime(),
          /** Sign-in or last refresh. */
          lastSeenAt: z.iso.datetime(),
          current: z.boolean(),
          secondFactor: z.boolean(),
        }),
      ),
    }),
  }),
});

export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'security',
  ownAccount: true,
  summary: 'End one of your sessions',
  params: ids,
  response: done,
});

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'security',
  ownAccount: true,
  summary: 'End all other sessions',
  response: z.object({ success: z.literal(true), data: z.object({ ended: z.int().nonnegative() }) }),
});

const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

export const getSecurity = endpoint({
  id: 'getSecurity',
  method: 'GET',
  path: '/auth/security',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'security',
  summary: 'Your sign-in methods: password, second factors, providers',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      password: z.boolean(),
      totp: z.object({ enabled: z.boolean(), since: z.iso.datetime().nullable() }),
      recoveryCodesLeft: z.int().nonnegative(),
      passkeys: z.array(passkeyView),
      identities: z.array(z.object({ name: z.string(), issuer: z.string(), linkedAt: z.iso.datetime() })),
      /** False: the next sensitive change requires the password or a code. */
      recentProof: z.boolean(),
      /** Whether this session was opened with a second factor. */
      secondFactor: z.boolean(),
    }),
  }),
});

export const setUpTotp = endpoint({
  id: 'setUpTotp',
  method: 'POST',
  path: '/auth/totp/setup',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'security',
  ownAccount: true,
  summary: 'Set up an authenticator app; takes effect with the first code',
  description: proofDescription,
  body: proof,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** Base32. */
      secret: z.string(),
      /** `otpauth://` for a QR code. */
      uri: z.string(),
    }),
  }),
});

export const confirmTotp = endpoint({
  id: 'confirmTotp',
  method: 'POST',
  path: '/auth/totp/confirm',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'security',
  ownAccount: true,
  summary: 'Turn on the authenticator app with its first code; returns recovery codes once',
  body: z.object({ code: z.string().trim().min(1).max(40) }),
  response: z.object({ success: z.literal(true), data: z.object({ recoveryCodes: codes }) }),
});

export const removeTotp = endpoint({
  id: 'removeTotp',
  method: 'DELETE',
  path: '/auth/totp',
  access: 'user',
  tag: 'security',
  ownAccount: true,
  summary: 'Turn off the authenticator app',
  description: proofDescription,
  body: proof,
  response: done,
});

export const renewRecoveryCodes = endpoint({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/auth/recovery-codes',
  access: 'user',
  tag: 'security',
  ownAccount: true,
  summary: 'Generate new recovery codes; the old ones stop working',
  description: proofDescription,
  body: proof,
  response: z.object({ success: z.literal(true), data: z.object({ recoveryCodes: codes }) }),
});

export const passkeyRegistrationOptions = endpoint({
  id: 'passkeyRegistrationOptions',
  method: 'POST',
  path: '/auth/passkeys/options',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'security',
  ownAccount: true,
  summary: 'Options for creating a passkey',
  description: proofDescription,
  body: proof,
  response: z.object({
    success: z.literal(true),
    data: z.object({ options: webauthnOptions, handle: z.string() }),
  }),
});

export const addPasskey = endpoint({
  id: 'addPasskey',
  method: 'POST',
  path: '/auth/passkeys',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'security',
  ownAccount: true,
  summary: 'Register a passkey; the first second factor returns recovery codes once',
  status: 201,
  body: z.object({ handle: opaqueToken, name: passkeyName, response: registrationResponse }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ passkey: passkeyView, recoveryCodes: codes.nullable() }),
  }),
});

export const renamePasskey = endpoint({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/auth/passkeys/:id',
  access: 'user',
  tag: 'security',
  ownAccount: true,
  summary: 'Rename a passkey',
  params: ids,
  body: z.object({ name: passkeyName }),
  response: z.object({ success: z.literal(true), data: passkeyView }),
});

export const removePasskey = endpoint({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  access: 'user',
  tag: 'security',
  ownAccount: true,
  summary: 'Remove a passkey',
  description: proofDescription,
  params: ids,
  body: proof,
  response: done,
});

/** Calls of sessions and second factors. */
export const securityEndpoints = {
  passkeySignInOptions,
  signInWithPasskey,
  listSessions,
  endSession,
  endOtherSessions,
  getSecurity,
  setUpTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  passkeyRegistrationOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
} as const;
