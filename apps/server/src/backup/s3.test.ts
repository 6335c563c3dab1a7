import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsClient } from 'aws4fetch';
import { openPlace, openSource } from './places.ts';

/** A store with the calls of Amazon S3 that backups use; it refuses requests without a valid signature. */
const objects = new Map<string, Buffer>();
const uploads = new Map<string, Map<number, Buffer>>();
const state = { failures: 0 };
const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret of the tests' };

async function isSigned(request: IncomingMessage, url: URL): Promise<boolean> {
  const given = request.headers.authorization ?? '';
  const signed = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(
    signed.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]),
  );
  const again = await new AwsClient({ ...keys, service: 's3', region: 'eu-test-1' }).sign(url.href, {
    method: request.method ?? '',
    headers,
    aws: { datetime: String(request.headers['x-amz-date']) },
  });
  return again.headers.get('authorization') === given;
}

const server = createServer((request, answer) => {
  void (async () => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const key = decodeURIComponent(url.pathname);
    const reply = (status: number, text: string | Buffer, headers = {}): void =>
      void answer.writeHead(status, headers).end(text);
    if (!(await isSigned(request, url)))
      return reply(403, '<Error><Code>SignatureDoesNotMatch</Code><Host>10.0.0.1</Host></Error>');
    if (state.failures > 0) {
      state.failures--;
      return reply(503, '<Error><Code>SlowDown</Code></Error>');
    }
    const upload = url.searchParams.get('uploadId');
    if (url.searchParams.has('uploads')) {
      const id = `id/${uploads.size}`;
      uploads.set(id, new Map());
      return reply(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (upload !== null && request.method === 'PUT') {
      const sum = createHash('sha256').update(body).digest('hex');
      if (request.headers['x-amz-content-sha256'] !== sum)
        return reply(400, '<Code>XAmzContentSHA256Mismatch</Code>');
      uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), body);
      return reply(200, '', { etag: `"${sum.slice(0, 8)}"` });
    }
    if (upload !== null && request.method === 'POST') {
      const parts = [...(uploads.get(upload) ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part);
      objects.set(key, Buffer.concat(parts));
      uploads.delete(upload);
      return reply(200, '<CompleteMultipartUploadResult/>');
    }
    if (upload !== null) {
      uploads.delete(upload);
      return reply(204, '');
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return reply(204, '');
    }
    if (url.searchParams.has('list-type')) {
      const prefix = `${key}/${url.searchParams.get('prefix')}`;
      const all = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted();
      const from = Number(url.searchParams.get('continuation-token') ?? 0);
      const rest = all.slice(from, from + 2);
      const more = from + 2 < all.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
      return reply(
        200,
        rest.map((name) => `<Contents><Key>${name.slice(key.length + 1)}</Key></Contents>`).join('') + more,
      );
    }
    const found = objects.get(key);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (found && from > 0) return reply(206, found.subarray(from));
    if (found && request.method === 'HEAD') return reply(200, '', { 'content-length': found.length });
    return found ? reply(200, found) : reply(404, '<Error><Code>NoSuchKey</Code></Error>');
  })();
});
let settings = { endpoint: '', region: 'eu-test-1', key: keys.accessKeyId, secret: keys.secretAccessKey };

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  settings = { ...settings, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
afterAll(() => server.close());

async function readSource(place: string, from?: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of openSource(place, settings).open(from)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('A bucket', () => {
  it('stores an archive in parts, lists, returns, and removes it', async () => {
    const place = openPlace('s3://backups/site a', settings);
    const data = randomBytes(40_000_000);
    state.failures = 2;
    const sink = await place.create('one');
    for (let at = 0; at < data.length; at += 3_000_000) await sink.write(data.subarray(at, at + 3_000_000));
    expect(objects.size).toBe(0);
    expect([...uploads.values()][0]?.size).toBe(2);
    await sink.finish();
    for (const name of ['two', 'three', 'four', 'five']) {
      const small = await place.create(name);
      await small.write(Buffer.from(name));
      await small.finish();
    }
    expect(await place.list()).toEqual(['five', 'four', 'one', 'three', 'two']);
    expect((await readSource('s3://backups/site a/one')).equals(data)).toBe(true);
    const whole = openSource('s3://backups/site a/one', settings);
    expect(await whole.size()).toBe(data.length);
    const end = await readSource('s3://backups/site a/one', data.length - 9);
    expect(end.equals(data.subarray(-9))).toBe(true);
    const piecesOfTwo: Uint8Array[] = [];
    for await (const piece of whole.sibling('two').open()) piecesOfTwo.push(piece);
    expect(Buffer.concat(piecesOfTwo).toString()).toBe('two');
    await place.remove('one');
    await expect(readSource('s3://backups/site a/one')).rejects.toThrow(
      'The store answered 404 (NoSuchKey) to read',
    );
  });

  it('has nothing of an archive that was given up', async () => {
    const place = openPlace('s3://other', settings);
    const sink = await place.create('one');
    await sink.write(Buffer.alloc(20_000_000));
    await sink.abort();
    expect(uploads.size).toBe(0);
    expect(await place.list()).toEqual([]);
  });

  it('is refused with a wrong key, without naming it', async () => {
    const wrong = { ...settings, secret: 'another secret' };
    await expect(openPlace('s3://backups', wrong).list()).rejects.toThrow(
      'The store answered 403 (SignatureDoesNotMatch) to list',
    );
  });
});
