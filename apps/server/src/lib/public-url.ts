import { isIP } from 'node:net';
import type { Config } from '../config.ts';

/** Creates the public address of this server: PUBLIC_URL, or the address on which it listens. */
export function createPublicUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>) {
  let listening: string | undefined;
  const base = (): string =>
    (config.publicUrl ?? listening ?? `http://${config.host}:${config.port}`).replace(/\/+$/, '');

  return {
    /** Returns the address without a trailing slash. */
    base,
    /** Returns the absolute address of a path of this server, with its query if there is one. */
    link: (path: string): string => `${base()}${path}`,
    /** Called once the server listens: the system may have chosen the port. */
    listeningAt(url: string): void {
      listening = url;
    },
    /**
     * Returns the WebAuthn relying party, to which passkeys are bound: a host name on https, or this machine as `localhost`.
     * Undefined if browsers don't support passkeys: plain http elsewhere, and addresses without a name.
     */
    relyingParty(): { id: string; origin: string } | undefined {
      const url = new URL(base());
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const local = host === 'localhost' || host === '127.0.0.1' || host === '::1';
      if (local) url.hostname = 'localhost';
      else if (url.protocol !== 'https:' || isIP(host) !== 0) return undefined;
      return { id: url.hostname, origin: url.origin };
    },
  };
}

export type PublicUrl = ReturnType<typeof createPublicUrl>;
