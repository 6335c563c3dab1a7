import { expect, test } from 'vitest';
import { prepareCases } from '../support/api/cases-api.ts';
import { password, tokenSecret } from '../support/api/api-client.ts';
import { createPeopleApi, opened } from '../support/api/people-api.ts';
import { describeWithDatabase } from '../support/databases.ts';

const next = 'the next secret of the tests, long enough';
const content = Buffer.from('Account statement of a customer\n'.repeat(40_000));

describeWithDatabase('Evidence files in the database', (databases) => {
  test('are encrypted, each with a key of its own that a new secret of the server encrypts again', async () => {
    const db = await databases.empty();
    const { api, ada, grace, id, ask, create, upload } = await prepareCases({
      ...databases,
      empty: async () => db,
    });
    const made = await create(ada, { title: 'A case' });
    const added = await upload(grace, made._id, 'statement.txt', content);
    const [file] = added.data?.evidence ?? [];
    const place = `/compliance/cases/${made._id}/evidence/${file?._id ?? ''}`;
    const parts = () =>
      api.rows<{ bytes: Buffer }>('select bytes from case_evidence_part order by evidence_id, part');
    const keys = () => api.rows<{ key: Buffer | null }>('select key from case_evidence');
    const stored = await parts();
    expect(stored).toHaveLength(3);
    expect(Buffer.concat(stored.map(({ bytes }) => bytes)).includes('statement')).toBe(false);

    /** Returns a server with other secrets, and what it returns of the file: its content, or status and message. */
    const downloadFrom = async (secrets: { tokenSecret: string; env?: Record<string, string> }) => {
      const other = await createPeopleApi(db, { start: api.clock, ...secrets });
      const { accessToken: token } = opened(
        await other.post('/auth/login', { email: 'ada@example.org', password }),
      );
      const download = async (path: string) => {
        const answer = await other.ask(path, { token, headers: { 'x-organization-id': id } });
        return answer.statusCode === 200 ? answer.rawPayload : [answer.statusCode, answer.json().message];
      };
      return { other, download, file: await download(place) };
    };
    const message = expect.stringContaining('set that secret as TOKEN_SECRET_PREVIOUS');
    const lost = await downloadFrom({ tokenSecret: next });
    expect(lost.file).toEqual([503, message]);
    expect(await lost.download(`/compliance/cases/${made._id}/data`)).toEqual([503, message]);
    const both = await downloadFrom({ tokenSecret: next, env: { TOKEN_SECRET_PREVIOUS: tokenSecret } });
    expect(both.file).toEqual(content);
    const before = await keys();
    await both.other.context.jobs.runDue();
    expect(await keys()).not.toEqual(before);
    expect(await parts()).toEqual(stored);
    expect((await downloadFrom({ tokenSecret: next })).file).toEqual(content);

    // Bytes that were changed, or exchanged, aren't returned as the file.
    await api.rows(
      'update case_evidence_part set bytes = set_byte(bytes, 40, get_byte(bytes, 40) # 1) where part = 1',
    );
    expect((await downloadFrom({ tokenSecret: next })).file).toEqual([500, expect.any(String)]);
    await api.rows('delete from case_evidence_part where part > 0');
    expect((await downloadFrom({ tokenSecret: next })).file).toEqual([500, expect.any(String)]);

    const removed = await ask(ada, `/${made._id}/evidence/${file?._id ?? ''}`, {
      method: 'DELETE',
      payload: { reason: 'Test' },
    });
    expect(removed.status).toBe(200);
    expect(await keys()).toEqual([{ key: null }]);
  });
});
