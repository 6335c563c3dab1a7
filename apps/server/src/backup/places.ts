import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Place, PlaceError, type Sink, type Source } from './place.ts';
import { openBucket, type S3Settings } from './s3.ts';

const unfinished = '.unfinished';

async function createFile(folder: string, name: string): Promise<Sink> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const file = await open(path + unfinished, 'wx', 0o600);
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
    },
    async finish() {
      await file.sync();
      await file.close();
      await rename(path + unfinished, path);
      const parent = await open(folder);
      try {
        await parent.sync();
      } finally {
        await parent.close();
      }
    },
    async abort() {
      await file.close().catch(() => {});
      await rm(path + unfinished, { force: true });
    },
  };
}

function fileSource(path: string): Source {
  async function size(): Promise<number> {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() !== true) throw new PlaceError(`${path} is not a file`);
    return found.size;
  }
  return {
    name: path,
    size,
    async *open(start = 0) {
      await size();
      yield* createReadStream(path, { start, highWaterMark: 1 << 20 });
    },
    sibling: (name) => fileSource(join(dirname(path), name)),
  };
}

function openFolder(folder: string): Place {
  return {
    create: (name) => createFile(folder, name),
    list: () => readdir(folder).catch(() => []),
    source: (name) => fileSource(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** Bucket and prefix of `s3://bucket/prefix`; undefined for a path. */
function readS3(place: string): { bucket: string; prefix: string } | undefined {
  if (!place.startsWith('s3://')) return undefined;
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(place) ?? [];
  if (bucket === undefined) throw new PlaceError(`${place} is not of the form s3://bucket/prefix`);
  return { bucket, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` };
}

function needed(s3: S3Settings | undefined): S3Settings {
  if (s3) return s3;
  throw new PlaceError('Set BACKUP_S3_ENDPOINT, BACKUP_S3_KEY, and BACKUP_S3_SECRET to use a bucket.');
}

/** Opens a folder, or a bucket as `s3://bucket/prefix`. Throws PlaceError. */
export function openPlace(place: string, s3: S3Settings | undefined): Place {
  const bucket = readS3(place);
  return bucket ? openBucket(needed(s3), bucket) : openFolder(resolve(place));
}

/** Opens an archive by its path or its `s3://` URL. Reading it throws PlaceError if there is none. */
export function openSource(place: string, s3: S3Settings | undefined): Source {
  const bucket = readS3(place);
  if (!bucket) return fileSource(resolve(place));
  const key = bucket.prefix.replace(/\/$/, '');
  const prefix = key.includes('/') ? `${dirname(key)}/` : '';
  return openBucket(needed(s3), { bucket: bucket.bucket, prefix }).source(basename(key));
}
