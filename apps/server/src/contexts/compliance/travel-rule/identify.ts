import { isLei, type TravelCounterparty } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../db/schema.ts';
import { OutboundError } from '../../../outbound/outbound.ts';
import type { SendOutbound } from '../../../outbound/send-outbound.ts';
import { findEntityOfHost } from '../../directory/records/entity-of-host.ts';
import { trpVersion } from './protocol/trp-messages.ts';
import type { Transfers } from './transfers.service.ts';

const identity = z.object({
  name: z.string().trim().min(1).max(200).optional(),
  lei: z.string().refine(isLei).optional().catch(undefined),
});
const timeoutMs = 10_000;

/** Shows who answers at a travel address, from the directory and as its server says (TRP, `/identity`). */
export function createIdentify(options: {
  kysely: Kysely<Schema>;
  transfers: Pick<Transfers, 'urlOf'>;
  outbound: Pick<SendOutbound, 'get'>;
  newReference: () => string;
}) {
  const { kysely, transfers, outbound, newReference } = options;

  async function ask(url: URL): Promise<Pick<TravelCounterparty, 'name' | 'lei' | 'problem'>> {
    const nothing = { name: null, lei: null };
    try {
      const { status, body } = await outbound.get({
        url: new URL('/identity', url).href,
        headers: {
          accept: 'application/json',
          'api-version': trpVersion,
          'request-identifier': newReference(),
        },
        connectMs: timeoutMs,
        timeoutMs,
      });
      if (status !== 200)
        return { ...nothing, problem: `The server responded with status ${String(status)}` };
      const read = identity.safeParse(JSON.parse(body));
      if (!read.success) return { ...nothing, problem: 'The server does not say who it is' };
      return { name: read.data.name ?? null, lei: read.data.lei ?? null, problem: null };
    } catch (error) {
      if (error instanceof OutboundError) return { ...nothing, problem: error.message };
      if (error instanceof SyntaxError) return { ...nothing, problem: 'The server does not say who it is' };
      throw error;
    }
  }

  /** Throws 400 if the text is no travel address. */
  return async (travelAddress: string): Promise<TravelCounterparty> => {
    const url = await transfers.urlOf(travelAddress);
    const [entity, answer] = await Promise.all([findEntityOfHost(kysely, url.hostname), ask(url)]);
    return { host: url.host, entity: entity ?? null, ...answer };
  };
}
