import { type CallInput, type CallOutput, type Endpoint, endpoints } from '@hopscope/contract';
import { expect } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import type { ImportItem } from '../../../src/contexts/directory/import/import-item.ts';
import type { SyncReport } from '../../../src/contexts/directory/releases/sync.service.ts';
import type { Sources } from '../../../src/sources/sources.ts';
import { urlOf } from './api-client.ts';
import { itemsOf, sourceOf } from '../servers/directory-source.ts';
import { createTeamsApi, type Someone, type TeamsApi } from './teams-api.ts';

/** The application with a directory. */
export interface DirectoryApi extends TeamsApi {
  /** Imports a source into the directory. */
  sync(id: string, items: Iterable<ImportItem>, rank?: number): Promise<SyncReport>;
  /** Creates a person with the right to edit. */
  editor(email: string): Promise<Someone>;
  /** Makes a call as `as` does, for an organization. */
  within<E extends Endpoint>(
    organizationId: string,
    who: Someone,
    declaration: E,
    input: CallInput<E>,
  ): Promise<CallOutput<E>>;
  /** Reads an entity as `who`. */
  entity(who: Someone, id: string, asOf?: string): Promise<CallOutput<typeof endpoints.getEntity>['data']>;
}

/** Starts the application over `db` for the running test. */
export async function createDirectoryApi(
  db: SqlDatabase,
  options: { env?: Record<string, string>; start?: number; sources?: Sources } = {},
): Promise<DirectoryApi> {
  const base = await createTeamsApi(db, options);
  const own = {
    sync(id: string, items: Iterable<ImportItem>, rank = 10) {
      base.clock += 1_000;
      return base.context.directory.sync({ source: sourceOf(id, rank), items: itemsOf(items) });
    },
    async editor(email: string) {
      const someone = await base.someone(email);
      await base.as(await base.operator(), endpoints.addDirectoryEditor, { body: { email } });
      return someone;
    },
    async within<E extends Endpoint>(
      organizationId: string,
      who: Someone,
      declaration: E,
      input: CallInput<E>,
    ): Promise<CallOutput<E>> {
      const { body, ...place } = input as { body?: object };
      const answer = await base.ask(urlOf(declaration, place), {
        method: declaration.method,
        token: who.accessToken,
        headers: { 'x-organization-id': organizationId },
        ...(body === undefined ? {} : { payload: body }),
      });
      expect({ status: answer.statusCode, body: answer.body.slice(0, 500) }).toMatchObject({
        status: declaration.status ?? 200,
      });
      return declaration.response.parse(answer.json()) as CallOutput<E>;
    },
    async entity(who: Someone, id: string, asOf?: string) {
      const query = asOf === undefined ? {} : { query: { asOf } };
      return (await base.as(who, endpoints.getEntity, { params: { id }, ...query })).data;
    },
  };
  return Object.create(base, Object.getOwnPropertyDescriptors(own));
}
