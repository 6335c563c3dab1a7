import { open, rm, stat, statfs } from 'node:fs/promises';

const megabyte = 2 ** 20;
/** Two files of PostgreSQL's log: enough to recover and to finish what was begun. */
const reserveBytes = 32 * megabyte;
/** Below this much free room changes are refused. */
const lowBytes = 48 * megabyte;
/** Changes are taken again from here on, so that it does not flip with every file. */
const enoughBytes = 64 * megabyte;
const checkEveryMs = 500;

export interface DiskGuard {
  stop(): Promise<void>;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Takes room on the disk (not a file with holes), unless it is there. */
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

/** Frees the reserve if the disk of `folder` is about to be full: PostgreSQL needs some room to recover. */
export async function makeRoomToStart(folder: string, reserve: string): Promise<void> {
  if ((await freeBytes(folder)) < reserveBytes / 2) await rm(reserve, { force: true });
}

/**
 * Watches the disk below `folder`. PostgreSQL stops for everybody when it cannot write its log, so changes are refused
 * (`setReadOnly(true)`) while little room is left: what is there can still be read, and changes are taken again by
 * themselves once there is room. `reserve` is a file that keeps room for that.
 */
export function guardDisk(options: {
  folder: string;
  reserve: string;
  /** Has the server refuse changes, or take them. Throws while it does not answer. */
  setReadOnly(readOnly: boolean): Promise<void>;
  /** Changes are refused from now on, or taken again. */
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
      // At the start it is told only what is not as it should be.
      if (low || readOnly === true) onChange?.(low, free);
      readOnly = low;
    }
    if (free > enoughBytes + reserveBytes) await takeReserve(reserve);
  }

  let checking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A server that does not answer, or a disk that cannot be asked, is looked at again.
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
