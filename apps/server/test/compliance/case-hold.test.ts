import { expect, test } from 'vitest';
import { prepareCases } from '../support/api/cases-api.ts';
import type { Someone } from '../support/api/teams-api.ts';
import { describeWithDatabase } from '../support/databases.ts';

describeWithDatabase('Cases', (databases) => {
  test('on legal hold lose nothing until it is released, open or closed', async () => {
    const { api, ada, max, grace, id, ask, create, get, timeline, upload, put } =
      await prepareCases(databases);
    const transactionId = await put();
    const made = await create(grace, { title: 'Court order', transactionIds: [transactionId] });
    const at = `/${made._id}`;
    await ask(grace, `${at}/addresses`, {
      payload: {
        addresses: [{ address: '0x98F1e1B1dDD4882957C62407288f7fd67a38829a', blockchain: 'ethereum' }],
      },
    });
    await ask(grace, `${at}/tasks`, { payload: { text: 'Ask the bank', assigneeId: null, dueAt: null } });
    await upload(grace, made._id, 'letter.txt', 'Dear');
    const full = await get(made._id);
    const hold = (who: Someone, payload: object) => ask(who, `${at}/hold`, { method: 'PUT', payload });

    expect((await hold(grace, { hold: true, reason: 'Mine' })).status).toBe(403);
    expect((await hold(max, { hold: true, reason: ' ' })).status).toBe(400);
    const late = await hold(max, { hold: true, reason: 'Order 12/26', version: 1 });
    expect([late.status, late.current?.version]).toEqual([409, full.version]);
    const placed = await hold(max, { hold: true, reason: 'Order 12/26', version: full.version });
    expect(placed.data).toMatchObject({
      hold: { reason: 'Order 12/26', by: { _id: max.id } },
      version: full.version + 1,
    });
    // Again changes nothing.
    expect((await hold(ada, { hold: true, reason: 'Other' })).data).toMatchObject({
      hold: { reason: 'Order 12/26' },
      version: full.version + 1,
    });

    const removals: [string, object | undefined][] = [
      [`${at}/transactions/${transactionId}`, undefined],
      [`${at}/addresses/${full.addresses[0]?._id ?? ''}`, undefined],
      [`${at}/tasks/${full.tasks[0]?._id ?? ''}`, undefined],
      [`${at}/evidence/${full.evidence[0]?._id ?? ''}`, { reason: 'Wrong file' }],
    ];
    for (const [path, payload] of removals) {
      const refused = await ask(max, path, { method: 'DELETE', ...(payload && { payload }) });
      expect([refused.status, refused.message]).toEqual([
        409,
        'This case is on legal hold. Nothing can be removed from it.',
      ]);
    }
    const after = await get(made._id);
    expect({ ...after.counts, version: after.version }).toEqual({
      ...full.counts,
      version: full.version + 1,
    });
    const [stored] = await api.rows<{ n: number }>('select count(*)::int4 as n from case_evidence_part');
    expect(stored?.n).toBe(1);
    // What is added stays possible, and so is the decision.
    expect((await ask(grace, `${at}/notes`, { payload: { text: 'Called the bank' } })).status).toBe(200);
    await ask(grace, `${at}/tasks/${full.tasks[0]?._id ?? ''}`, { method: 'PATCH', payload: { done: true } });
    const decision = { outcome: 'NO_SUSPICION', reason: 'Salary' };
    expect((await ask(max, `${at}/decision`, { payload: decision })).data).toMatchObject({
      status: 'CLOSED',
      hold: { reason: 'Order 12/26' },
    });
    expect((await hold(max, { hold: false, reason: 'Order lifted' })).data?.hold).toBeNull();
    const events = (await timeline(made._id)).filter(({ kind }) => kind.startsWith('hold_'));
    expect(events.map(({ kind, by, note }) => [kind, by?._id, note])).toEqual([
      ['hold_placed', max.id, 'Order 12/26'],
      ['hold_released', max.id, 'Order lifted'],
    ]);
    expect(await api.audited(ada, id)).toEqual(
      expect.arrayContaining(['case.hold_placed', 'case.hold_released']),
    );
  });
});
