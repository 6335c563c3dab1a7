import { createHash, randomBytes } from 'node:crypto';
import type { TravelPayload } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { type SecretBox, unlessBroken } from '../../../lib/secret-box.ts';
import { readSealed, type TransferRow, updateTransfer } from './travel-rule.store.ts';

/** What a transfer says of people: its payload, and reasons by the number of their event. */
export interface PersonalData {
  readonly payload: TravelPayload;
  readonly reasons: Readonly<Record<number, string>>;
}
type Part = 'personal' | 'peer' | 'callback';
const purpose = (id: string, part: Part): string => `travel transfer ${id} ${part}`;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
/** The end of a URL that nobody can guess. */
export const newToken = (): string => randomBytes(24).toString('base64url');

/**
 * Encrypts and decrypts the columns of transfers that hold personal data or secrets. Null: erased, or encrypted with a secret
 * that this server no longer has.
 */
export function createSealed(box: SecretBox) {
  const open = (id: string, part: Part, sealed: Uint8Array | null): string | null =>
    (sealed && unlessBroken(() => box.open(purpose(id, part), sealed))) ?? null;
  return {
    seal: (id: string, part: Part, plain: string): Buffer => box.seal(purpose(id, part), plain),
    sealPersonal: (id: string, data: PersonalData): Buffer =>
      box.seal(purpose(id, 'personal'), JSON.stringify(data)),
    personal({ id, personal }: Pick<TransferRow, 'id' | 'personal'>): PersonalData | null {
      const text = open(id, 'personal', personal);
      return text === null ? null : (JSON.parse(text) as PersonalData);
    },
    peer: ({ id, peer }: Pick<TransferRow, 'id' | 'peer'>): string | null => open(id, 'peer', peer),
    callback: ({ id, callback }: Pick<TransferRow, 'id' | 'callback'>): string | null =>
      open(id, 'callback', callback),
    /** Encrypts what was encrypted with the secret used before again. */
    async reseal(db: Kysely<Schema>): Promise<void> {
      const atOnce = 200;
      let after = '00000000-0000-0000-0000-000000000000';
      for (;;) {
        const rows = await readSealed(db, after, atOnce);
        for (const { id, ...parts } of rows) {
          const change = Object.fromEntries(
            Object.entries(parts).flatMap(([part, sealed]) => {
              const again = sealed && box.reseal(purpose(id, part as Part), sealed);
              return again ? [[part, again]] : [];
            }),
          );
          if (Object.keys(change).length > 0) await updateTransfer(db, id, change);
        }
        const last = rows.at(-1);
        if (!last || rows.length < atOnce) return;
        after = last.id;
      }
    },
  };
}

export type Sealed = ReturnType<typeof createSealed>;
