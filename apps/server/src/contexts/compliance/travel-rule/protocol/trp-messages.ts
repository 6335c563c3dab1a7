import { badRequest } from '../../../../lib/app-error.ts';

/**
 * Messages of the Travel Rule Protocol (OpenVASP TRP 3.2): an inquiry is answered with a resolution, at once or later at its
 * callback, and an approved transfer ends with a confirmation at the callback of the approval. Amounts are JSON numbers in whole
 * coins, read and written as text.
 */
export const trpVersion = '3.2.1';

/** Extension with which a rejection asks for more information. */
export const moreExtension = 'more-information';

type Json = Readonly<Record<string, unknown>>;

export interface TrpInquiry {
  readonly asset: { readonly slip0044: number | undefined; readonly dti: string | undefined };
  /** Decimal text. */
  readonly amount: string;
  readonly callback: string;
  readonly ivms101: unknown;
}
export type TrpResolution =
  | { readonly approved: { readonly address: string; readonly callback: string } }
  | { readonly rejected: string; readonly more: boolean }
  /** Received; the decision follows. */
  | { readonly version: string };
export type TrpConfirmation = { readonly txid: string } | { readonly canceled: string };

const longestText = 1_000;
const longestUrl = 2_000;

/** Parses JSON whose number `amount` remains text. */
function parse(bytes: Uint8Array): Json {
  let body: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    body = JSON.parse(text, (key: string, value: unknown, { source }: { source?: string } = {}) =>
      key === 'amount' && typeof value === 'number' ? source : value,
    );
  } catch {
    throw badRequest('bad_request', 'The body is not JSON in UTF-8');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('bad_request', 'The body is not a JSON object');
  }
  return body as Json;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function httpsUrl(value: unknown, field: string): string {
  const isUrl = isText(value) && value.length <= longestUrl && URL.canParse(value);
  if (isUrl && new URL(value).protocol === 'https:') return value;
  throw badRequest('bad_request', `${field} must be an HTTPS URL`);
}

/** Reads an inquiry. Throws 400 with the field that is wrong. */
export function readInquiry(bytes: Uint8Array): TrpInquiry {
  const { asset, amount, callback, IVMS101: ivms101 } = parse(bytes);
  const { slip0044, dti } = (typeof asset === 'object' && asset !== null ? asset : {}) as Json;
  const coin = Number.isSafeInteger(slip0044) ? Number(slip0044) : undefined;
  if (coin === undefined && !isText(dti)) {
    throw badRequest('bad_request', 'asset must have a number slip0044 or a text dti');
  }
  if (!isText(amount)) throw badRequest('bad_request', 'amount must be a number');
  return {
    asset: { slip0044: coin, dti: isText(dti) ? dti : undefined },
    amount,
    callback: httpsUrl(callback, 'callback'),
    ivms101,
  };
}

/** Reads a resolution, of a response or a callback. Throws 400 with the field that is wrong. */
export function readResolution(bytes: Uint8Array): TrpResolution {
  const { approved, rejected, version, extensions } = parse(bytes);
  if (typeof approved === 'object' && approved !== null) {
    const { address, callback } = approved as Json;
    if (!isText(address)) throw badRequest('bad_request', 'approved.address must be a text');
    return { approved: { address, callback: httpsUrl(callback, 'approved.callback') } };
  }
  if (isText(rejected)) {
    const more = typeof extensions === 'object' && extensions !== null && moreExtension in extensions;
    return { rejected: rejected.slice(0, longestText), more };
  }
  if (isText(version)) return { version };
  throw badRequest('bad_request', 'Expected approved, rejected, or version');
}

/** Reads a confirmation. Throws 400 with the field that is wrong. */
export function readConfirmation(bytes: Uint8Array): TrpConfirmation {
  const { txid, canceled } = parse(bytes);
  if (isText(txid)) return { txid };
  if (isText(canceled)) return { canceled: canceled.slice(0, longestText) };
  throw badRequest('bad_request', 'Expected txid or canceled');
}

/** Whether a callback is a confirmation, and not a resolution. */
export function isConfirmation(bytes: Uint8Array): boolean {
  const body = parse(bytes);
  return 'txid' in body || 'canceled' in body;
}

/** JSON in which a decimal text is a number (the exact digits). */
const rawNumber = (text: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text);

export function writeInquiry(inquiry: {
  asset: { slip0044: number } | { dti: string };
  amount: string;
  callback: string;
  ivms101: unknown;
}): string {
  const { asset, amount, callback, ivms101 } = inquiry;
  return JSON.stringify({ asset, amount: rawNumber(amount), callback, IVMS101: ivms101 });
}

export function writeResolution(resolution: TrpResolution): string {
  if (!('rejected' in resolution)) return JSON.stringify(resolution);
  const { rejected, more } = resolution;
  return JSON.stringify({ rejected, ...(more && { extensions: { [moreExtension]: {} } }) });
}

/** Exact smallest units of a decimal text such as `0.5` or `2.1e-5`; undefined: it is negative, too fine, or no number. */
export function unitsOf(decimal: string, decimals: number): bigint | undefined {
  const match = /^(\d{1,80})(?:\.(\d{1,80}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(decimal.trim());
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const shift = decimals - fraction.length + Number(exponent);
  const digits = `${whole}${fraction}`;
  if (shift >= 0) return shift > 200 ? undefined : BigInt(digits + '0'.repeat(shift));
  const [front, cut] = [digits.slice(0, shift), digits.slice(shift)];
  return /^0*$/.test(cut) ? BigInt(front || '0') : undefined;
}

/** The decimal text of smallest units, without trailing zeros. */
export function decimalOf(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
