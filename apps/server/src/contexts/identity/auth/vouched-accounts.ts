import { personName } from '@hopscope/contract';
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { People } from '../people/people.service.ts';
import type { UserAccount } from './accounts.ts';
import { deleteFactors } from './factors/factors.store.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { Sessions } from './sessions.service.ts';

/** Names as an identity provider writes them. */
export interface VouchedNames {
  name: string | undefined;
  surname: string | undefined;
}

/** Cleans a name for an account; undefined if nothing is left, or the name isn't allowed. */
export function accountName(text: string | undefined): string | undefined {
  const clean = text
    ?.replaceAll(/[\p{Cc}/\\:<>@]/gu, ' ')
    .trim()
    .slice(0, 100);
  return clean === '' || !personName.safeParse(clean).success ? undefined : clean;
}

/** Accounts of people whose email an identity provider vouches for. */
export function createVouchedAccounts(options: {
  people: People;
  oneTime: OneTimeTokens;
  sessions: Sessions;
  now: () => number;
}) {
  const { people, oneTime, sessions, now } = options;
  return {
    /** Creates an account without a password; undefined if a concurrent request did. */
    async create(trx: Kysely<Schema>, email: string, names: VouchedNames): Promise<UserAccount | undefined> {
      return people.accounts.insert(trx, {
        id: randomUUID(),
        name: accountName(names.name) ?? email.slice(0, email.indexOf('@')).slice(0, 100),
        surname: accountName(names.surname) ?? '',
        email,
        email_key: people.emailKeyOf(email),
        password_hash: null,
        password_length: null,
        role: 'user',
        created_at: new Date(now()),
        email_verified_at: new Date(now()),
        removed_at: null,
        theme: null,
      });
    },

    /**
     * Returns an account whose email is vouched for, locked by the caller. If nobody had verified it, its creator may be someone
     * else: removes password and factors and ends sessions.
     */
    async takeOver(trx: Kysely<Schema>, account: UserAccount, names: VouchedNames): Promise<UserAccount> {
      if (account.email_verified_at !== null) return account;
      await deleteFactors(trx, account.id);
      await oneTime.revoke(trx, { userId: account.id });
      await sessions.endWithin(trx, { userId: account.id });
      return people.proveEmail(trx, account.id, {
        password_hash: null,
        password_length: null,
        name: accountName(names.name) ?? account.name,
        surname: accountName(names.surname) ?? account.surname,
      });
    },
  };
}

export type VouchedAccounts = ReturnType<typeof createVouchedAccounts>;
