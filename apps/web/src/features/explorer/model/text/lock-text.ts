import type { Formats } from '@hopscope/domain';

/** Below it a locktime is a block height, from it on a time (Bitcoin consensus, LOCKTIME_THRESHOLD). */
const timeThreshold = 500_000_000;

/** Formats a locktime as a block or a time. */
export function locktimeText(locktime: number, { count, exactTime }: Formats): string {
  if (locktime === 0) return '0 (none)';
  return locktime < timeThreshold ? `block ${count(locktime)}` : exactTime(locktime);
}

/** Formats a header or transaction version: small ones unchanged, others (BIP9 signaling) in hex. */
export function versionText(version: number): string {
  return version >= 0 && version < 1000
    ? String(version)
    : `0x${(version >>> 0).toString(16).padStart(8, '0')}`;
}
