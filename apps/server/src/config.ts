import { resolve } from 'node:path';
import { z } from 'zod';

const networkNames = ['mainnet', 'testnet', 'signet', 'regtest'] as const;
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const integer = (from: number, to: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`);

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

const url = (protocols: readonly string[]): z.ZodType<string> =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: integer(0, 65_535).default(8080),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  BITCOIN_SOURCE: oneOf(['off', 'demo']).optional(),
  BITCOIN_NETWORK: oneOf(networkNames).optional(),
  DEMO_SEED: integer(0, 4_294_967_295).default(1),
  DEMO_DAYS: integer(1, 3650).default(365),
  DEMO_TRANSACTIONS: integer(0, 100_000_000).default(60_000),
  DEMO_BLOCK_SECONDS: integer(1, 3600).default(20),
  DEMO_ETHEREUM_TRANSACTIONS: integer(0, 100_000_000).default(40_000),
  DEMO_ETHEREUM_BLOCK_SECONDS: integer(1, 3600).default(5),
  ETHEREUM_SOURCE: oneOf(['off', 'demo', 'rpc']).optional(),
  ETHEREUM_RPC_URL: url(['http:', 'https:']).optional(),
  ETHEREUM_WS_URL: url(['ws:', 'wss:']).optional(),
  ETHEREUM_CHAIN_ID: integer(1, Number.MAX_SAFE_INTEGER).optional(),
  ETHEREUM_HISTORY_FROM: integer(0, 2 ** 31 - 1).optional(),
  ETHEREUM_REORG_LIMIT: integer(1, 10_000).default(256),
  ETHEREUM_POLL_SECONDS: integer(1, 3600).default(4),
  ETHEREUM_TIMEOUT_SECONDS: integer(1, 3600).default(60),
  LOG_LEVEL: oneOf(logLevels).default('info'),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  PROVIDER_DOMAIN: z
    .string()
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i, 'must be a domain such as example.org')
    .transform((domain) => domain.toLowerCase())
    .optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^[0-9a-f.:/, ]+$/i, 'must be addresses or networks of proxies, separated by commas')
    .optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.email('must be an email address').default('hopscope@localhost.localdomain'),
  OIDC_ISSUER: url(['http:', 'https:']).default('https://accounts.google.com'),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(40).default('Google'),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_URL: url(['http:', 'https:']).optional(),
  TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
});

/** Validated settings; `docs/configure.md` lists them. */
export interface Config {
  host: string;
  port: number;
  /** Absolute path. */
  dataDir: string;
  /** Undefined: the built-in database in `dataDir`. */
  databaseUrl: string | undefined;
  /** `source` undefined: the demo network unless real blocks are held or connected (`sources/choose-sources.ts`). */
  bitcoin: { source: 'off' | 'demo' | undefined; network: (typeof networkNames)[number] | undefined };
  /** How a new demo network is made; the seconds between live blocks count for an existing one too. */
  demo: {
    seed: number;
    days: number;
    transactions: number;
    blockSeconds: number;
    ethereumTransactions: number;
    ethereumBlockSeconds: number;
  };
  ethereum: {
    source: 'off' | 'demo' | 'rpc' | undefined;
    /** Set where `source` is `rpc`. */
    rpc:
      | {
          /** May hold a key: never in logs. */
          url: string;
          webSocketUrl: string | undefined;
          chainId: bigint | undefined;
          historyFrom: number | undefined;
          reorganisationLimit: number;
          pollMs: number;
          timeoutMs: number;
        }
      | undefined;
  };
  logLevel: (typeof logLevels)[number];
  publicUrl: string | undefined;
  /** Users with a verified email in this domain see the Admin Panel. */
  providerDomain: string | undefined;
  /** Proxies whose X-Forwarded-For is believed; undefined: none. */
  trustProxy: string[] | undefined;
  mail: { /** Undefined: mail stays in the outbox folder. */ smtpUrl: string | undefined; from: string };
  /** Undefined: no sign-in with another provider. */
  openid: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined;
  /** Undefined: invoices that the operator confirms. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | undefined } | undefined;
  /** Undefined: made at first start and kept in `dataDir`. */
  tokenSecret: string | undefined;
}

/** All problems of the settings at once, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Settings are not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/** A problem if one of two settings that need each other stands alone. */
function together<Name extends string>(
  given: Partial<Record<Name, string | undefined>>,
  one: Name,
  other: Name,
): string[] {
  if ((given[one] === undefined) === (given[other] === undefined)) return [];
  return [given[one] === undefined ? `${one} must be set with ${other}` : `${other} must be set with ${one}`];
}

/** Sources of the two chains that cannot stand together or lack a setting. */
function sourceProblems(e: z.infer<typeof environment>): string[] {
  const problems: string[] = [];
  if (e.ETHEREUM_SOURCE === 'rpc' && e.ETHEREUM_RPC_URL === undefined) {
    problems.push('ETHEREUM_RPC_URL must be set with ETHEREUM_SOURCE=rpc');
  }
  if (e.ETHEREUM_SOURCE === 'demo' && e.BITCOIN_SOURCE === 'off') {
    problems.push('ETHEREUM_SOURCE=demo needs the demo on Bitcoin too: the two chains are one economy');
  }
  if (e.ETHEREUM_SOURCE === 'rpc' && e.BITCOIN_SOURCE === 'demo') {
    problems.push('BITCOIN_SOURCE=demo never stands beside a real Ethereum node');
  }
  return problems;
}

/**
 * Reads settings from the environment; an empty value counts as not set.
 * Values of secrets never appear in messages. Throws ConfigError with every problem.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(environment.shape).flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const e = parsed.data;
  const halves = [
    ...sourceProblems(e),
    ...together(e, 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'),
    ...together(e, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'),
  ];
  if (halves.length > 0) throw new ConfigError(halves);
  return {
    host: e.HOST,
    port: e.PORT,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    bitcoin: { source: e.BITCOIN_SOURCE, network: e.BITCOIN_NETWORK },
    demo: {
      seed: e.DEMO_SEED,
      days: e.DEMO_DAYS,
      transactions: e.DEMO_TRANSACTIONS,
      blockSeconds: e.DEMO_BLOCK_SECONDS,
      ethereumTransactions: e.DEMO_ETHEREUM_TRANSACTIONS,
      ethereumBlockSeconds: e.DEMO_ETHEREUM_BLOCK_SECONDS,
    },
    ethereum: {
      source: e.ETHEREUM_SOURCE,
      rpc:
        e.ETHEREUM_SOURCE === 'rpc' && e.ETHEREUM_RPC_URL !== undefined
          ? {
              url: e.ETHEREUM_RPC_URL,
              webSocketUrl: e.ETHEREUM_WS_URL,
              chainId: e.ETHEREUM_CHAIN_ID === undefined ? undefined : BigInt(e.ETHEREUM_CHAIN_ID),
              historyFrom: e.ETHEREUM_HISTORY_FROM,
              reorganisationLimit: e.ETHEREUM_REORG_LIMIT,
              pollMs: e.ETHEREUM_POLL_SECONDS * 1000,
              timeoutMs: e.ETHEREUM_TIMEOUT_SECONDS * 1000,
            }
          : undefined,
    },
    logLevel: e.LOG_LEVEL,
    publicUrl: e.PUBLIC_URL,
    providerDomain: e.PROVIDER_DOMAIN,
    trustProxy: e.TRUST_PROXY?.split(',').map((address) => address.trim()),
    mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM },
    openid:
      e.OIDC_CLIENT_ID !== undefined && e.OIDC_CLIENT_SECRET !== undefined
        ? {
            issuer: e.OIDC_ISSUER,
            clientId: e.OIDC_CLIENT_ID,
            clientSecret: e.OIDC_CLIENT_SECRET,
            name: e.OIDC_NAME,
          }
        : undefined,
    stripe:
      e.STRIPE_SECRET_KEY !== undefined && e.STRIPE_WEBHOOK_SECRET !== undefined
        ? { secretKey: e.STRIPE_SECRET_KEY, webhookSecret: e.STRIPE_WEBHOOK_SECRET, apiUrl: e.STRIPE_API_URL }
        : undefined,
    tokenSecret: e.TOKEN_SECRET,
  };
}
