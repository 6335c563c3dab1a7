import { logoMaxBytes, type LogoType, texts } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Logger } from 'pino';
import { notFound } from '../../../lib/app-error.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { DirectoryModule } from '../records/create-directory.ts';
import type { Viewer } from '../records/viewer.ts';
import { imageType } from './image-type.ts';
import type { LogoFiles } from './logo-files.ts';

const fetchTimeoutMs = 10_000;
/** Images are refreshed after a day. */
const freshMs = millisecondsOfDay;
/** Delay before a failed fetch is retried. */
const failedMs = 300_000;
/** Most failed URLs to remember. */
const failuresStored = 1_000;
const fetchedAtOnce = 4;

export interface Logo {
  type: LogoType;
  bytes: Buffer;
}

/** Logos of entities: fetched from the public internet if a record names one, and stored. */
export function createLogos(options: {
  directory: Pick<DirectoryModule, 'entities'>;
  outbound: Outbound;
  files: LogoFiles;
  /** Returns an image that ships with Hopscope instead of one to fetch; undefined: fetched. */
  shipped: (url: string) => Promise<Buffer | undefined>;
  logger: Logger;
  now: () => number;
}) {
  const { directory, outbound, files, shipped, logger, now } = options;
  const failed = new Map<string, number>();
  const underWay = new Map<string, Promise<Buffer | undefined>>();

  async function download(url: string): Promise<Buffer> {
    const answer = await outbound.fetch({
      url,
      maxBytes: logoMaxBytes,
      timeoutMs: fetchTimeoutMs,
      accept: 'image/png, image/jpeg, image/webp, image/gif',
    });
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) parts.push(part);
    const bytes = Buffer.concat(parts);
    if (!imageType(bytes)) throw new Error('it is no image that is passed on');
    return bytes;
  }

  function noteFailure(url: string): void {
    failed.delete(url);
    failed.set(url, now());
    const [oldest] = failed.keys();
    if (failed.size > failuresStored && oldest !== undefined) failed.delete(oldest);
  }

  async function fetchAndKeep(url: string): Promise<Buffer | undefined> {
    try {
      const bytes = await download(url);
      await files.keep(url, bytes);
      return bytes;
    } catch (error) {
      noteFailure(url);
      logger.debug({ err: error }, 'a logo could not be fetched');
      return undefined;
    }
  }

  /** Fetches an image; concurrent requests share one fetch, and requests above the limit get none. */
  async function fetchOnce(url: string): Promise<Buffer | undefined> {
    const running = underWay.get(url);
    if (running) return running;
    const failedAt = failed.get(url);
    if (failedAt !== undefined && now() - failedAt < failedMs) return undefined;
    while (underWay.size >= fetchedAtOnce) await Promise.race(underWay.values());
    const again = underWay.get(url);
    if (again) return again;
    const fetching = fetchAndKeep(url).finally(() => underWay.delete(url));
    underWay.set(url, fetching);
    return fetching;
  }

  async function fetched(url: string): Promise<Buffer | undefined> {
    const stored = await files.read(url);
    const fresh = stored !== undefined && now() - stored.at < freshMs;
    return fresh ? stored.bytes : ((await fetchOnce(url)) ?? stored?.bytes);
  }

  return {
    /** Throws 404 `No logo available` if there is none that this viewer may see. */
    async ofEntity(entityId: string, viewer: Viewer): Promise<Logo> {
      const { entity } = (await directory.entities.profile(entityId, undefined, viewer)).data;
      if (entity.hidden || entity.logo === null) throw notFound(texts.noLogo);
      const bytes = (await shipped(entity.logo)) ?? (await fetched(entity.logo));
      const type = bytes && imageType(bytes);
      if (!bytes || !type) throw notFound(texts.noLogo);
      return { type, bytes };
    },
  };
}
