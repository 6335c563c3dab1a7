import type { z } from 'zod';
import type { Outbound } from '../../../outbound/outbound.ts';
import { PriceError } from './provider.ts';

const maxBytes = 2_000_000;
const timeoutMs = 15_000;

/** Where and how a provider is queried. */
export interface Asking {
  readonly outbound: Outbound;
  /** Base URL without a trailing slash. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests JSON of the expected shape. Throws PriceError for any other response, and OutboundError without one. */
export async function askJson<S extends z.ZodType>(
  { outbound, base, headers }: Asking,
  path: string,
  shape: S,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const answer = await outbound.fetch({
    url: `${base}${path}`,
    maxBytes,
    timeoutMs,
    accept: 'application/json',
    headers,
    signal,
  });
  const parts: Uint8Array[] = [];
  for await (const part of answer.body) parts.push(part);
  const { host } = new URL(base);
  let reported: unknown;
  try {
    reported = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)));
  } catch (error) {
    throw new PriceError(`${host} did not send valid JSON`, { cause: error });
  }
  const read = shape.safeParse(reported);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new PriceError(
      `${host} sent an unexpected answer: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    );
  }
  return read.data;
}
