import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { keccak256, toHex } from '@hopscope/chain';
import { z } from 'zod';

const require = createRequire(import.meta.url);
const artifact = z.object({ bytecode: z.string() });

/** Returns the creation code of a published contract, without constructor arguments. */
export function bytecodeOf(name: string): string {
  const path = require.resolve(`@openzeppelin/contracts/build/contracts/${name}.json`);
  return artifact.parse(JSON.parse(readFileSync(path, 'utf8'))).bytecode;
}

type AbiPart = bigint | string | readonly (bigint | string)[];

function word(value: bigint | string): string {
  const number = typeof value === 'bigint' ? value : BigInt(value);
  return number.toString(16).padStart(64, '0');
}

/** Encodes arguments by the ABI: numbers, addresses, lists of them, and texts as `text:…`. */
export function encodeArguments(parts: readonly AbiPart[]): string {
  let heads = '';
  let tails = '';
  for (const part of parts) {
    const dynamic = Array.isArray(part) || (typeof part === 'string' && part.startsWith('text:'));
    if (!dynamic) {
      heads += word(part as bigint | string);
      continue;
    }
    heads += word(BigInt(32 * parts.length + tails.length / 2));
    if (typeof part === 'string') {
      const bytes = Buffer.from(part.slice('text:'.length));
      const padded = bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0');
      tails += word(BigInt(bytes.length)) + padded;
    } else {
      const list = part as readonly (bigint | string)[];
      tails += word(BigInt(list.length)) + list.map(word).join('');
    }
  }
  return heads + tails;
}

/** Returns the input data of a call: selector of `signature` and arguments. */
export function callData(signature: string, ...parts: readonly AbiPart[]): string {
  const selector = toHex(keccak256(new TextEncoder().encode(signature))).slice(0, 8);
  return `0x${selector}${encodeArguments(parts)}`;
}

/** Small creation codes in EVM opcodes; the name says where the value goes. */
export const creations = {
  /** Creates a contract within the contract and sends it all ether. */
  nested: '0x6000600034f000',
  /** Self-destructs in favor of its creator. */
  destroyedForMaker: '0x33ff',
  /** Self-destructs in favor of itself: the ether is lost. */
  destroyedForItself: '0x30ff',
  /** Reverts. */
  reverted: '0x60006000fd',
  /** Creates a token that answers 255 to every four-byte call, and emits a Transfer for any other input. */
  odd: `0x604180600b6000396000f33660041460365760016000523360007f${toHex(
    keccak256(new TextEncoder().encode('Transfer(address,address,uint256)')),
  )}60206000a3005b60ff60005260206000f3`,
} as const;
