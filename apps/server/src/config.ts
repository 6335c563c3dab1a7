import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type RegistrationMode, registrationModes } from '@hopscope/contract';
import { z } from 'zod';
import { readSecretFiles } from './config-secrets.ts';
import {
  backupEnvironment,
  backupProblems,
  type BackupSettings,
  readBackupSettings,
} from './backup/backup-settings.ts';
import { existingFile, headerList, integer, oneOf, share, together, url } from './config-fields.ts';
import { readServerSettings, type ServerSettings } from './db/built-in/server-settings.ts';
import {
  priceEnvironment,
  priceProblems,
  type PriceSettings,
  readPriceSettings,
} from './contexts/explorer/prices/price-settings.ts';
import type { TelemetrySettings } from './telemetry/telemetry.ts';
import { type ProcessMode, processModes } from './processes/mode.ts';
import { readAllowedPrivate } from './outbound/public-address.ts';
import {
  readSourceSettings,
  sourceEnvironment,
  sourceProblems,
  type SourceSettings,
} from './sources/source-settings.ts';

/** More would read what the others have read. */
const mostScoreThreads = 4;

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Hosts and networks beside the public internet. */
const privateNetworks = z
  .string()
  .default('')
  .superRefine((text, context) => {
    try {
      readAllowedPrivate(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    }
  });

/** Settings of the built-in PostgreSQL, as `readServerSettings` reads them. */
const serverSettings = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return readServerSettings(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  });

const environment = z.object({
  MODE: oneOf(processModes).default('all'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: integer(0, 65_535).default(8080),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATABASE_USER: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]*\$?$/i, 'must be the name of an operating system user')
    .optional(),
  DATABASE_SETTINGS: serverSettings,
  ...sourceEnvironment,
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
  OIDC_SCOPE: z.string().min(1).max(500).default('openid email profile'),
  OIDC_GROUPS_CLAIM: z.string().min(1).max(200).optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_URL: url(['http:', 'https:']).optional(),
  SECURITY_CONTACT: url(['mailto:', 'https:', 'tel:']).optional(),
  REGISTRATION: oneOf(registrationModes).optional(),
  REQUIRE_SECOND_FACTOR: oneOf(['true', 'false']).default('false'),
  SESSION_MAX_DAYS: integer(1, 365).default(90),
  BREACHED_PASSWORDS_FILE: existingFile.optional(),
  DEMO_ACCOUNTS: oneOf(['loopback', 'anyone']).default('loopback'),
  DEMO_TEAM_WEEKS: integer(0, 52).default(13),
  TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TOKEN_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  DIRECTORY_FOLDER: z.string().min(1).optional(),
  OUTBOUND_ALLOW: privateNetworks,
  WEBHOOK_ALLOW: privateNetworks,
  TRAVEL_RULE_CA_FILE: z.string().min(1).optional(),
  TRAVEL_RULE_CERT_FILE: z.string().min(1).optional(),
  TRAVEL_RULE_KEY_FILE: z.string().min(1).optional(),
  COMPLIANCE_KEEP_MONTHS: integer(12, 1200).optional(),
  DIRECTORY_FOUR_EYES: oneOf(['true', 'false']).default('true'),
  ...priceEnvironment,
  ...backupEnvironment,
  DISK_RESERVE_MB: integer(0, 1_000_000).default(512),
  SCORE_THREADS: integer(0, 32).optional(),
  MONITORED_ADDRESSES: integer(1, 10_000_000).default(1_000_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('hopscope'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'must have at least 16 characters and no spaces')
    .optional(),
});

/** Tests whether processes of this mode work together with others on one database, which all of them must reach. */
function modeProblems(e: z.output<typeof environment>): string[] {
  if (e.MODE === 'all') return [];
  const needed = (['DATABASE_URL', 'TOKEN_SECRET'] as const).filter((name) => e[name] === undefined);
  return needed.map((name) => `${name} must be set with MODE=${e.MODE}, the same for all processes`);
}

/** Validated settings; `docs/operate/configure.md` lists them. */
export interface Config extends SourceSettings {
  /** What the process does. */
  mode: ProcessMode;
  host: string;
  port: number;
  /** Absolute path. */
  dataDir: string;
  /** Undefined: the built-in database in `dataDir`. */
  databaseUrl: string | undefined;
  /** User that the built-in database runs as, where Hopscope runs as root; undefined: nobody. */
  databaseUser: string | undefined;
  /** Settings of the built-in database, before those that follow from the machine. */
  databaseSettings: ServerSettings;
  logLevel: (typeof logLevels)[number];
  publicUrl: string | undefined;
  /** Users with a verified email in this domain see the Admin Panel. */
  providerDomain: string | undefined;
  /** Proxies whose X-Forwarded-For is believed; undefined: none. */
  trustProxy: string[] | undefined;
  mail: { /** Undefined: mail stays in the outbox folder. */ smtpUrl: string | undefined; from: string };
  /** Undefined: no sign-in with another provider. */
  openid:
    | {
        issuer: string;
        clientId: string;
        clientSecret: string;
        name: string;
        scope: string;
        groupsClaim: string | undefined;
      }
    | undefined;
  /** Undefined: invoices that the operator confirms. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | undefined } | undefined;
  /** Where weaknesses are reported, for `/.well-known/security.txt`; undefined: there is no such file. */
  securityContact: string | undefined;
  /** Who can create an account. Undefined: everyone on the demo network, invited people elsewhere. */
  registration: RegistrationMode | undefined;
  /** Everyone needs a second factor, whatever their organizations require. */
  requireSecondFactor: boolean;
  /** Days after which a session ends even if it is used. */
  sessionMaxDays: number;
  /** SHA-1 of breached passwords; undefined: new passwords aren't compared with such a collection. */
  breachedPasswordsFile: string | undefined;
  /** Who can use accounts of the demo network: people on this machine, or anyone. */
  demoAccounts: 'loopback' | 'anyone';
  /** Weeks of work that the team of the demo network has behind it. */
  demoTeamWeeks: number;
  /** Undefined: made at first start and kept in `dataDir`. */
  tokenSecret: string | undefined;
  /** The secret used before, while stored secrets are encrypted again; undefined: none. */
  previousTokenSecret: string | undefined;
  /** A change of the directory by an editor waits for a second one. */
  directoryFourEyes: boolean;
  /** Undefined: no spans are recorded. */
  telemetry: TelemetrySettings | undefined;
  /** Undefined: `/metrics` answers this machine alone. */
  metricsToken: string | undefined;
  /** Absolute path of the folder below which lists for the directory may lie. */
  directoryFolder: string;
  /** Hosts and networks beside the public internet that may be fetched from, as `readAllowedPrivate` reads them. */
  outboundAllow: string;
  /** The same for webhooks, which members of organizations choose; plain http is taken there alone. */
  webhookAllow: string;
  /** PEM files: authorities that other institutions use, and the certificate with which this server identifies itself to them. */
  travelRule: { caFile: string | undefined; certFile: string | undefined; keyFile: string | undefined };
  /** Months that compliance records are kept at least before a plan's time may end them; undefined: for good. */
  complianceKeepMonths: number | undefined;
  /** Bytes of the data folder's disk that uploads leave free. */
  diskReserveBytes: number;
  /** Addresses that one organization may monitor at a time. */
  monitoredAddresses: number;
  /** Threads that compute scores; 0: the thread that answers does. */
  scoreThreads: number;
  prices: PriceSettings;
  backup: BackupSettings;
}

/** All problems of the settings at once, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads settings from the environment, and secrets also from files that it names; an empty value counts as not set.
 * Values of secrets never appear in messages. Throws ConfigError with every problem.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(environment.shape).flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const files = readSecretFiles(env);
  const parsed = environment.safeParse({ ...given, ...files.secrets });
  if (!parsed.success || files.problems.length > 0) {
    const issues = parsed.error?.issues ?? [];
    throw new ConfigError([
      ...files.problems,
      ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ]);
  }
  const e = parsed.data;
  const halves = [
    ...modeProblems(e),
    ...sourceProblems(e),
    ...priceProblems(e),
    ...backupProblems(e),
    ...together(e, 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'),
    ...together(e, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'),
    ...together(e, 'TRAVEL_RULE_CERT_FILE', 'TRAVEL_RULE_KEY_FILE'),
  ];
  if (halves.length > 0) throw new ConfigError(halves);
  return {
    mode: e.MODE,
    host: e.HOST,
    port: e.PORT,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseUser: e.DATABASE_USER,
    databaseSettings: e.DATABASE_SETTINGS,
    ...readSourceSettings(e),
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
            scope: e.OIDC_SCOPE,
            groupsClaim: e.OIDC_GROUPS_CLAIM,
          }
        : undefined,
    stripe:
      e.STRIPE_SECRET_KEY !== undefined && e.STRIPE_WEBHOOK_SECRET !== undefined
        ? { secretKey: e.STRIPE_SECRET_KEY, webhookSecret: e.STRIPE_WEBHOOK_SECRET, apiUrl: e.STRIPE_API_URL }
        : undefined,
    securityContact: e.SECURITY_CONTACT,
    registration: e.REGISTRATION,
    requireSecondFactor: e.REQUIRE_SECOND_FACTOR === 'true',
    sessionMaxDays: e.SESSION_MAX_DAYS,
    breachedPasswordsFile: e.BREACHED_PASSWORDS_FILE,
    demoAccounts: e.DEMO_ACCOUNTS,
    demoTeamWeeks: e.DEMO_TEAM_WEEKS,
    tokenSecret: e.TOKEN_SECRET,
    previousTokenSecret: e.TOKEN_SECRET_PREVIOUS,
    directoryFourEyes: e.DIRECTORY_FOUR_EYES === 'true',
    telemetry:
      e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: e.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            serviceName: e.OTEL_SERVICE_NAME,
            sampled: e.OTEL_TRACES_SAMPLER_ARG,
          },
    metricsToken: e.METRICS_TOKEN,
    directoryFolder: resolve(e.DIRECTORY_FOLDER ?? join(e.DATA_DIR, 'directory')),
    outboundAllow: e.OUTBOUND_ALLOW,
    webhookAllow: e.WEBHOOK_ALLOW,
    travelRule: {
      caFile: e.TRAVEL_RULE_CA_FILE,
      certFile: e.TRAVEL_RULE_CERT_FILE,
      keyFile: e.TRAVEL_RULE_KEY_FILE,
    },
    complianceKeepMonths: e.COMPLIANCE_KEEP_MONTHS,
    diskReserveBytes: e.DISK_RESERVE_MB * 1024 * 1024,
    monitoredAddresses: e.MONITORED_ADDRESSES,
    scoreThreads: e.SCORE_THREADS ?? Math.min(mostScoreThreads, availableParallelism() - 1),
    prices: readPriceSettings(e),
    backup: readBackupSettings(e),
  };
}
