import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

/** Claims of the provider about an account. */
export interface ProviderAccount {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
  groups?: string[];
}
export interface OpenidProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By subject; the sign-in page has a button for each. */
  readonly accounts: Map<string, ProviderAccount>;
  close(): Promise<void>;
}

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return new URLSearchParams(Buffer.concat(parts).toString());
}

function signInPage(accounts: Map<string, ProviderAccount>): string {
  const buttons = [...accounts].map(
    ([subject, { email }]) =>
      `<button name="subject" value="${escape(subject)}">Continue as ${escape(email ?? subject)}</button>`,
  );
  return `<!doctype html><title>Sign in</title><form method="post">${buttons.join('')}<button name="cancel" value="1">Cancel</button></form>`;
}

/**
 * Starts a real OpenID provider on a loopback port with one client. `idTokenEmail`: the ID token itself contains the email
 * address, as Google's does; otherwise only the userinfo endpoint does.
 */
export async function startOpenidProvider(options: {
  redirectUri: string;
  idTokenEmail?: boolean;
}): Promise<OpenidProvider> {
  const accounts = new Map<string, ProviderAccount>();
  const clientId = 'hopscope';
  const clientSecret = randomBytes(24).toString('base64url');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const issuer = `http://127.0.0.1:${address.port}`;

  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [options.redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
      groups: ['groups'],
    },
    // Set explicitly, so that the provider doesn't print warnings about defaults.
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Grant: 600,
      Interaction: 600,
      Session: 600,
    },
    conformIdTokenClaims: options.idTokenEmail !== true,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, subject) => {
      const account = accounts.get(subject);
      return account && { accountId: subject, claims: () => ({ sub: subject, ...account }) };
    },
    // Consent is implied.
    async loadExistingGrant({ oidc }) {
      const { clientId: client } = oidc.client ?? {};
      const accountId = oidc.session?.accountId;
      if (client === undefined || accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client, accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(signInPage(accounts));
      return;
    }
    const form = await formOf(request);
    const subject = form.get('subject');
    const result =
      subject === null
        ? { error: 'access_denied', error_description: 'Canceled' }
        : { login: { accountId: subject } };
    await provider.interactionFinished(request, response, result);
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      void handle(request, response);
      return;
    }
    interact(request, response).catch((error: unknown) => {
      response.statusCode = 400;
      response.end(String(error));
    });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Follows the provider's pages as a browser would, as `subject` (or `cancel`); returns the URL to which it redirects the browser.
 */
export async function signInAtProvider(start: string, subject: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(start);
  const home = url.origin;
  let body: URLSearchParams | undefined;
  for (let hops = 0; hops < 10; hops++) {
    if (url.origin !== home) return url;
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    body = undefined;
    const next = answer.headers.get('location');
    if (next !== null) url = new URL(next, url);
    else if (answer.status === 200 && url.pathname.startsWith('/interaction/')) {
      body = new URLSearchParams(subject === 'cancel' ? { cancel: '1' } : { subject });
    } else throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
  }
  throw new Error('The provider goes in circles');
}
