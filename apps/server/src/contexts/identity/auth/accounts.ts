import type { Selectable } from 'kysely';
import type { AppUserTable } from '../../../db/schema.ts';

/** A person's row as sign-in decides by it; it never reaches the wire. */
export type UserAccount = Selectable<AppUserTable>;
