import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Conversion,
  conversionsOf,
  type ConvertedSide,
  fromHex,
  type InternalTransfer,
  movementsOfTransaction,
  toHex,
} from '@hopscope/chain';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Ratio } from '../ratio.ts';

/** Recorded transactions whose conversions are those that were read by hand. */
export interface RecordedConversions {
  readonly exchange: Ratio;
  readonly other: Ratio;
}

/** What a transaction converted, as read in its transfers; `file` has its recorded answers. */
const verdicts = z.array(
  z.object({
    file: z.string(),
    hash: z.string(),
    kind: z.enum(['exchange', 'other']),
    /** As `describe` writes them. */
    conversions: z.array(z.string()),
  }),
);

const hexText = z.string().regex(/^0x[0-9a-f]*$/i);
const transactionShape = z.object({
  from: hexText,
  to: hexText.nullable(),
  value: hexText,
  input: hexText,
  nonce: hexText,
});
const receiptShape = z.object({
  status: hexText.optional(),
  logs: z.array(z.object({ address: hexText, topics: z.array(hexText), data: hexText })),
});
const internalShape = z.object({
  from: hexText,
  to: z.string(),
  contractAddress: z.string().optional(),
  value: z.string(),
  isError: z.string(),
});
type Recorded = {
  transaction: z.infer<typeof transactionShape>;
  receipt: z.infer<typeof receiptShape>;
  internal: z.infer<typeof internalShape>[];
};

const bytesOf = (text: string): Uint8Array => {
  const digits = text.slice(2).toLowerCase();
  return fromHex(digits.length % 2 === 0 ? digits : `0${digits}`);
};

const interactionShape = z.array(
  z.object({
    request: z.object({ uri: z.string() }),
    response: z.object({ body: z.object({ string: z.string() }) }),
  }),
);
const resultShape = z.object({ result: z.unknown() });

/** Reads the recorded answers about a transaction: of the node's methods, and its internal transfers (Etherscan's API). */
function readRecorded(folder: string, { file, hash }: { file: string; hash: string }): Recorded {
  const found = new Map<string, unknown>();
  // Only a few of the interactions of a file are about the transaction, and each is long.
  for (const part of readFileSync(join(folder, file), 'utf8').split(/^(?=- request:)/m)) {
    if (!part.startsWith('- request:')) continue;
    const uri = /^ {4}uri: (\S+)/m.exec(part)?.[1]?.toLowerCase() ?? '';
    if (!uri.includes(`hash=${hash}`)) continue;
    const action = /action=(\w+)/.exec(uri)?.[1] ?? '';
    const text = interactionShape.parse(parse(part.replace(/^version: \d+\s*$/m, '')))[0]?.response.body
      .string;
    found.set(action, resultShape.parse(JSON.parse(text ?? '')).result);
  }
  return {
    transaction: transactionShape.parse(found.get('eth_gettransactionbyhash')),
    receipt: receiptShape.parse(found.get('eth_gettransactionreceipt')),
    internal: z.array(internalShape).parse(found.get('txlistinternal')),
  };
}

/** Fees are no conversion. */
const noFee = { gasUsed: 0n, gasPrice: 0n, blobGasUsed: null, blobGasPrice: null };

function conversionsIn({ transaction, receipt, internal }: Recorded): Conversion[] {
  const logs = receipt.logs.map(({ address, topics, data }, index) => ({
    address: bytesOf(address),
    topics: topics.map(bytesOf),
    data: bytesOf(data),
    index,
  }));
  const moved = internal.flatMap(({ from, to, contractAddress = '', value, isError }): InternalTransfer[] =>
    isError !== '0' || value === '0'
      ? []
      : [
          {
            kind: 'call',
            transactionIndex: 0,
            path: [0],
            from: bytesOf(from),
            to: bytesOf(to === '' ? contractAddress : to),
            value: BigInt(value),
          },
        ],
  );
  const [from, input] = [bytesOf(transaction.from), bytesOf(transaction.input)];
  const to = transaction.to === null ? null : bytesOf(transaction.to);
  const movements = movementsOfTransaction({
    tx: { from, to, input, nonce: BigInt(transaction.nonce), value: BigInt(transaction.value) },
    receipt: { logs, contractAddress: null, ...noFee },
    header: { baseFee: null },
    failed: receipt.status === '0x0',
    internal: moved,
    isFake: () => false,
  });
  return conversionsOf({ signer: from, called: to && input.length > 0 ? to : null, movements, logs });
}

function sidesText(sides: readonly ConvertedSide[]): string {
  return sides
    .map(({ account, parts }) => {
      const amounts = parts.map(({ token, tokenId, amount }) => {
        const asset = token ? `0x${toHex(token)}` : 'ether';
        return `${amount} ${asset}${tokenId === null ? '' : `#${tokenId}`}`;
      });
      return `0x${toHex(account)} ${amounts.join(' + ')}`;
    })
    .join(', ');
}

const describe = ({ gave, received, basis }: Conversion): string =>
  `${sidesText(gave)} -> ${sidesText(received)} (${basis})`;

/**
 * Compares conversions of recorded transactions with those that were read by hand (`recorded-verdicts.json`). `folder`: a clone of
 * github.com/rotki/test-caching, whose tests have recorded real answers about transactions of mainnet. Throws if one is missing.
 */
export function evaluateRecordedConversions(folder: string): RecordedConversions {
  const file = new URL('recorded-verdicts.json', import.meta.url);
  const counts = { exchange: { right: 0, of: 0 }, other: { right: 0, of: 0 } };
  for (const verdict of verdicts.parse(JSON.parse(readFileSync(file, 'utf8')))) {
    const found = conversionsIn(readRecorded(folder, verdict)).map(describe);
    const count = counts[verdict.kind];
    count.of++;
    if (found.toSorted().join('\n') === verdict.conversions.toSorted().join('\n')) count.right++;
    else process.stderr.write(`Read otherwise by hand: ${verdict.hash}\n`);
  }
  return counts;
}
