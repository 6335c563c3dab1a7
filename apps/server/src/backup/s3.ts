import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { type Place, PlaceError, type Sink, type Source } from './place.ts';

/** Access to a store with the interface of Amazon S3. */
export interface S3Settings {
  /** URL of the store, without bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

const firstPartBytes = 16 * 1024 * 1024;
/** An upload has at most 10,000 parts, so later ones are larger: together more than 800 GB. */
const partsOfOneSize = 1000;
const attempts = 5;

const textOf = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};
const plain = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (e) => entities[e] ?? e);

/** Opens a bucket, addressed by path. All calls throw PlaceError, which contains the store's code and no secrets. */
export function openBucket(
  settings: S3Settings,
  { bucket, prefix }: { bucket: string; prefix: string },
): Place {
  const client = new AwsClient({
    accessKeyId: settings.key,
    secretAccessKey: settings.secret,
    region: settings.region,
    service: 's3',
    retries: 0,
  });
  const base = `${settings.endpoint.replace(/\/$/, '')}/${bucket}`;
  const urlOf = (name: string): string =>
    `${base}/${(prefix + name).split('/').map(encodeURIComponent).join('/')}`;

  /** Sends a request, again after a failure of the connection or of the store. */
  async function send(what: string, url: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await client.fetch(url, init).catch((error: unknown) => {
        if (attempt >= attempts)
          throw new PlaceError(`The store did not respond (${what})`, { cause: error });
        return undefined;
      });
      if (answer?.ok === true) return answer;
      if (answer && (attempt >= attempts || answer.status < 500)) {
        const code = textOf(await answer.text(), 'Code') ?? 'no code';
        throw new PlaceError(`The store answered ${answer.status} (${code}) to ${what}`);
      }
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt));
    }
  }

  async function create(name: string): Promise<Sink> {
    const url = urlOf(name);
    const begun = await send('begin an upload', `${url}?uploads`, { method: 'POST' });
    const id = encodeURIComponent(plain(textOf(await begun.text(), 'UploadId') ?? ''));
    const tags: string[] = [];
    let pending: Buffer[] = [];
    let waiting = 0;

    async function sendPart(): Promise<void> {
      const body = Buffer.concat(pending);
      pending = [];
      waiting = 0;
      const number = tags.length + 1;
      const answer = await send('store a part', `${url}?partNumber=${number}&uploadId=${id}`, {
        method: 'PUT',
        body,
        headers: {
          'content-md5': createHash('md5').update(body).digest('base64'),
          'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
        },
      });
      await answer.body?.cancel();
      tags.push(answer.headers.get('etag') ?? '');
    }

    return {
      async write(bytes) {
        pending.push(bytes);
        waiting += bytes.length;
        if (waiting >= firstPartBytes * (1 + Math.floor(tags.length / partsOfOneSize))) await sendPart();
      },
      async finish() {
        if (waiting > 0) await sendPart();
        const parts = tags.map(
          (tag, i) =>
            `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
        );
        const answer = await send('end an upload', `${url}?uploadId=${id}`, {
          method: 'POST',
          body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
        });
        // This answer can be 200 and contain an error (Amazon S3, "CompleteMultipartUpload").
        const code = textOf(await answer.text(), 'Code');
        if (code !== undefined) throw new PlaceError(`The store could not end an upload (${code})`);
      },
      async abort() {
        const answer = await send('abort an upload', `${url}?uploadId=${id}`, { method: 'DELETE' });
        await answer.body?.cancel();
      },
    };
  }

  async function list(): Promise<string[]> {
    const names: string[] = [];
    let token: string | undefined;
    do {
      const more = token === undefined ? '' : `&continuation-token=${encodeURIComponent(token)}`;
      const answer = await send('list', `${base}?list-type=2&prefix=${encodeURIComponent(prefix)}${more}`);
      const xml = await answer.text();
      for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g))
        names.push(plain(key).slice(prefix.length));
      token = textOf(xml, 'NextContinuationToken');
      if (token !== undefined) token = plain(token);
    } while (token !== undefined);
    return names;
  }

  function source(name: string): Source {
    const url = urlOf(name);
    return {
      name: `s3://${bucket}/${prefix}${name}`,
      async size() {
        const answer = await send('read', url, { method: 'HEAD' });
        return Number(answer.headers.get('content-length'));
      },
      async *open(from = 0) {
        const answer = await send('read', url, from > 0 ? { headers: { range: `bytes=${from}-` } } : {});
        if (answer.body) yield* answer.body;
      },
      sibling: source,
    };
  }

  return {
    create,
    list,
    source,
    async remove(name) {
      const answer = await send('remove', urlOf(name), { method: 'DELETE' });
      await answer.body?.cancel();
    },
  };
}
