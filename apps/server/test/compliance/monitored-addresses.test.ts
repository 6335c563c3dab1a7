import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';

const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeWithDatabase('Monitored addresses', (databases) => {
  test('of others are not switched off, weakened or deleted by team members', async () => {
    const api = await createDirectoryApi(await databases.empty(), { env: { BITCOIN_NETWORK: 'mainnet' } });
    const [ada, max, grace] = [
      await api.someone('ada@example.org'),
      await api.someone('max@example.org'),
      await api.someone('grace@example.org'),
    ];
    const id = await api.found(ada);
    await api.enlist(ada, id, max, 'manager');
    await api.enlist(ada, id, grace);
    const add = async (who: typeof ada, address: string) =>
      (await api.within(id, who, endpoints.addMonitoredAddress, { body: { address } })).data._id;
    const ask = async (who: typeof ada, address: string, method: 'PUT' | 'DELETE', updateData?: object) => {
      const answer = await api.ask(`/compliance/monitored-addresses/${address}`, {
        method,
        token: who.accessToken,
        headers: { 'x-organization-id': id },
        ...(updateData && { payload: { statusChangeReason: 'Quiet', updateData } }),
      });
      return answer.statusCode;
    };
    const [theirs, own] = [await add(ada, segwit), await add(grace, taproot)];
    expect(await ask(grace, theirs, 'DELETE')).toBe(403);
    for (const weaker of [{ isActive: false }, { riskThreshold: 100 }, { outgoing: true }]) {
      expect(await ask(grace, theirs, 'PUT', weaker)).toBe(403);
    }
    expect(await ask(grace, theirs, 'PUT', { notes: 'A note' })).toBe(200);
    expect(await ask(grace, own, 'PUT', { isActive: false })).toBe(200);
    expect(await ask(grace, own, 'DELETE')).toBe(200);
    expect(await ask(max, theirs, 'DELETE')).toBe(200);
  });

  //
  test('are added once however they are spelled, changed with a reason, filtered, removed; history tells each field', async () => {
    const api = await createDirectoryApi(await databases.empty(), { env: { BITCOIN_NETWORK: 'mainnet' } });
    const [ada, grace, eve] = [
      await api.someone('ada@example.org'),
      await api.someone('grace@example.org'),
      await api.someone('eve@example.org'),
    ];
    const id = await api.found(ada);
    await api.enlist(ada, id, grace, 'manager');
    const other = await api.found(eve, 'Elsewhere');
    const add = (body: object) => api.within(id, ada, endpoints.addMonitoredAddress, { body: body as never });
    const refused = async (
      status: number,
      path: string,
      payload: object,
      method: 'POST' | 'PUT' = 'POST',
    ) => {
      const answer = await api.ask(path, {
        method,
        token: ada.accessToken,
        headers: { 'x-organization-id': id },
        payload,
      });
      expect({ status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status });
      return answer.body;
    };
    const place = '/compliance/monitored-addresses';

    const { data: first } = await add({
      address: ` ${segwit.toUpperCase()} `,
      clientId: ' C-1 ',
      tags: ['vip'],
    });
    expect(first).toMatchObject({
      address: segwit,
      blockchain: 'bitcoin',
      clientId: 'C-1',
      notes: null,
      tags: ['vip'],
      riskThreshold: null,
      isActive: true,
      outgoing: false,
      version: 1,
    });
    expect(await refused(409, place, { address: segwit })).toContain('already monitored');
    expect(await refused(400, place, { address: segwit.replace('f3t4', 'f3t5') })).toContain(
      'invalid_address',
    );
    await refused(400, place, { address: checksummed, blockchain: 'bitcoin' });
    expect(await refused(400, place, { address: '' })).toContain('Please input the address');
    // Another organization may monitor the same address, and neither sees the other's.
    await api.within(other, eve, endpoints.addMonitoredAddress, { body: { address: segwit } });

    const bulk = await api.within(id, ada, endpoints.addMonitoredAddresses, {
      body: {
        addresses: [
          {
            address: checksummed.toLowerCase(),
            blockchain: 'ethereum',
            entityName: 'Shop',
            riskThreshold: 40,
          },
          { address: checksummed, blockchain: 'ethereum' },
          { address: segwit },
          { address: 'nonsense' },
          { address: taproot, riskThreshold: 101 },
          'no object',
          { address: taproot, blockchain: 'litecoin' },
          { address: taproot, tags: ['a', 'b'], notes: '=1+1\nsecond line' },
        ],
      },
    });
    expect(bulk.successful.map(({ row, address }) => [row, address])).toEqual([
      [0, checksummed],
      [7, taproot],
    ]);
    expect(bulk.failed.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'Duplicate of an earlier row'],
      [2, 'This address is already monitored'],
      [3, expect.stringContaining('Invalid blockchain address')],
      [4, 'riskThreshold must be at most 100'],
      [5, 'The row must be an object'],
      [6, 'blockchain must be one of: bitcoin, ethereum'],
    ]);

    const list = (query: Record<string, string>) =>
      api.within(id, grace, endpoints.filterMonitoredAddresses, { query });
    expect((await api.within(id, grace, endpoints.listMonitoredAddresses, {})).total).toBe(3);
    // Without a limit the list is whole, and without the header it is the only organization's.
    const many = Array.from({ length: 60 }, (_, i) => ({
      address: `0x${String(i + 1).padStart(40, '0')}`,
      blockchain: 'ethereum',
    }));
    await api.within(other, eve, endpoints.addMonitoredAddresses, { body: { addresses: many } });
    const all = await api.ask('/compliance/monitored-addresses', { token: eve.accessToken });
    expect(all.json()).toMatchObject({ total: 61, page: 1 });
    expect(z.object({ data: z.array(z.unknown()) }).parse(all.json()).data).toHaveLength(61);
    expect((await list({ blockchain: 'ethereum' })).data).toMatchObject([{ entityName: 'Shop' }]);
    expect((await list({ tag: 'a' })).total).toBe(1);
    expect((await list({ search: 'SECOND' })).total).toBe(1);
    expect((await list({ search: '%' })).total).toBe(0);
    expect((await list({ clientId: 'C-1' })).total).toBe(1);

    const change = (body: object) =>
      api.within(id, grace, endpoints.changeMonitoredAddress, {
        params: { id: first._id },
        body: body as never,
      });
    api.clock += 1000;
    // The edit form sends the address along; another address is another entry.
    const form = { address: segwit.toUpperCase(), blockchain: 'bitcoin', clientId: 'C-1', notes: null };
    expect((await change({ statusChangeReason: 'Form', updateData: form })).data.version).toBe(1);
    const move = { statusChangeReason: 'Move', updateData: { address: taproot } };
    expect(await refused(400, `${place}/${first._id}`, move, 'PUT')).toContain('cannot be changed');
    const changed = await change({
      statusChangeReason: 'Client left',
      version: 1,
      updateData: { isActive: false, tags: ['vip', 'gone'], clientId: 'C-1' },
    });
    expect(changed.data).toMatchObject({ isActive: false, tags: ['vip', 'gone'], version: 2 });
    const late = { statusChangeReason: 'Too late', version: 1, updateData: { notes: 'x' } };
    expect(await refused(409, `${place}/${first._id}`, late, 'PUT')).toContain('changed_meanwhile');
    await refused(400, `${place}/${first._id}`, { statusChangeReason: ' ', updateData: {} }, 'PUT');
    await refused(
      400,
      `${place}/${first._id}`,
      { statusChangeReason: 'x', updateData: { address: taproot } },
      'PUT',
    );
    expect((await list({ status: 'inactive' })).data).toMatchObject([{ address: segwit }]);

    const single = { params: { id: first._id } };
    expect((await api.within(id, grace, endpoints.getMonitoredAddress, single)).data).toMatchObject({
      _id: first._id,
      address: segwit,
      isActive: false,
    });
    api.clock += 1000;
    await api.within(id, ada, endpoints.deleteMonitoredAddress, { params: { id: first._id } });
    const gone = { token: ada.accessToken, headers: { 'x-organization-id': id } };
    expect((await api.ask(`${place}/${first._id}`, gone)).statusCode).toBe(404);
    expect((await list({ search: segwit })).total).toBe(0);
    const history = await api.within(id, grace, endpoints.getMonitoredAddressHistory, {
      params: { id: first._id },
    });
    expect(history.data.map(({ changeType, fieldName, notes }) => [changeType, fieldName, notes])).toEqual([
      ['delete', null, null],
      ['update', 'isActive', 'Client left'],
      ['update', 'tags', 'Client left'],
      ['create', null, null],
    ]);
    expect(history.data[2]).toMatchObject({ oldValue: ['vip'], newValue: ['vip', 'gone'] });
    expect(history.data[1]?.changedById._id).toBe(grace.id);
    // What was removed can be monitored again, as another entry.
    expect((await add({ address: segwit })).data._id).not.toBe(first._id);

    const foreign = await api.ask(`${place}/${first._id}/history`, {
      token: eve.accessToken,
      headers: { 'x-organization-id': other },
    });
    expect(foreign.statusCode).toBe(404);
  });
});
