import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  WebAuthnError,
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

type Options = Readonly<Record<string, unknown>>;

function isRequest(options: object): options is PublicKeyCredentialRequestOptionsJSON {
  return 'challenge' in options && typeof options.challenge === 'string';
}

function isCreation(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return isRequest(options) && 'user' in options && 'rp' in options && 'pubKeyCredParams' in options;
}

/** Returns whether this page may use passkeys: browsers allow them on HTTPS and localhost, never on IP addresses. */
export function passkeysOffered(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Asks the browser for an existing passkey with the server's options. Throws the browser's errors. */
export async function askForPasskey(options: Options) {
  if (!isRequest(options)) throw new Error('The server gave no passkey challenge.');
  const answer = await startAuthentication({ optionsJSON: options });
  return { ...answer, clientExtensionResults: { ...answer.clientExtensionResults } };
}

/** Creates a passkey in the browser with the server's options. Throws the browser's errors. */
export async function makePasskey(options: Options) {
  if (!isCreation(options)) throw new Error('The server gave no passkey options.');
  const made = await startRegistration({ optionsJSON: options });
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } };
}

/** Returns the message if the browser returned no passkey; undefined for other failures. */
export function passkeyFailure(thrown: unknown): string | undefined {
  if (thrown instanceof WebAuthnError && thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device already has a passkey for your account.';
  }
  const refused =
    thrown instanceof Error && (thrown.name === 'NotAllowedError' || thrown.name === 'AbortError');
  if (refused) return 'The passkey request was canceled or timed out.';
  return thrown instanceof WebAuthnError ? 'This browser cannot use a passkey at this address.' : undefined;
}
