import { readFileSync } from 'node:fs';

/**
 * Settings with secrets. Instead of each, `NAME_FILE` can name a file whose first line is the value, as orchestrators and vaults
 * provide them (secrets of Docker and Kubernetes, credentials of systemd).
 */
export const secretSettings = [
  'BACKUP_PASSPHRASE',
  'BACKUP_S3_SECRET',
  'BITCOIN_RPC_PASSWORD',
  'DATABASE_URL',
  'ESPLORA_URL',
  'ETHEREUM_RPC_URL',
  'ETHEREUM_WS_URL',
  'ETHERSCAN_API_KEY',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PRICES_KEY',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TOKEN_SECRET',
  'TOKEN_SECRET_PREVIOUS',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns secrets that are in files, and a line for each file that can't be read, is empty, or isn't the only source. */
export function readSecretFiles(env: Environment): { secrets: Record<string, string>; problems: string[] } {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]?.trim();
    if (path === undefined || path === '') continue;
    if ((env[name]?.trim() ?? '') !== '') problems.push(`${name} and ${name}_FILE cannot both be set`);
    const value = firstLineOf(path);
    if (value === undefined) problems.push(`${name}_FILE cannot be read`);
    else if (value === '') problems.push(`${name}_FILE must not be empty`);
    else secrets[name] = value;
  }
  return { secrets, problems };
}

function firstLineOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n')[0]?.trim();
  } catch {
    return undefined;
  }
}
