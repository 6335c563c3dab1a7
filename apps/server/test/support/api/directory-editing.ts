import { type CallInput, endpoints } from '@hopscope/contract';
import { addressOf, attribution, subject } from '../servers/directory-source.ts';
import type { DirectoryApi } from './directory-api.ts';
import type { Someone } from './teams-api.ts';

type Edit = CallInput<typeof endpoints.editEntity>['body'];

/** The entity of most changes. */
export const northwind = 'northwind-exchange';
const params = { id: northwind };

/** Settings under which an editor's change takes effect at once. */
export const alone = { env: { DIRECTORY_FOUR_EYES: 'false' } };

/** Creates a list of three entities, two editors, a person who isn't an editor, and their actions. */
export async function startEditing(api: DirectoryApi) {
  await api.sync('list', [
    subject('nw', {
      proper_name: 'Northwind Exchange',
      entity_type: 'exchange',
      ceo: 'Ada',
      entity_tag: ['cex', 'kyc', 'spot'],
      associate_country: ['DE', 'AT'],
      social_media_profile: 'https://social.example/nw',
    }),
    subject('gp', { proper_name: 'Granite Pool', entity_type: 'mining_pool', ceo: 'Eve' }),
    subject('child', { proper_name: 'Northwind Card', entity_type: 'payment', parent_id: northwind }),
    attribution('nw', addressOf(1), { bo: 'Ada' }),
    attribution('gp', addressOf(2)),
  ]);
  const ada = await api.editor('ada@example.org');
  const grace = await api.editor('grace@example.org');
  const eve = await api.someone('eve@example.org');
  const edit = async (who: Someone, body: Edit) =>
    (await api.as(who, endpoints.editEntity, { params, body })).data;
  const approve = async (who: Someone, changeId: string) =>
    (await api.as(who, endpoints.approveChange, { params: { changeId }, body: {} })).data;
  const entity = async (of = northwind) => (await api.entity(ada, of)).entity;
  const actions = async () =>
    (
      await api.rows<{ action: string }>(
        `select action from audit_log where action like 'directory.change%' order by sequence`,
      )
    ).map(({ action }) => action);
  return { ada, grace, eve, edit, approve, entity, actions };
}
