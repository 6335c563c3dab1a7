import { isIP } from 'node:net';
import type { Config } from '../config.ts';

/** Where people reach this server: PUBLIC_URL, or the address it listens on. */
export function createPublicUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>) {
  let listening: string | undefined;
  const base = (): string =>
    (config.publicUrl ?? listening ?? `http://${config.host}:${config.port}`).replace(/\/+$/, '');

  return {
    /** Without a slash at its end. */
    base,
    /** Absolute address of a path of this server, with its query if there is one. */
    link: (path: string): string => `${base()}${path}`,
    /** Told once the server listens: the port may have been chosen by the system. */
    listeningAt(url: string): void {
      listening = url;
    },
    /**
     * What passkeys are bound to (WebAuthn relying party): a host name on https, or this machine as `localhost`.
     * Undefined where browsers offer none: plain http elsewhere, and addresses without a name.
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
