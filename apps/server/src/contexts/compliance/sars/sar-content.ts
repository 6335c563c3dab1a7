import { createHash } from 'node:crypto';
import {
  type ComplianceTransaction,
  emptySarContent,
  mostAssets,
  type SarContent,
  sarContent,
  type SarTransaction,
} from '@hopscope/contract';
import { canonicalJsonV1, shortDecimal } from '@hopscope/domain';

/** What the bytes that are signed begin with: they are of this kind and no other. */
const purpose = 'hopscope suspicious activity report 1\n';

export const readContent = (text: string): SarContent => sarContent.parse(JSON.parse(text));

/** Returns the stored text and its hash: SHA-256 over purpose, organization, number, and text. */
export function sealContent(
  content: SarContent,
  { organizationId, number }: { organizationId: string; number: number },
): { text: string; hash: Buffer } {
  const text = canonicalJsonV1(content);
  return { text, hash: hashOf(text, { organizationId, number }) };
}

/** Returns the hash of a stored text. */
export function hashOf(
  text: string,
  { organizationId, number }: { organizationId: string; number: number },
): Buffer {
  return createHash('sha256').update(`${purpose}${organizationId}\n${number}\n`).update(text).digest();
}

/** Parts of the content that differ. */
export function partsThatDiffer(before: SarContent, after: SarContent): string[] {
  const names = Object.keys(after) as (keyof SarContent)[];
  return names.filter((name) => canonicalJsonV1(before[name]) !== canonicalJsonV1(after[name]));
}

/** Names of subjects as lists show them. */
export function subjectNames({ subjects }: SarContent): string[] {
  return subjects.map(({ kind, name, firstName }) =>
    kind === 'unknown' ? 'Unknown subject' : `${firstName} ${name}`.trim() || 'Without a name',
  );
}

/** Returns the current facts of a transaction. */
export function transactionFacts(found: ComplianceTransaction): SarTransaction {
  const others = found.assets.slice(1).map(({ symbol, amount, decimals, direction }) => ({
    asset: symbol.slice(0, 50),
    amount: shortDecimal(BigInt(amount), decimals),
    direction,
  }));
  return {
    complianceId: found._id,
    txId: found.txId,
    blockchain: found.blockchain,
    asset: found.asset.symbol.slice(0, 50),
    amount: shortDecimal(BigInt(found.amount), found.asset.decimals),
    ...(others.length > 0 && { others }),
    usd: found.usdAmount ?? '',
    localAmount: '',
    time: found.timestamp,
    direction: found.direction,
    address: found.address,
    counterparties: found.counterparties.map(({ address }) => address).slice(0, 50),
  };
}

/** Describes the other assets of a transaction, such as "received 5000 USDT", and whether there can be more. */
export function othersOfRemote({ others = [] }: SarTransaction): string[] {
  const items = others.map(
    ({ asset, amount, direction }) => `${direction === 'in' ? 'received' : 'sent'} ${amount} ${asset}`,
  );
  return others.length < mostAssets - 1 ? items : [...items, 'possibly more'];
}

/** Whole dollars, half up, of amounts with two decimals; undefined where one of them is unknown. */
export function sumInDollars(transactions: readonly SarTransaction[]): string | undefined {
  let cents = 0n;
  for (const { usd } of transactions) {
    if (usd === '') return undefined;
    const [whole = '', fraction = ''] = usd.split('.');
    cents += BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  }
  return ((cents + 50n) / 100n).toString();
}

/** A new report of these transactions: days, amount where all are known, nothing else. */
export function contentOf(
  transactions: readonly SarTransaction[],
  institution: SarContent['institution'],
): SarContent {
  const empty = emptySarContent();
  const days = transactions.map(({ time }) => time.slice(0, 10)).toSorted();
  return {
    ...empty,
    forms: institution.goaml.rentityId !== '' && institution.transmitterCode === '' ? ['goaml'] : ['fincen'],
    institution,
    transactions: [...transactions],
    activity: {
      ...empty.activity,
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
      amount: transactions.length === 0 ? '' : (sumInDollars(transactions) ?? ''),
    },
  };
}

const quoted = (text: string): string => {
  // Prevents spreadsheets from executing a text as a formula (CWE-1236).
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Transactions as CSV (RFC 4180), the attachment of a report. */
export function transactionsCsv({ transactions }: SarContent): string {
  const head = [
    'transaction ID',
    'blockchain',
    'time (UTC)',
    'direction',
    'asset',
    'amount',
    'value in USD at the time',
    'address',
    'counterparties',
    'other assets',
  ];
  const lines = transactions.map((each) => [
    each.txId,
    each.blockchain,
    each.time,
    each.direction,
    each.asset,
    each.amount,
    each.usd === '' ? 'unknown' : each.usd,
    each.address,
    each.counterparties.join(' '),
    othersOfRemote(each).join(', '),
  ]);
  return [head, ...lines].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}
