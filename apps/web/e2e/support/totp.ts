import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32.replaceAll('=', ''))
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const periodMs = 30_000;

/** Waits until a period has most of its time left: the code of the period before is accepted until it ends. */
export async function earlyInPeriod(): Promise<void> {
  const passed = Date.now() % periodMs;
  if (passed > periodMs / 3) await setTimeout(periodMs - passed);
}

/** Returns the code of an authenticator app (RFC 6238 with 30 seconds, SHA-1, and six digits), `steps` periods from now. */
export function totpCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / periodMs) + steps));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
