import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addressKeyOfScript,
  decodeBlock,
  encodeAddress,
  networks,
  type Transaction,
  toDisplayHash,
} from '@hopscope/chain';
import {
  alertEndpoints,
  complianceEndpoints,
  getLedgerStatus,
  monitoringEndpoints,
  openStream,
  organizationEndpoints,
  webhookEndpoints,
} from '@hopscope/contract';
import { nativeHashing } from '../../../apps/server/src/ledger/native-hashing.ts';
import { startBitcoinNode } from '../../../apps/server/test/support/sources/bitcoin-node.ts';
import { pathOf } from '../../lib/api-paths.ts';
import { makeFanBlocks } from '../../lib/fan-blocks.ts';
import type { BenchLedger } from '../../lib/free-slots.ts';
import { type ServedLedger, withServer } from '../../lib/running-server.ts';
import { type Latencies, summarize } from '../../lib/statistics.ts';

/**
 * Milliseconds from a transaction or block at the node until an open Screener list shows it as screened, and until a webhook
 * of an alert rule has arrived.
 */
export interface LatencyFigure {
  /** Per block, without its coinbase. */
  transactions: number;
  /** Unconfirmed, and first seen in a block. */
  waiting: Latencies;
  inBlock: Latencies;
  /** Of deposits seen for the first time, unconfirmed or in a block. */
  webhook: Latencies;
}

const transactions = 40;
/** Longer durations count as failures. */
const patienceMs = 30_000;

type Call = (path: string, body?: object) => Promise<unknown>;

function callOf({ url, token }: ServedLedger, organizationId: string): Call {
  return async (path, body) => {
    const answer = await fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'x-organization-id': organizationId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok)
      throw new Error(`${path} was answered with ${String(answer.status)}: ${await answer.text()}`);
    return answer.json();
  };
}

/** Listens like the page: requests the list again after a message that it changed. */
async function listen({ url, token }: ServedLedger, call: Call) {
  const ended = new AbortController();
  const answer = await fetch(new URL(pathOf(openStream), url), {
    headers: { authorization: `Bearer ${token}` },
    signal: ended.signal,
  });
  if (!answer.body) throw new Error('The stream was refused');
  let moved = (): void => {};
  // Block times are later than those of unconfirmed transactions: requested by hash, a transaction is on the first page in
  // any case.
  const listOf = (txid: string): string =>
    pathOf(complianceEndpoints.listComplianceTransactions, {}, { status: 'UNASSIGNED', search: txid });
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of answer.body ?? []) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (lines.includes('event: compliance')) moved();
    }
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return {
    /** Waits until the list shows a transaction with this state; requests it after every message. */
    async until(txid: string, presence: 'unconfirmed' | 'confirmed'): Promise<number> {
      const until = performance.now() + patienceMs;
      for (;;) {
        const message = new Promise<void>((resolve) => {
          moved = resolve;
        });
        const { data } = complianceEndpoints.listComplianceTransactions.response.parse(
          await call(listOf(txid)),
        );
        const row = data.transactions.find((each) => each.txId === txid);
        if (row?.presence === presence && row.screening !== 'pending') return performance.now();
        const left = until - performance.now();
        if (left <= 0) throw new Error(`${txid} was not shown ${presence} within ${String(patienceMs)} ms`);
        let timer: ReturnType<typeof setTimeout> | undefined;
        await Promise.race([
          message,
          new Promise<void>((resolve) => {
            timer = setTimeout(resolve, left);
          }),
        ]);
        clearTimeout(timer);
      }
    },
    async close(): Promise<void> {
      ended.abort();
      await reading;
    },
  };
}

/** Receives webhooks; `until` waits for the one of a transaction and returns when it arrived. */
async function startReceiver() {
  const arrived = new Map<string, number>();
  let moved = (): void => {};
  const server = createServer((request, response) => {
    const at = performance.now();
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      response.writeHead(204).end();
      const { data } = JSON.parse(body) as { data: { txId: string } };
      if (!arrived.has(data.txId)) arrived.set(data.txId, at);
      moved();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    async until(txid: string): Promise<number> {
      const patience = AbortSignal.timeout(patienceMs);
      for (;;) {
        const at = arrived.get(txid);
        if (at !== undefined) return at;
        patience.throwIfAborted();
        await new Promise<void>((resolve) => {
          moved = resolve;
          patience.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the payment of a block to an address. */
function paymentTo(raw: Uint8Array, address: string): Transaction {
  const { transactions: all } = decodeBlock(raw, { hashing: nativeHashing });
  const found = all.slice(1).find(({ outputs }) =>
    outputs.some(({ script }) => {
      const key = addressKeyOfScript(script, nativeHashing);
      return key && encodeAddress(key, networks.demo) === address;
    }),
  );
  if (!found) throw new RangeError('No payment to the address');
  return found;
}

async function untilStored(served: ServedLedger, height: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    if (performance.now() > until)
      throw new Error(`Block ${String(height)} was not held within ${String(patienceMs)} ms`);
    const { data } = getLedgerStatus.response.parse(await served.get(pathOf(getLedgerStatus)));
    if (data.tip?.number === height) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs a node, a server, and a client; in turn a payment is unconfirmed and then mined, or first seen in a block. */
export async function measureLatency(place: BenchLedger, samples: number): Promise<LatencyFigure> {
  // An address is screened from the time it is monitored: the blocks have to be later.
  const soon = Math.floor(Date.now() / 1000) + 60;
  const fan = makeFanBlocks(transactions, samples * 2, (height) => soon + height);
  const first = fan.blocks.length - samples * 2;
  const address = fan.addresses[0] ?? '';
  const node = await startBitcoinNode({ network: 'demo', blocks: fan.blocks.slice(0, first) });
  const env = {
    BITCOIN_SOURCE: 'core',
    BITCOIN_RPC_URL: node.url,
    BITCOIN_ZMQ_URL: node.zmq.url,
    ETHEREUM_SOURCE: 'off',
    WEBHOOK_ALLOW: '127.0.0.1',
  };
  const waiting: number[] = [];
  const inBlock: number[] = [];
  const webhook: number[] = [];
  const receiver = await startReceiver();
  try {
    await withServer(
      place,
      async (served) => {
        await untilStored(served, first - 1);
        const made = organizationEndpoints.createOrganization.response.parse(
          await served.post(pathOf(organizationEndpoints.createOrganization), { name: 'Bench' }),
        );
        const call = callOf(served, made.data._id);
        await call(pathOf(monitoringEndpoints.addMonitoredAddress), { address });
        await call(pathOf(webhookEndpoints.createWebhook), { url: receiver.url });
        await call(pathOf(alertEndpoints.createAlertRule), {
          targetType: 'address',
          target: address,
          blockchain: 'bitcoin',
          direction: 'in',
          amount: null,
          severity: 'medium',
          counterpartyRelation: null,
          counterpartyEntity: null,
          category: null,
          summary: 'A deposit',
        });
        const page = await listen(served, call);
        try {
          for (let i = 0; i < samples * 2; i++) {
            const raw = fan.blocks[first + i] ?? new Uint8Array(0);
            const payment = paymentTo(raw, address);
            const txid = toDisplayHash(payment.txid);
            if (i % 2 === 0) {
              const begun = performance.now();
              node.addMempool(payment);
              waiting.push((await page.until(txid, 'unconfirmed')) - begun);
              webhook.push((await receiver.until(txid)) - begun);
            }
            const begun = performance.now();
            node.setFrom(first + i, [raw]);
            const shown = await page.until(txid, 'confirmed');
            if (i % 2 === 1) {
              inBlock.push(shown - begun);
              webhook.push((await receiver.until(txid)) - begun);
            }
          }
        } finally {
          await page.close();
        }
      },
      env,
    );
  } finally {
    await node.close();
    receiver.close();
  }
  return {
    transactions,
    waiting: summarize(waiting),
    inBlock: summarize(inBlock),
    webhook: summarize(webhook),
  };
}
