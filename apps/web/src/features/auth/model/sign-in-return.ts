import { type User, storedUser, texts } from '@hopscope/contract';
import { fillText } from '../../../lib/text/fill-text.ts';

/** Query parameters of /auth/callback. */
export interface SignInReturnParameters {
  token?: string | undefined;
  refreshToken?: string | undefined;
  user?: string | undefined;
  error?: string | undefined;
}

/** Result of the provider's sign-in. */
export type SignInReturn =
  | { kind: 'failed'; message: string }
  | { kind: 'ticket'; ticket: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string; user: string | undefined };

/** Texts of the server's error codes; other errors are shown unchanged. */
const reasons: Readonly<Record<string, string>> = {
  access_denied: 'the sign-in was canceled',
  email_unverified: 'the provider has not verified your email address',
  state_mismatch: 'the sign-in was started in another browser or took too long',
  registration_closed: 'registration is by invitation, and there is none for your email address',
  email_missing: 'the provider did not supply an email address',
  code_missing: 'the response from the provider was incomplete',
  provider_error: 'the response from the provider could not be used',
};
/** Codes of errors before the provider was reached. */
const notStarted: readonly string[] = ['not_configured', 'provider_unavailable'];

/** Returns whether a token is signed: a signed token has three parts, a ticket to exchange has one. */
function isSignedToken(token: string): boolean {
  return token.split('.').length === 3;
}

export function readSignInReturn({ token, refreshToken, user, error }: SignInReturnParameters): SignInReturn {
  if (error !== undefined) {
    if (notStarted.includes(error)) return { kind: 'failed', message: texts.providerLoginNotStarted };
    const reason = reasons[error] ?? error.slice(0, 200);
    return { kind: 'failed', message: fillText(texts.providerFailed, { error: reason }) };
  }
  if (!token) return { kind: 'failed', message: texts.providerTokenMissing };
  if (!isSignedToken(token)) return { kind: 'ticket', ticket: token };
  return { kind: 'tokens', accessToken: token, refreshToken: refreshToken || token, user };
}

/** Decodes the `user` parameter; an invalid one is logged, and the server's data is used. */
export function userOfParameter(encoded: string | undefined): User | undefined {
  if (encoded === undefined) return undefined;
  try {
    return storedUser.parse(JSON.parse(encoded));
  } catch (error) {
    console.warn('The user parameter of the sign-in could not be read', error);
    return undefined;
  }
}
