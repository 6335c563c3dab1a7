import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { afterEach } from 'vitest';

cryptoProvider.set(webcrypto as unknown as Crypto);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const validity = {
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + 86_400_000),
};

const newKeys = () =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;

async function pemOf(keys: CryptoKeyPair): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
}

/** An authority of a few institutions, as they agree on one for the Travel Rule Protocol. */
export async function createAuthority() {
  const keys = await newKeys();
  const own: X509Certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: '01',
    name: 'CN=Test authority',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  });
  let serial = 1;
  return {
    ca: own.toString('pem'),
    /** A certificate for servers and clients on this machine. */
    async issue(name: string): Promise<{ cert: string; key: string }> {
      const subject = await newKeys();
      serial += 1;
      const certificate = await X509CertificateGenerator.create({
        ...validity,
        serialNumber: serial.toString(16).padStart(2, '0'),
        subject: `CN=${name}`,
        issuer: own.subject,
        publicKey: subject.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
      });
      return { cert: certificate.toString('pem'), key: await pemOf(subject) };
    },
  };
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** How a front treats the next request. */
export type FrontFault = 'unavailable' | 'lost answer';

/**
 * A proxy in front of a server, as an operator has one: HTTPS, and only clients with a certificate of the authority. Tests
 * set `target` to the port of the server, and let requests fail.
 */
export async function startTlsFront(ca: string, { cert, key }: { cert: string; key: string }) {
  const state = { target: 0, faults: [] as FrontFault[], refusedClients: 0 };
  const server: Server = createServer(
    { ca: [ca], cert, key, requestCert: true, rejectUnauthorized: true },
    (incoming, outgoing) => {
      const fault = state.faults.shift();
      if (fault === 'unavailable') return void outgoing.writeHead(503).end();
      const forwarded = request(
        {
          host: '127.0.0.1',
          port: state.target,
          path: incoming.url,
          method: incoming.method,
          headers: incoming.headers,
        },
        (answer) => {
          if (fault === 'lost answer') {
            answer.resume();
            answer.on('end', () => incoming.socket.destroy());
            return;
          }
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        },
      );
      forwarded.on('error', () => outgoing.writeHead(502).end());
      incoming.pipe(forwarded);
    },
  );
  server.on('tlsClientError', () => (state.refusedClients += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-tls-'));
  const files = { ca: join(folder, 'ca.pem'), cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.ca, ca);
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  open.push(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { state, files, url: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}
