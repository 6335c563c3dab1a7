import { once } from 'node:events';
import { createServer } from 'node:net';
import { until } from '../../../../test/until.ts';
import {
  type OpenidProvider,
  startOpenidProvider,
} from '../../../server/test/support/servers/openid-provider.ts';
import { type DeliveredMail, startMailServer } from '../../../server/test/support/servers/smtp-server.ts';
import { type LedgerServer, startLedgerServer } from './ledger-server.ts';

export interface AccountsServer extends LedgerServer {
  provider: OpenidProvider;
  /** Waits for a mail to `to` with a link with this path, and returns the newest such link. */
  linkFor(to: string, path: string): Promise<string>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** Decodes quoted-printable text: soft line breaks and `=XX`. */
function plainOf(source: string): string {
  return source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function findLink(mails: readonly DeliveredMail[], to: string, path: string): string | undefined {
  const links = mails
    .filter((mail) => mail.to.includes(to))
    .flatMap(({ source }) => plainOf(source).match(/http:\/\/[^\s"<>]+/g) ?? []);
  return links.findLast((link) => new URL(link).pathname === path);
}

/**
 * Starts the real server with a mail server and an OpenID provider, under a host name for which browsers allow passkeys; `env`
 * contains more settings.
 */
export async function startAccountsServer(
  file?: string,
  seed?: (dataDir: string) => Promise<unknown>,
  env: Readonly<Record<string, string>> = {},
): Promise<AccountsServer> {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const mail = await startMailServer();
  const provider = await startOpenidProvider({ redirectUri: `${publicUrl}/api/v1/auth/google/callback` });
  const server = await startLedgerServer(
    file,
    {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      SMTP_URL: mail.url,
      PROVIDER_DOMAIN: 'example.org',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      ...env,
    },
    seed,
  );
  return {
    ...server,
    url: publicUrl,
    provider,
    linkFor: (to, path) =>
      until(`a mail with ${path} comes for ${to}`, () => findLink(mail.delivered, to, path)),
    async stop() {
      await server.stop();
      await provider.close();
      await mail.close();
    },
  };
}
