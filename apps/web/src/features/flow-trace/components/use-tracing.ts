import { type Answer, changesOf, getOf, limits, type Query } from '@hopscope/canvas';
import type { FlowTransfer, FlowTraceBasis } from '@hopscope/contract';
import { type Blockchain, plural, shortAddress } from '@hopscope/domain';
import { useState } from 'react';
import { type ExpandAnswer, type ExpandQuestion, useExpand } from '../api/expand.ts';
import { type Party, useProfiles } from '../api/profiles.ts';
import { type CanvasStore, documentOfState } from '../model/canvas-store.ts';
import { nodeIdOf } from '../model/read-address.ts';

/** Selected transfers of an expansion. */
export interface Picked {
  readonly question: ExpandQuestion;
  readonly answer: Pick<ExpandAnswer, 'basis' | 'parties'>;
  readonly transfers: readonly FlowTransfer[];
}

export interface TracingSnapshot {
  /** A query is running, and the overlay is shown. */
  readonly busy: boolean;
  /** Adds an address to the canvas; resolves to the ID of its node. */
  trace: (chain: Blockchain, address: string) => Promise<string>;
  /** Adds the counterparties of selected transfers to the canvas. */
  add: (nodeId: string, picked: Picked) => Promise<void>;
  /** Adds the answer to another query to the canvas. */
  take: (query: Query, answer: Answer, basis: FlowTraceBasis | null, title: string) => Promise<void>;
}

/** Maximum number of addresses per answer whose missing scores are computed. */
const newScores = 20;

/** Returns the query by which the panel and the tracing fetch so many transactions of an address. */
export function firstPage(chain: Blockchain, address: string, limit: number): ExpandQuestion {
  return { blockchain: chain, address, limit, count: 'transactions' };
}

/** Converts a query to the form stored in a step: omits undefined fields. */
export function questionOf(question: object): Record<string, never> {
  return JSON.parse(JSON.stringify(question)) as Record<string, never>;
}

/** Queries the ledger and adds the answers to the canvas. */
export function useTracing(store: CanvasStore): TracingSnapshot {
  const expand = useExpand();
  const profiles = useProfiles();
  const [running, setRunning] = useState(0);

  async function during<T>(work: () => Promise<T>): Promise<T> {
    setRunning((now) => now + 1);
    try {
      return await work();
    } finally {
      setRunning((now) => now - 1);
    }
  }

  /**
   * Adds risk profiles to parties in their order in the answer, so that the query can be replayed; without profiles if they are
   * unavailable.
   */
  async function withProfiles(parties: readonly Pick<Party, 'id' | 'address' | 'profile'>[]) {
    const document = documentOfState(store.getState());
    const fresh = parties.filter(({ id }) => !getOf(document, 'node', id)?.profile);
    if (fresh.length === 0) return parties;
    const found = await profiles(
      fresh.map(({ address }) => address),
      newScores,
    ).catch(() => []);
    const risks = new Map(found.map(({ id, profile }) => [id, profile.risk]));
    return parties.map((party) => ({
      ...party,
      profile: { ...party.profile, risk: risks.get(party.id) ?? null },
    }));
  }

  function put(query: Query, answer: Answer, basis: FlowTraceBasis | null, title: string): void {
    const changes = changesOf(documentOfState(store.getState()), query, answer);
    store.actions.act({ title, changes, query, ...(basis && { basis }) });
  }

  return {
    busy: running > 0,
    trace: (chain, address) =>
      during(async () => {
        const answer = await expand(firstPage(chain, address, limits.traceFetched)).catch(() => null);
        const id = answer?.party.id ?? nodeIdOf(chain, address);
        const own = answer?.party.address ?? address;
        const [scored] = await profiles([own], 1).catch(() => []);
        const known = answer?.party ?? scored;
        const risk = scored?.profile.risk ?? null;
        put(
          { kind: 'trace', chain, address: own },
          { transfers: [], parties: known ? [{ id, profile: { ...known.profile, risk } }] : [] },
          answer?.basis ?? null,
          `Trace ${shortAddress(own)}`,
        );
        return id;
      }),
    add: (nodeId, { question, answer, transfers }) =>
      during(async () => {
        const node = getOf(documentOfState(store.getState()), 'node', nodeId);
        if (!node || node.chain === null || node.address === null) return;
        const ends = new Set(transfers.flatMap(({ from, to }) => [from, to]));
        const parties = await withProfiles(answer.parties.filter(({ id }) => ends.has(id)));
        const query: Query = {
          kind: 'expand',
          chain: node.chain,
          address: node.address,
          question: questionOf(question),
          chosen: transfers.map(({ id }) => id),
        };
        const count = `${transfers.length} ${plural(transfers.length, 'transfer')}`;
        put(query, { transfers, parties }, answer.basis, `Add ${count} of ${shortAddress(node.address)}`);
      }),
    take: (query, answer, basis, title) =>
      during(async () => {
        const parties = answer.parties.map(({ id, profile }) => ({
          id,
          profile,
          address: id.slice(id.indexOf(':') + 1),
        }));
        put(query, { ...answer, parties: await withProfiles(parties) }, basis, title);
      }),
  };
}
