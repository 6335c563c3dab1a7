import { z } from 'zod';
import { integer, oneOf, together, url } from '../config-fields.ts';
import type { S3Settings } from './s3.ts';

/** Backup settings of the environment (`docs/operate/configure.md`). */
export const backupEnvironment = {
  BACKUP_TO: z.string().min(1).optional(),
  BACKUP_EVERY_HOURS: integer(1, 8760).default(24),
  BACKUP_KEEP: integer(1, 10_000).default(7),
  BACKUP_COMPLETE_EVERY: integer(1, 1000).default(7),
  BACKUP_CHAIN: oneOf(['true', 'false']).default('true'),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BACKUP_S3_ENDPOINT: url(['http:', 'https:']).optional(),
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_S3_KEY: z.string().min(1).optional(),
  BACKUP_S3_SECRET: z.string().min(1).optional(),
};

type Given = z.output<z.ZodObject<typeof backupEnvironment>>;

export interface BackupSettings {
  /** Folder, or `s3://bucket/prefix`. Undefined: nothing is backed up by schedule. */
  to: string | undefined;
  everyHours: number;
  /** Number of archives; older ones are removed. */
  keep: number;
  /** Every how many-th archive is complete; those between are incremental. */
  completeEvery: number;
  /** Whether scheduled backups contain the chain. */
  chain: boolean;
  /** Undefined: archives aren't encrypted. */
  passphrase: string | undefined;
  s3: S3Settings | undefined;
}

/** Returns contradictions between settings, one line each. */
export function backupProblems(given: Given): string[] {
  const problems = [
    ...together(given, 'BACKUP_S3_ENDPOINT', 'BACKUP_S3_KEY'),
    ...together(given, 'BACKUP_S3_KEY', 'BACKUP_S3_SECRET'),
  ];
  if (given.BACKUP_TO?.startsWith('s3://') === true && given.BACKUP_S3_ENDPOINT === undefined)
    problems.push('BACKUP_TO with a bucket requires BACKUP_S3_ENDPOINT');
  return problems;
}

export function readBackupSettings(given: Given): BackupSettings {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_KEY: key, BACKUP_S3_SECRET: secret } = given;
  return {
    to: given.BACKUP_TO,
    everyHours: given.BACKUP_EVERY_HOURS,
    keep: given.BACKUP_KEEP,
    completeEvery: given.BACKUP_COMPLETE_EVERY,
    chain: given.BACKUP_CHAIN === 'true',
    passphrase: given.BACKUP_PASSPHRASE,
    s3:
      endpoint !== undefined && key !== undefined && secret !== undefined
        ? { endpoint, region: given.BACKUP_S3_REGION, key, secret }
        : undefined,
  };
}
