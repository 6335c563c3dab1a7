import { open, rm, stat, statfs } from 'node:fs/promises';

const megabyte = 2 ** 20;
/** Size of two files of PostgreSQL's log: enough to recover and to complete pending work. */
const reserveBytes = 32 * megabyte;
/** Free bytes below which changes are rejected. */
const lowBytes = 48 * megabyte;
/** Free bytes from which changes are accepted again; higher, so that the state doesn't flip with every file. */
const enoughBytes = 64 * megabyte;
const checkEveryMs = 500;

export interface DiskGuard {
  stop(): Promise<void>;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Allocates disk space (not a sparse file), unless it is allocated already. */
async function takeReserve(file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there?.size === reserveBytes) return;
  const handle = await open(file, 'w', 0o600);
  try {
    const part = Buffer.alloc(megabyte);
    for (let at = 0; at < reserveBytes; at += megabyte) await handle.write(part, 0, megabyte, at);
  } finally {
    await handle.close();
  }
}

/** Frees the reserve if the disk of `folder` is almost full: PostgreSQL needs some space to recover. */
export async function makeRoomToStart(folder: string, reserve: string): Promise<void> {
  if ((await freeBytes(folder)) < reserveBytes / 2) await rm(reserve, { force: true });
}

/**
 * Monitors the disk of `folder`. PostgreSQL stops completely if it can't write its log, so changes are rejected
 * (`setReadOnly(true)`) while little space is left: existing data can still be read, and changes are accepted again
 * automatically once there is space. `reserve` is a file that reserves space for that.
 */
export function guardDisk(options: {
  folder: string;
  reserve: string;
  /** Makes the server reject or accept changes. Throws while it doesn't respond. */
  setReadOnly(readOnly: boolean): Promise<void>;
  /** Changes are rejected from now on, or accepted again. */
  onChange?(readOnly: boolean, freeBytes: number): void;
}): DiskGuard {
  const { folder, reserve, setReadOnly, onChange } = options;
  let readOnly: boolean | undefined;
  let stopped = false;

  async function check(): Promise<void> {
    const free = await freeBytes(folder);
    const low = free < (readOnly === true ? enoughBytes : lowBytes);
    if (low && free < reserveBytes / 2) await rm(reserve, { force: true });
    if (low !== readOnly) {
      await setReadOnly(low);
      // At the start, only a problem is reported.
      if (low || readOnly === true) onChange?.(low, free);
      readOnly = low;
    }
    if (free > enoughBytes + reserveBytes) await takeReserve(reserve);
  }

  let checking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A server that doesn't respond, or an unreadable disk, is checked again later.
    checking = checking.then(() => (stopped ? undefined : check())).catch(() => {});
  }, checkEveryMs).unref();
  checking = check().catch(() => {});

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await checking;
    },
  };
}
