import { apiBase, type CallInput, type CaseDetails, endpoints } from '@hopscope/contract';
import type { TestDatabases } from '../databases.ts';
import { insertTransaction } from './compliance-rows.ts';
import { createDirectoryApi } from './directory-api.ts';
import type { Someone } from './teams-api.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Asked = { method?: Method; payload?: object };

/** Creates an organization with four members, a person in another one, and functions that call the API as them. */
export async function prepareCases(databases: TestDatabases) {
  const api = await createDirectoryApi(await databases.empty());
  const named = (name: string): Promise<Someone> => api.someone(`${name}@example.org`);
  const [ada, max, grace, tim, eve] = [
    await named('ada'),
    await named('max'),
    await named('grace'),
    await named('tim'),
    await named('eve'),
  ];
  const id = await api.found(ada);
  await api.assign(id, 'business');
  await api.enlist(ada, id, max, 'manager');
  await api.enlist(ada, id, grace);
  const timId = await api.enlist(ada, id, tim);
  const elsewhere = await api.found(eve, 'Elsewhere');
  /** The status of an answer, its message and, where it is a case, the case. */
  const ask = async (who: Someone, path: string, { method = 'POST', payload }: Asked = {}) => {
    const headers = { 'x-organization-id': who === eve ? elsewhere : id };
    const answer = await api.ask(`/compliance/cases${path}`, {
      method,
      token: who.accessToken,
      headers,
      ...(payload && { payload }),
    });
    const {
      message = '',
      data,
      details,
    } = answer.json<{
      message?: string;
      data?: CaseDetails;
      details?: { current: CaseDetails };
    }>();
    return { status: answer.statusCode, message, data, current: details?.current };
  };
  const create = async (who: Someone, body: CallInput<typeof endpoints.createCase>['body']) =>
    (await api.within(id, who, endpoints.createCase, { body })).data;
  const get = async (caseId: string, who = ada): Promise<CaseDetails> =>
    (await api.within(id, who, endpoints.getCase, { params: { id: caseId } })).data;
  const timeline = async (caseId: string, who = ada) =>
    (
      await api.within(id, who, endpoints.getCaseTimeline, { params: { id: caseId }, query: { limit: 200 } })
    ).data.toReversed();
  const list = async (query: NonNullable<CallInput<typeof endpoints.listCases>['query']> = {}) =>
    api.within(id, ada, endpoints.listCases, { query });
  const upload = async (who: Someone, caseId: string, name: string, bytes: Buffer | string) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: `${apiBase}/compliance/cases/${caseId}/evidence?name=${encodeURIComponent(name)}`,
      headers: {
        authorization: `Bearer ${who.accessToken}`,
        'x-organization-id': id,
        'content-type': 'application/octet-stream',
      },
      payload: bytes,
    });
    const { message = '', data } = answer.json<{ message?: string; data?: CaseDetails }>();
    return { status: answer.statusCode, message, data };
  };
  const put = (organizationId = id) => insertTransaction(api, { organizationId });
  return {
    api,
    ada,
    max,
    grace,
    tim,
    timId,
    eve,
    id,
    elsewhere,
    ask,
    create,
    get,
    timeline,
    list,
    upload,
    put,
  };
}
