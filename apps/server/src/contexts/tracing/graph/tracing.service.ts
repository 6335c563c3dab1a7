import type {
  autoTrace,
  Blockchain,
  CallOutput,
  expandFlow,
  findFlowPath,
  findSameOwners,
  FlowParty,
  listFlowProfiles,
  taintFlow,
} from '@hopscope/contract';
import { addUtcDays, chainOf, chains, otherChain, utcDay } from '@hopscope/domain';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { AppError, isRefusal, badRequest } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, withSession } from '../../../db/session.ts';
import { readAssets } from '../../../ledger/ethereum/reader.ts';
import type { InTurn } from '../../../lib/in-turn.ts';
import { checkAsset, parseEthereumAccount } from '../../../lib/identifiers.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import type { Viewing } from '../../directory/attributions/csam.ts';
import { createLabelsThen } from '../../directory/attributions/historical-labels.ts';
import type { DatedPrice } from '../../explorer/prices/price-history.service.ts';
import { createEntityFacts } from '../../risk/scores/entity-facts.ts';
import type { Call, createRisk } from '../../risk/risk.service.ts';
import { expand } from './expand.ts';
import { findPaths } from '../paths/find-paths.ts';
import { linesOf } from './lines.ts';
import {
  oneChain,
  openTracingSnapshot,
  type AddressRef,
  readTimeOf,
  type StateAsked,
  type TracingSnapshot,
} from './open-tracing.ts';
import { readParties } from './parties.ts';
import { findSameOwner } from './same-owner.ts';
import { taintDrawn, traceMoney } from './trace-money.ts';

/** Traces and path searches are written while they run, each with a snapshot and its connection, in turn. */
export type TracingCall = Call & { readonly inTurn: InTurn };
type Body<E extends { body?: z.ZodType }> = z.output<NonNullable<E['body']>>;
type Answer<E> = Omit<CallOutput<E>, 'success'>;
type Profiles = Answer<typeof listFlowProfiles>;
type Cents = (balance: bigint) => bigint | null;

/** Millionths of a dollar in a cent. */
const microsOfCent = 10_000n;
const noCents: Cents = () => null;

/** Answers FlowTrace queries from the ledger's index, each from one snapshot. */
export function createTracing(options: {
  db: SqlDatabase;
  clusters: ClusterAccess | undefined;
  remote: Record<Blockchain, boolean>;
  risk: Pick<ReturnType<typeof createRisk>, 'calculate'>;
  canSeeRestricted: (call: Viewing) => Promise<boolean>;
  pricesOnDays: (symbol: string, days: readonly string[]) => Promise<ReadonlyMap<string, DatedPrice>>;
  logger: Pick<Logger, 'error'>;
  now: () => number;
}) {
  const { db, clusters, remote, risk, canSeeRestricted, pricesOnDays, logger, now } = options;
  const access = {
    clusters,
    facts: createEntityFacts(),
    historicalLabels: clusters && createLabelsThen(clusters),
    remote,
    now,
  };

  const open = <T>(
    chain: Blockchain,
    state: StateAsked,
    work: (tracing: TracingSnapshot) => Promise<T>,
  ): Promise<T> =>
    inTransaction(db, 'lookups', async (session) =>
      work(await openTracingSnapshot(session, chain, state, access)),
    );

  /** Opens the other chain at the same directory; undefined without a ledger of its blocks. */
  async function openOther(
    { session, chain, directory }: TracingSnapshot,
    height: number | undefined,
  ): Promise<TracingSnapshot | undefined> {
    const other = otherChain(chain);
    if (remote[other]) return undefined;
    const state = { height, directory: { version: directory.version, day: directory.date } };
    const opened = await openTracingSnapshot(session, other, state, access);
    return opened.blockHash === null ? undefined : opened;
  }

  /** Returns the price in cents. Called before the snapshot: prices are read through another connection. */
  async function centsAt(chain: Blockchain, height: number | undefined): Promise<Cents> {
    const time = await withSession(db, (session) => readTimeOf(session, chain, height));
    if (time === null) return noCents;
    const { symbol, decimals } = chains[chain].coin;
    const units = 10n ** BigInt(decimals);
    const day = addUtcDays(utcDay(time * 1000), -1);
    const micros = (await pricesOnDays(symbol, [day])).get(day)?.micros;
    return micros === undefined ? noCents : (balance) => (balance * micros) / (units * microsOfCent);
  }

  /** Parses `ether`, a token's contract, or nothing. Throws 400 for an asset that the chain or the ledger doesn't have. */
  async function assetAsked(
    { session, chain }: TracingSnapshot,
    asset: string | undefined,
  ): Promise<'ether' | Uint8Array | undefined> {
    if (asset === undefined) return undefined;
    checkAsset(chain, asset);
    if (asset === 'ether') return 'ether';
    const { bytes } = parseEthereumAccount(asset);
    if ((await readAssets(session, [bytes])).size === 0) {
      throw badRequest('bad_request', `The ledger has no token at ${asset}`);
    }
    return bytes;
  }

  /** Returns the asset name for traces: the chain for its native coin, or else the contract. */
  async function assetName(tracing: TracingSnapshot, asset: string | undefined): Promise<string> {
    const found = await assetAsked(tracing, asset);
    return found === undefined || found === 'ether' ? tracing.chain : parseEthereumAccount(asset ?? '').text;
  }

  const stateOf = ({ height, directory }: StateAsked): StateAsked => ({ height, directory });

  /** Returns the risk of an address at the state of an answer: whole points, or why there are none. */
  async function riskOf(
    call: Call,
    party: FlowParty,
    height: number | null,
  ): Promise<Pick<Profiles['parties'][number], 'riskState'> & { risk: number | null }> {
    try {
      const { score } = await risk.calculate(call, {
        body: { identifier: party.address, type: 'address' },
        height: height ?? undefined,
        asOf: undefined,
      });
      return { risk: score, riskState: score === null ? 'unknown' : 'scored' };
    } catch (error) {
      if (isRefusal(error)) return { risk: null, riskState: 'unknown' };
      throw error;
    }
  }

  return {
    /** Returns a page of an address's transfers. Throws 400 for a malformed query. */
    async expand(call: Call, body: Body<typeof expandFlow>): Promise<Answer<typeof expandFlow>> {
      const chain = oneChain([body.address], body.blockchain);
      const seesRestricted = await canSeeRestricted(call);
      const centsOf = await centsAt(chain, body.height);
      return open(chain, stateOf(body), async (tracing) =>
        expand(tracing, tracing.addressRef(body.address), {
          question: body,
          asset: await assetAsked(tracing, body.asset),
          canSeeRestricted: seesRestricted,
          centsOf,
          signal: call.signal,
        }),
      );
    },

    /** Returns profiles of addresses in the requested order; an invalid address has an error in its place. */
    async profiles(call: Call, body: Body<typeof listFlowProfiles>): Promise<Profiles> {
      const seesRestricted = await canSeeRestricted(call);
      const answers = new Map<string, Profiles['parties'][number]>();
      const basis: Profiles['basis'] = [];
      for (const [chain, texts] of Map.groupBy(new Set(body.addresses), chainOf)) {
        const centsOf = await centsAt(chain, body.height);
        await open(chain, stateOf(body), async (tracing) => {
          const places = new Map<string, AddressRef>();
          for (const asked of texts) {
            try {
              places.set(asked, tracing.addressRef(asked));
            } catch (error) {
              if (!(error instanceof AppError)) throw error;
              answers.set(asked, { asked, party: null, error: error.message, riskState: 'not_calculated' });
            }
          }
          const parties = await readParties(tracing, [...places.values()], {
            canSeeRestricted: seesRestricted,
            centsOf,
          });
          basis.push(tracing.basis);
          for (const [asked, { address }] of places) {
            const party = parties.get(address) ?? null;
            answers.set(asked, { asked, party, error: null, riskState: 'not_calculated' });
          }
        });
      }
      let left = body.directory ? 0 : body.scores;
      for (const asked of new Set(body.addresses)) {
        const answer = answers.get(asked);
        if (!answer?.party || left === 0) continue;
        left -= 1;
        call.signal.throwIfAborted();
        const at = basis.find(({ blockchain }) => blockchain === chainOf(asked));
        const { risk: points, riskState } = await riskOf(call, answer.party, at?.height ?? null);
        const party = { ...answer.party, profile: { ...answer.party.profile, risk: points } };
        answers.set(asked, { ...answer, party, riskState });
      }
      return { basis, parties: body.addresses.flatMap((asked) => answers.get(asked) ?? []) };
    },

    /** Returns the lines of an auto-trace. Throws 400 for a malformed query. */
    async auto(call: TracingCall, body: Body<typeof autoTrace>): Promise<AsyncIterable<string>> {
      const { signal, inTurn } = call;
      const addresses = body.starts.map(({ address }) => address);
      const chain = oneChain(addresses, body.blockchain);
      const [cents, otherCents] = await Promise.all([
        centsAt(chain, body.height),
        centsAt(otherChain(chain), body.otherHeight),
      ]);
      const reporting = {
        canSeeRestricted: await canSeeRestricted(call),
        centsOf: (of: Blockchain) => (of === chain ? cents : otherCents),
        signal,
      };
      return linesOf(
        (send) =>
          inTurn(() =>
            open(chain, stateOf(body), async (own) => {
              const starts = addresses.map((address) => own.addressRef(address));
              const asset = await assetName(own, body.asset);
              const other = body.crossings ? await openOther(own, body.otherHeight) : undefined;
              await traceMoney({ own, other }, starts, { question: body, asset, send, reporting });
            }),
          ),
        { signal, failed: (error) => logger.error({ err: error }, 'a trace failed') },
      );
    },

    /** Returns the lines of a path search. Throws 400 for a malformed query, or for addresses of two chains without crossings. */
    async path(call: TracingCall, body: Body<typeof findFlowPath>): Promise<AsyncIterable<string>> {
      const { signal, inTurn } = call;
      const isAcross = body.crossings && chainOf(body.from) !== chainOf(body.to);
      const chain = oneChain(isAcross ? [body.from] : [body.from, body.to], body.blockchain);
      const [cents, otherCents] = await Promise.all([
        centsAt(chain, body.height),
        centsAt(otherChain(chain), body.otherHeight),
      ]);
      const reporting = {
        canSeeRestricted: await canSeeRestricted(call),
        centsOf: (of: Blockchain) => (of === chain ? cents : otherCents),
        signal,
      };
      return linesOf(
        (send) =>
          inTurn(() =>
            open(chain, stateOf(body), async (own) => {
              const other = body.crossings ? await openOther(own, body.otherHeight) : undefined;
              if (isAcross && !other) {
                throw badRequest('bad_request', `${body.to} is on a blockchain without blocks in the ledger`);
              }
              const target = isAcross && other ? other : own;
              const ends = [own.addressRef(body.from), target.addressRef(body.to)] as const;
              const onEthereum = chains[target.chain].model === 'account' ? target : own;
              const asset = body.asset === undefined ? undefined : await assetName(onEthereum, body.asset);
              await findPaths({ own, other }, ends, { question: body, asset, send, reporting });
            }),
          ),
        { signal, failed: (error) => logger.error({ err: error }, 'a path search failed') },
      );
    },

    /** Returns pairs of addresses with one owner and the evidence. Throws 400 for an invalid address. */
    async sameOwner(call: Call, body: Body<typeof findSameOwners>): Promise<Answer<typeof findSameOwners>> {
      const seesRestricted = await canSeeRestricted(call);
      const answer: Answer<typeof findSameOwners> = { basis: [], pairs: [], partly: [] };
      for (const [chain, texts] of Map.groupBy(body.addresses, chainOf)) {
        await open(chain, stateOf(body), async (tracing) => {
          const places = new Map(
            texts.map((text) => {
              const place = tracing.addressRef(text);
              return [place.address, place];
            }),
          );
          const { pairs, partly } = await findSameOwner(tracing, [...places.values()], seesRestricted);
          answer.basis.push(tracing.basis);
          answer.pairs.push(...pairs.map(({ evidence, ...pair }) => ({ ...pair, evidence: [...evidence] })));
          answer.partly.push(...partly);
        });
      }
      return answer;
    },

    /** Returns shares of a source's money on drawn connections. Throws 400 for a malformed query. */
    async taint(call: Call, body: Body<typeof taintFlow>): Promise<Answer<typeof taintFlow>> {
      const chain = oneChain([body.source.address], body.blockchain);
      const reporting = { canSeeRestricted: await canSeeRestricted(call), signal: call.signal };
      return open(chain, stateOf(body), async (tracing) => {
        const asset = await assetName(tracing, body.asset);
        return taintDrawn(tracing, tracing.addressRef(body.source.address), {
          question: body,
          asset,
          reporting,
        });
      });
    },
  };
}
