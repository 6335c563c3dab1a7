import { expect, test } from 'vitest';
import { createParties, john, kinds, mary, send } from '../support/api/travel-rule-api.ts';
import { describeWithDatabase } from '../support/databases.ts';

const txid = 'ab'.repeat(32);
const hour = 3_600_000;

describeWithDatabase('Rules of travel rule transfers', (databases) => {
  test('wrong input names its field, other organizations see nothing, and a changed transfer is not decided twice', async () => {
    const { sender, receiver } = await createParties(databases);
    const travelAddress = await receiver.newAddress();
    const field = async (body: object): Promise<string> => {
      const answer = await sender.ask('POST', 'transfers', {
        blockchain: 'bitcoin',
        amount: '1',
        originator: [john],
        beneficiary: [mary],
        travelAddress,
        ...body,
      });
      const { message, errors } = answer.json<{ message: string; errors?: { field: string }[] }>();
      return `${String(answer.statusCode)} ${errors?.[0]?.field ?? ''} ${message}`;
    };
    expect([
      await field({ amount: '0' }),
      await field({ amount: '1.5' }),
      await field({ travelAddress: 'taNothing' }),
      await field({ travelAddress: undefined }),
      await field({ originator: [mary] }),
      await field({ originator: [{}] }),
      await field({ travelAddress: undefined, address: 'bc1nothing' }),
      await field({ travelAddress: 'https://10.0.0.7/x?t=i' }),
      await field({ blockchain: 'ethereum', asset: `0x${'1'.repeat(40)}` }),
      await field({ entityId: 'nobody' }),
    ]).toEqual([
      expect.stringMatching(/^400 amount /),
      expect.stringMatching(/^400 amount /),
      expect.stringMatching(/^400 travelAddress .*not a travel address/),
      expect.stringMatching(/^400 travelAddress .*either a travel address or a self-hosted wallet/),
      expect.stringMatching(/^400 originator.0 .*date and place of birth/),
      expect.stringMatching(/^400 originator.0 .*either a natural person or a company/),
      expect.stringMatching(/^400 address /),
      expect.stringMatching(/^400 travelAddress .*not on the public internet/),
      expect.stringMatching(/^400 .*no token with decimals/),
      expect.stringMatching(/^400 entityId /),
    ]);
    expect(await sender.transfers()).toEqual([]);

    await send(sender, travelAddress);
    await sender.deliver();
    const [listed] = await receiver.transfers();
    const path = `transfers/${listed?._id ?? ''}`;
    expect((await receiver.ask('POST', `${path}/approve`, { version: 7 })).json()).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect((await receiver.ask('POST', `${path}/complete`, { transaction: txid })).statusCode).toBe(409);
    const [first, second] = await Promise.all([
      receiver.ask('POST', `${path}/approve`, {}),
      receiver.ask('POST', `${path}/reject`, { reason: 'no' }),
    ]);
    expect([first.statusCode, second.statusCode].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const stranger = await receiver.api.someone('stranger@example.org');
    const elsewhere = await receiver.api.found(stranger);
    const foreign = await receiver.api.ask(`/compliance/travel-rule/${path}`, {
      token: stranger.accessToken,
      headers: { 'x-organization-id': elsewhere },
    });
    expect(foreign.statusCode).toBe(404);
  });

  test('personal data is encrypted at rest, and erased at the end of the retention time', async () => {
    const { sender, receiver } = await createParties(databases);
    await sender.save({ retentionDays: 30 });
    const sent = await send(sender, await receiver.newAddress());
    await sender.deliver();
    const tables = await sender.api.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const holding: string[] = [];
    for (const { name } of tables) {
      const found = await sender.api.rows(
        `select 1 from "${name}" r where r::text like '%Sendling%' or r::text like '%${Buffer.from('Sendling').toString('hex')}%' limit 1`,
      );
      if (found.length > 0) holding.push(name);
    }
    expect(holding).toEqual([]);
    const { travelRule } = sender.api.context;
    const never = new AbortController().signal;
    await sender.advance(29 * 24 * hour);
    await travelRule.eraseOld(never);
    expect((await sender.transfer(sent._id)).payload).not.toBeNull();
    await sender.advance(2 * 24 * hour);
    await travelRule.eraseOld(never);
    const erased = await sender.transfer(sent._id);
    expect(erased).toMatchObject({
      payload: null,
      clientId: null,
      amount: '2100',
      reference: sent.reference,
    });
    expect(kinds(erased).at(-1)).toBe('erased');
    await travelRule.eraseOld(never);
    expect(kinds(await sender.transfer(sent._id)).filter((kind) => kind === 'erased')).toHaveLength(1);
  });
});
