import { request as secureRequest } from 'node:https';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { natural } from '../support/api/travel-people.ts';
import { createParties, john, kinds, mary, send } from '../support/api/travel-rule-api.ts';
import { describeWithDatabase } from '../support/databases.ts';

const txid = 'ab'.repeat(32);
const hour = 3_600_000;
describeWithDatabase('Travel Rule between two servers', (databases) => {
  test('information travels, more is asked for, and the transfer is approved and completed', async () => {
    const { sender, receiver } = await createParties(databases);
    const travelAddress = await receiver.newAddress();
    const { data: found } = await sender.call(endpoints.lookUpTravelAddress, { body: { travelAddress } });
    expect(found).toMatchObject({
      host: new URL(receiver.front.url).host,
      name: 'Receiver AG',
      problem: null,
    });

    const sent = await send(sender, travelAddress);
    expect(sent).toMatchObject({
      state: 'sending',
      symbol: 'BTC',
      decimals: 8,
      ivmsVersion: '2020',
      problems: [],
    });
    await sender.deliver();
    expect(await sender.transfer(sent._id)).toMatchObject({ state: 'waiting', delivery: null });
    const [listed, ...others] = await receiver.transfers();
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      direction: 'in',
      state: 'undecided',
      amount: '2100',
      counterparty: 'Sender Ltd',
      clientId: 'CLIENT-9',
      reference: sent.reference,
    });
    // Lists have no personal data.
    expect(JSON.stringify(listed)).not.toContain('Post-Sendling');
    const id = listed?._id ?? '';
    const received = await receiver.transfer(id);
    expect(received.ivmsVersion).toBe('2020');
    expect(received.payload).toEqual(sent.payload);
    expect(received.payload).toMatchObject({
      originator: { originatorPerson: [john], accountNumber: ['A-1'] },
      beneficiary: { beneficiaryPerson: [mary], accountNumber: ['B-1'] },
      originatingVASP: {
        legalPerson: {
          nationalIdentification: {
            nationalIdentifier: '5493001KJTIIGC8Y1R12',
            nationalIdentifierType: 'LEIX',
          },
        },
      },
    });

    await receiver.call(endpoints.requestTravelInformation, {
      params: { id },
      body: { reason: 'Please name the place of residence', version: received.version },
    });
    await receiver.deliver();
    const asked = await sender.transfer(sent._id);
    expect(asked).toMatchObject({ state: 'more_requested' });
    expect(asked.events.at(-1)).toMatchObject({ reason: 'Please name the place of residence', by: null });
    const better = natural('Johanna', 'Post-Sendling', { ...john.naturalPerson, countryOfResidence: 'DE' });
    await sender.call(endpoints.sendTravelInformation, {
      params: { id: sent._id },
      body: { originator: [better], beneficiary: [mary] },
    });
    await sender.deliver();
    const again = await receiver.transfer(id);
    expect(again).toMatchObject({ state: 'undecided' });
    expect(again.payload?.originator.originatorPerson).toEqual([better]);

    await receiver.call(endpoints.approveTravelTransfer, { params: { id }, body: {} });
    await receiver.deliver();
    expect(await sender.transfer(sent._id)).toMatchObject({
      state: 'approved',
      address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    });
    await sender.call(endpoints.completeTravelTransfer, {
      params: { id: sent._id },
      body: { transaction: txid.toUpperCase() },
    });
    await sender.deliver();
    const [own, theirs] = [await sender.transfer(sent._id), await receiver.transfer(id)];
    expect(
      [own, theirs].map(({ state, transaction, delivery }) => ({ state, transaction, delivery })),
    ).toEqual(Array.from({ length: 2 }, () => ({ state: 'completed', transaction: txid, delivery: null })));
    expect(kinds(own)).toEqual([
      'created',
      'sent',
      'more_requested',
      'information_sent',
      'sent',
      'approved',
      'completed',
    ]);
    expect(kinds(theirs)).toEqual([
      'received',
      'more_requested',
      'information_sent',
      'approved',
      'completed',
    ]);
    // Who read personal data is recorded.
    const { data: log } = await receiver.call(endpoints.listAuditLog, {
      params: { id: receiver.id },
      query: { limit: 50 },
    });
    expect(
      log.entries.filter(({ action }) => action === 'travel_transfer.viewed').length,
    ).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(log)).not.toContain('Post-Sendling');
  });

  test('lost answers and servers that are down neither lose nor double a transfer', async () => {
    const { sender, receiver } = await createParties(databases);
    const travelAddress = await receiver.newAddress();
    receiver.front.state.faults.push('unavailable', 'lost answer');
    const sent = await send(sender, travelAddress);
    await sender.deliver();
    expect(await sender.transfer(sent._id)).toMatchObject({
      state: 'sending',
      delivery: { attempts: 1, error: 'The other institution responded with status 503' },
    });
    expect(await receiver.transfers()).toEqual([]);
    await sender.advance(6_000);
    await sender.deliver();
    expect(await receiver.transfers()).toHaveLength(1);
    expect(await sender.transfer(sent._id)).toMatchObject({ state: 'sending', delivery: { attempts: 2 } });
    await sender.advance(61_000);
    await sender.deliver();
    expect(await sender.transfer(sent._id)).toMatchObject({ state: 'waiting' });
    const [listed] = await receiver.transfers();
    expect(await receiver.transfers()).toHaveLength(1);

    // The decision is owed: it is tried until it arrives, and arrives once.
    const id = listed?._id ?? '';
    sender.front.state.faults.push('unavailable', 'lost answer');
    await receiver.call(endpoints.rejectTravelTransfer, {
      params: { id },
      body: { reason: 'Name does not match' },
    });
    await receiver.deliver();
    expect(await sender.transfer(sent._id)).toMatchObject({ state: 'waiting' });
    await receiver.advance(hour);
    await receiver.deliver();
    await receiver.advance(hour);
    await receiver.deliver();
    const rejected = await sender.transfer(sent._id);
    expect(rejected).toMatchObject({ state: 'rejected' });
    expect(kinds(rejected)).toEqual(['created', 'sent', 'rejected']);
    expect(rejected.events.at(-1)?.reason).toBe('Name does not match');
    expect(await receiver.transfer(id)).toMatchObject({ delivery: null });

    // An inquiry that nobody answers is given up in the end.
    const lost = await send(sender, travelAddress);
    for (let tries = 0; tries < 10; tries++) {
      receiver.front.state.faults.push('unavailable');
      await sender.deliver();
      await sender.advance(25 * hour);
    }
    const failed = await sender.transfer(lost._id);
    expect(failed).toMatchObject({ state: 'failed', delivery: null });
    expect(failed.events.at(-1)?.reason).toBe('The other institution responded with status 503');
    receiver.front.state.faults.length = 0;
    await sender.call(endpoints.sendTravelInformation, {
      params: { id: lost._id },
      body: { originator: [john], beneficiary: [mary] },
    });
    await sender.deliver();
    expect(await sender.transfer(lost._id)).toMatchObject({ state: 'waiting' });
  });

  test('cancellations reach the other side after an approval, and stop one before it', async () => {
    const { sender, receiver } = await createParties(databases);
    const travelAddress = await receiver.newAddress();
    const [early, late] = [await send(sender, travelAddress), await send(sender, travelAddress)];
    await sender.deliver();
    const idOf = async ({ reference }: { reference: string }) =>
      (await receiver.transfers()).find((one) => one.reference === reference)?._id ?? '';
    await sender.call(endpoints.cancelTravelTransfer, {
      params: { id: early._id },
      body: { reason: 'The client changed their mind' },
    });
    for (const one of [early, late]) {
      await receiver.call(endpoints.approveTravelTransfer, { params: { id: await idOf(one) }, body: {} });
    }
    await receiver.deliver();
    expect(await sender.transfer(early._id)).toMatchObject({ state: 'canceled', address: null });
    const refused = await receiver.transfer(await idOf(early));
    expect(refused).toMatchObject({ state: 'approved', delivery: null });
    expect(refused.events.at(-1)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('This transfer ended') as string,
    });
    expect(await sender.transfer(late._id)).toMatchObject({ state: 'approved' });
    await sender.call(endpoints.cancelTravelTransfer, {
      params: { id: late._id },
      body: { reason: 'Compliance hold' },
    });
    await sender.deliver();
    const canceled = await receiver.transfer(await idOf(late));
    expect(canceled).toMatchObject({ state: 'canceled' });
    expect(canceled.events.at(-1)?.reason).toBe('Compliance hold');
  });

  test('clients without a certificate of the authority, and messages that break the protocol, are refused', async () => {
    const { sender, receiver } = await createParties(databases);
    const travelAddress = await receiver.newAddress();
    // Without a certificate, not even the connection is made.
    const refused = await new Promise<string>((resolve) => {
      const attempt = secureRequest(receiver.front.url, { rejectUnauthorized: false }, () =>
        resolve('answered'),
      );
      attempt.on('error', () => resolve('refused'));
      attempt.end();
    });
    expect(refused).toBe('refused');

    const sent = await send(sender, travelAddress);
    await sender.deliver();
    const rows = await receiver.api.rows<{ token: string }>('select token from travel_address');
    const path = `/travel-rule/trp/${rows[0]?.token ?? ''}`;
    const headers = {
      'api-version': '3.2.1',
      'request-identifier': 'r-1',
      'content-type': 'application/json',
    };
    const good = { asset: { slip0044: 0 }, amount: 1, callback: 'https://a.example/c', IVMS101: {} };
    const outcomes: string[] = [];
    for (const [payload, more] of [
      [{}, {}],
      [{ ...good, asset: { dti: '' } }, {}],
      [{ ...good, callback: 'ftp://a.example' }, {}],
      [good, {}],
      [good, { 'api-version': '1.1' }],
      [good, { 'request-identifier': '' }],
    ] as const) {
      const answer = await receiver.api.ask(path, {
        method: 'POST',
        payload,
        headers: { ...headers, ...more },
      });
      outcomes.push(`${String(answer.statusCode)} ${answer.json<{ message: string }>().message}`);
    }
    expect(outcomes).toEqual([
      '400 asset must have a number slip0044 or a text dti',
      '400 asset must have a number slip0044 or a text dti',
      '400 callback must be an HTTPS URL',
      expect.stringMatching(/^400 .*IVMS 101/),
      '400 The header Api-Version must be a version 3 of the protocol, such as 3.2.1',
      '400 The header Request-Identifier must have 1 to 200 visible ASCII characters',
    ]);
    const person = { originatorPerson: [john], accountNumber: ['1'] };
    const full = {
      ...good,
      IVMS101: { originator: person, beneficiary: { beneficiaryPerson: [mary] } },
    };
    const unsupported = await receiver.api.ask(path, {
      method: 'POST',
      payload: { ...full, asset: { slip0044: 2 } },
      headers,
    });
    expect(unsupported.json()).toEqual({ rejected: 'This asset is not supported' });
    const tooFine = await receiver.api.ask(path, {
      method: 'POST',
      payload: { ...full, amount: 0.000000001 },
      headers,
    });
    expect(tooFine.json()).toMatchObject({ message: 'amount must be above 0, with at most 8 decimals' });
    // An amount that no chain has, and the identifier of somebody else's transfer.
    const large = { ...headers, 'request-identifier': 'large' };
    const huge = await receiver.api.ask(path, {
      method: 'POST',
      payload: { ...full, amount: 1e60 },
      headers: large,
    });
    expect(huge.json()).toEqual({ version: '3.2.1' });
    const stolen = await receiver.api.ask(path, {
      method: 'POST',
      payload: { ...full, callback: 'https://other.example/c' },
      headers: large,
    });
    expect(stolen.statusCode).toBe(409);
    const unknown = await receiver.api.ask('/travel-rule/trp/nothing', {
      method: 'POST',
      payload: full,
      headers,
    });
    expect(unknown.statusCode).toBe(404);
    // Nothing of what was refused is stored.
    expect(await receiver.transfers()).toHaveLength(2);

    // A callback needs its token, the identifier of its transfer, and a message that fits.
    const { rows: callbacks } = {
      rows: await sender.api.rows<{ id: string }>('select id from travel_transfer'),
    };
    expect(callbacks).toHaveLength(1);
    const wrong = await sender.api.ask('/travel-rule/trp/callback/nothing', {
      method: 'POST',
      payload: { rejected: 'no' },
      headers,
    });
    expect(wrong.statusCode).toBe(404);
    expect(await sender.transfer(sent._id)).toMatchObject({ state: 'waiting' });
    // An ended travel address is as good as none.
    const { data } = await receiver.call(endpoints.listTravelAddresses, {});
    await receiver.call(endpoints.deleteTravelAddress, { params: { id: data[0]?._id ?? '' } });
    const ended = await receiver.api.ask(path, { method: 'POST', payload: full, headers });
    expect(ended.statusCode).toBe(404);
    const again = await send(sender, travelAddress);
    await sender.deliver();
    const failed = await sender.transfer(again._id);
    expect(failed).toMatchObject({ state: 'failed' });
    expect(failed.events.at(-1)?.reason).toContain('There is no such travel address');
  });
});
