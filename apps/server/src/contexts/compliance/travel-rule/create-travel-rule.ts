import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../db/schema.ts';
import type { SqlDatabase } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { PublicUrl } from '../../../lib/public-url.ts';
import { createRateLimits } from '../../../lib/rate-limits.ts';
import type { SecretBox } from '../../../lib/secret-box.ts';
import type { SendOutbound } from '../../../outbound/send-outbound.ts';
import type { Sources } from '../../../sources/sources.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { createDeliverMessages } from './deliver-messages.ts';
import { createIdentify } from './identify.ts';
import { createInstitution } from './institution.service.ts';
import { createReceiveMessages } from './receive-messages.ts';
import { createSealed } from './sealed.ts';
import { createTransfers } from './transfers.service.ts';
import { addEvent, lockTransfer, readExpired, updateTransfer } from './travel-rule.store.ts';
import { createWalletProofs } from './wallets/proofs.service.ts';

/** Transfers whose personal data one transaction erases. */
const erasedAtOnce = 200;

/** Everything about the Travel Rule (docs/guide/travel-rule.md). */
export function createTravelRule(options: {
  kysely: Kysely<Schema>;
  db: SqlDatabase;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  box: SecretBox;
  outbound: SendOutbound;
  publicUrl: PublicUrl;
  priceNow: (symbol: string) => Promise<{ micros: bigint } | null>;
  callContract: Sources['ethereum']['callContract'];
  network: () => Promise<NetworkName>;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, audit, now } = options;
  const sealed = createSealed(options.box);
  const institution = createInstitution(options);
  const transfers = createTransfers({ ...options, sealed, institution });
  const within = { ...options, sealed, institution, transfers };
  return {
    institution,
    transfers,
    proofs: createWalletProofs(options),
    identify: createIdentify({ ...within, newReference: randomUUID }),
    receive: createReceiveMessages({ ...within, limits: createRateLimits(options) }),
    deliver: createDeliverMessages(within),
    reseal: () => sealed.reseal(kysely),

    /** Erases personal data at the end of the retention time of its organization. */
    async eraseOld(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const at = new Date(now());
        const expired = await readExpired(kysely, at, erasedAtOnce);
        for (const [organizationId, rows] of Map.groupBy(expired, (row) => row.organization_id)) {
          await kysely.transaction().execute(async (trx) => {
            for (const { id } of rows) {
              const row = await lockTransfer(trx, { id });
              if (!row?.personal) continue;
              await addEvent(trx, row, { kind: 'erased', at, actor_id: null });
              await updateTransfer(trx, id, {
                personal: null,
                peer: null,
                callback: null,
                callback_hash: null,
                client_id: null,
                message: null,
                next_attempt_at: null,
                erased_at: at,
                version: row.version + 1,
              });
            }
            await audit.record(trx, {
              organizationId,
              action: 'travel_data.erased',
              subject: { type: 'travel_institution', id: null },
              after: { transfers: rows.length },
              reason: 'The retention period has ended',
            });
          });
        }
        if (expired.length < erasedAtOnce) return;
      }
    },
  };
}
