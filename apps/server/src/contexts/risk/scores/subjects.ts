import { toDisplayHash, toHex } from '@hopscope/chain';
import type { Blockchain, Coverage, EthereumCoverage } from '@hopscope/contract';
import { chainOf, chains } from '@hopscope/domain';
import type { Label, RiskProfile, ScoreBasis } from '@hopscope/risk';
import { AppError, badRequest, notFound } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import { readState } from '../../../ledger/bitcoin/reader.ts';
import { readRemoteTokens } from '../../../ledger/ethereum/remote/by-address-reader.ts';
import type { AssetRow } from '../../../ledger/ethereum/model.ts';
import { readAssets } from '../../../ledger/ethereum/reader.ts';
import {
  checkAsset,
  parseBitcoinAddress,
  parseEthereumAccount,
  parseEthereumHash,
  parseTxid,
} from '../../../lib/identifiers.ts';
import { presentCoverage, presentEthereumCoverage } from '../../explorer/blocks/coverage.ts';
import { generalCoverage } from '../../explorer/ethereum/ethereum-by-address.presenter.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import type { State } from '../../directory/records/entities-at.ts';
import type { HistoricalLabels } from '../../directory/attributions/historical-labels.ts';
import {
  bitcoinAddress,
  bitcoinCluster,
  bitcoinTransaction,
  mostMembers,
  type Subject,
} from './bitcoin-subjects.ts';
import { createBitcoinFlows } from './bitcoin-flows.ts';
import { bitcoinStateAt, type ChainState, ethereumStateAt, otherHeightAt } from './crossings/chain-states.ts';
import { depositsOf, readerOfBoth } from './crossings/reader-of-both.ts';
import type { EntityFactsReader } from './entity-facts.ts';
import { createEthereumFlows } from './ethereum-flows.ts';
import { ethereumAddress, ethereumTransaction } from './ethereum-subjects.ts';
import { dependencyOnCountry, dependencyOnEntity } from './dependency-keys.ts';
import { createOwners, type Owners } from './owners.ts';
import type { SharedReads } from './shared-reads.ts';
import { remoteBitcoinTransaction, remoteEthereumTransaction, remoteState } from './remote-subject.ts';

/** Requested subject. */
export interface RiskQuestion {
  readonly identifier: string;
  readonly type: ScoreBasis['subject']['kind'];
  readonly blockchain?: Blockchain | undefined;
  /** A token by its contract. */
  readonly asset?: string | undefined;
  readonly height?: number | undefined;
  /** Height of the other chain; null: it does not count. By default, its newest block that is no newer than that at `height`. */
  readonly otherHeight?: number | null | undefined;
}

/** A subject with the state its score depends on. */
export interface FoundSubject {
  readonly basis: ScoreBasis;
  readonly contract: string | null;
  readonly subject: Subject;
  readonly owners: Owners;
  readonly coverage: Coverage | EthereumCoverage;
}

export interface SubjectAccess {
  readonly clusters: ClusterAccess | undefined;
  readonly facts: EntityFactsReader;
  readonly historicalLabels: HistoricalLabels | undefined;
  /** What others read at this state of the ledgers and the directory. */
  readonly reads: SharedReads;
  /** True if histories come from a remote provider: the ledger of blocks is empty. */
  readonly remote: Record<Blockchain, boolean>;
}

function checkDirectory({ version, past, date }: State): ScoreBasis['directory'] {
  return { version, asOf: past ? date : null, day: date };
}

const noReader: Subject['reader'] = {
  read: async (lots) => new Map(lots.map(({ id }) => [id, { is: 'not_in_ledger' as const }])),
};

function unseen(self: string, own: readonly Label[]): Subject {
  return { self, own, roots: [], notListed: 0n, reader: noReader, seen: false, activity: async () => null };
}

type Access = SubjectAccess & { readonly session: SqlSession; readonly directory: State };

/** The other chain's ledger at the state that belongs to a score; undefined where it does not count. */
async function otherOf<S extends ChainState>(
  access: Access,
  own: ChainState,
  { otherHeight }: RiskQuestion,
  { chain, read }: { chain: Blockchain; read: (around: Access, height: number) => Promise<S> },
): Promise<S | undefined> {
  if (access.remote[chain]) return undefined;
  const height = await otherHeightAt(access, chain, own, otherHeight);
  return height === undefined ? undefined : read(access, height);
}

const ledgerOf = (state: ChainState | undefined): ScoreBasis['ledger'] =>
  state?.block ? { height: state.block.height, hash: state.block.hash } : null;

/** Returns a function that calls `make` the first time only. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** How often links through mixers have to be right to be followed; 0: none are. Poison has no parts, so no odds either. */
const leastOf = ({ walk: { method, mixerLinks } }: RiskProfile): number =>
  method === 'poison' ? 0 : mixerLinks;

async function findBitcoin(
  session: SqlSession,
  question: RiskQuestion,
  profile: RiskProfile,
  directory: State,
  subjectAccess: SubjectAccess,
): Promise<FoundSubject> {
  const access: Access = { ...subjectAccess, session, directory };
  const own = await bitcoinStateAt(access, question.height);
  const { state, isComplete } = own;
  const other = await otherOf(access, own, question, { chain: 'ethereum', read: ethereumStateAt });
  const owners = createOwners(state, access);
  const { movements, minimumConfidence } = profile.walk;
  const flows = createBitcoinFlows(state, { owners, movements, isComplete });
  const ethereum =
    other &&
    once(() =>
      createEthereumFlows(other.state, {
        owners: createOwners(other.state, access, owners),
        movements,
        asset: 'ether',
        fromGenesis: other.fromGenesis,
        chainId: other.chainId,
        mixerLinks: { least: leastOf(profile), state: other.ledger },
      }),
    );
  const reader = ethereum
    ? readerOfBoth({ bitcoin: () => flows, ethereum, minimumConfidence })
    : flows.reader;
  const around = { owners, flows, reader, isComplete };
  const { type, identifier } = question;
  const read = async (): Promise<{ id: string; subject: Subject }> => {
    if (type === 'transaction') {
      const txid = parseTxid(identifier);
      const subject = await bitcoinTransaction(state, txid, around);
      if (!subject) throw notFound('Transaction not found in the stored blocks');
      return { id: toDisplayHash(txid), subject };
    }
    const { key, text } = parseBitcoinAddress(identifier, state.network);
    if (type === 'address') return { id: text, subject: await bitcoinAddress(state, key, around) };
    const subject = await bitcoinCluster(state, key, around);
    if (!subject) {
      throw badRequest(
        'bad_request',
        `The cluster has more than ${mostMembers} addresses. Request one of its addresses.`,
      );
    }
    return { id: subject.self, subject };
  };
  const { id, subject } = await read();
  return {
    basis: {
      blockchain: 'bitcoin',
      subject: { kind: type, id },
      asset: chains.bitcoin.coin,
      ledger: ledgerOf(own),
      other: ledgerOf(other),
      directory: checkDirectory(directory),
    },
    contract: null,
    subject,
    owners,
    coverage: presentCoverage(own.ranges),
  };
}

/** `assetsOf`: known tokens by contract in lowercase hex. */
async function findAsset(
  text: string | undefined,
  assetsOf: (contracts: readonly Uint8Array[]) => Promise<ReadonlyMap<string, AssetRow>>,
) {
  if (text === undefined || text === 'ether') {
    return { asset: 'ether' as const, contract: null, ...chains.ethereum.coin };
  }
  const { text: contract, bytes } = parseEthereumAccount(text);
  const row = (await assetsOf([bytes])).get(toHex(bytes));
  if (!row || row.decimals === null) {
    throw badRequest('bad_request', `The ledger has no token with decimals at ${text}`);
  }
  return { asset: bytes, contract, symbol: row.symbol ?? contract, decimals: row.decimals };
}

async function findEthereum(
  session: SqlSession,
  question: RiskQuestion,
  profile: RiskProfile,
  directory: State,
  subjectAccess: SubjectAccess,
): Promise<FoundSubject> {
  const access: Access = { ...subjectAccess, session, directory };
  const own = await ethereumStateAt(access, question.height);
  const { state, ledger, fromGenesis, chainId } = own;
  const other = await otherOf(access, own, question, { chain: 'bitcoin', read: bitcoinStateAt });
  const owners = createOwners(state, access);
  const { movements, minimumConfidence } = profile.walk;
  const coverage = presentEthereumCoverage(ledger);
  const { asset, contract, symbol, decimals } = await findAsset(question.asset, (contracts) =>
    readAssets(session, contracts),
  );
  const isComplete = coverage.kind === 'complete' && coverage.lacks.length === 0;
  const bitcoin =
    other &&
    once(() =>
      createBitcoinFlows(other.state, {
        owners: createOwners(other.state, access, owners),
        movements,
        isComplete: other.isComplete,
      }),
    );
  const flows = createEthereumFlows(state, {
    owners,
    movements,
    asset,
    fromGenesis,
    chainId,
    mixerLinks: { least: leastOf(profile), state: ledger },
    ...(bitcoin && {
      depositsOf: (payouts, txids) => depositsOf(bitcoin(), { payouts, txids }, minimumConfidence),
    }),
  });
  const reader = bitcoin ? readerOfBoth({ bitcoin, ethereum: () => flows, minimumConfidence }) : flows.reader;
  const around = { owners, flows, reader, chainId, isComplete };
  const { type, identifier } = question;
  const read = async (): Promise<{ id: string; subject: Subject }> => {
    if (type === 'transaction') {
      const hash = parseEthereumHash(identifier);
      const subject = await ethereumTransaction(state, hash, around);
      if (!subject) throw notFound('Transaction not found in the stored blocks');
      return { id: subject.self, subject };
    }
    const { text, bytes } = parseEthereumAccount(identifier);
    return { id: text, subject: await ethereumAddress(state, bytes, around) };
  };
  const { id, subject } = await read();
  return {
    basis: {
      blockchain: 'ethereum',
      subject: { kind: type, id: contract === null ? id : `${id} ${contract}` },
      asset: { symbol, decimals },
      ledger: ledgerOf(own),
      other: ledgerOf(other),
      directory: checkDirectory(directory),
    },
    contract,
    subject,
    owners,
    coverage,
  };
}

/** Reads an entity by its directory data. Throws 404 if it is unknown. */
async function findEntitySubject(
  session: SqlSession,
  { identifier }: RiskQuestion,
  directory: State,
  access: SubjectAccess,
): Promise<FoundSubject> {
  const { ranges } = await readState(session);
  const entity = (await access.facts.read(session, [identifier], directory)).get(identifier);
  if (!entity) throw notFound('Entity not found');
  const label: Label = {
    entity: entity.id,
    name: entity.name,
    categories: entity.categories,
    address: '',
    kind: 'direct',
    confidence: 100,
    source: 'directory',
    since: null,
  };
  return {
    basis: {
      blockchain: 'bitcoin',
      subject: { kind: 'entity', id: entity.id },
      asset: chains.bitcoin.coin,
      ledger: null,
      other: null,
      directory: checkDirectory(directory),
    },
    contract: null,
    subject: unseen(entity.id, [label]),
    owners: {
      entities: new Map([[entity.id, entity]]),
      dependencies: new Set([dependencyOnEntity(entity.id), ...entity.countryCodes.map(dependencyOnCountry)]),
      read: async () => new Map(),
      readAll: async () => new Map(),
      note: () => {},
    },
    coverage: presentCoverage(ranges),
  };
}

const finders: Readonly<Record<Blockchain, typeof findBitcoin>> = {
  bitcoin: findBitcoin,
  ethereum: findEthereum,
};

/**
 * Reads a subject in one snapshot of ledger and directory. Throws 400 for invalid input or a block outside the ledger, and
 * 404 for an unknown transaction or entity.
 */
export async function findSubject(
  session: SqlSession,
  question: RiskQuestion,
  profile: RiskProfile,
  directory: State,
  access: SubjectAccess,
): Promise<FoundSubject> {
  if (question.type === 'entity') return findEntitySubject(session, question, directory, access);
  const chain = chainOf(question.identifier);
  if (question.blockchain !== undefined && question.blockchain !== chain) {
    throw badRequest(
      'invalid_address',
      `${question.identifier} is not in the format of ${question.blockchain}`,
    );
  }
  checkAsset(chain, question.asset);
  const { name, hasClusters } = chains[chain];
  if (!hasClusters && question.type === 'cluster') {
    throw badRequest('bad_request', `${name} has no co-spend clusters. Request the address.`);
  }
  return finders[chain](session, question, profile, directory, access);
}

const remoteCoverage: Readonly<Record<Blockchain, Coverage | EthereumCoverage>> = {
  bitcoin: presentCoverage([]),
  ethereum: generalCoverage,
};

/**
 * Reads a transaction from a remote provider by its direct counterparties. Throws 404 if it isn't stored, and 501 for other
 * subjects.
 */
export async function findRemoteSubject(
  session: SqlSession,
  question: RiskQuestion,
  profile: RiskProfile,
  directory: State,
  access: SubjectAccess,
): Promise<FoundSubject> {
  const { blockchain = chainOf(question.identifier), type, identifier } = question;
  if (type !== 'transaction')
    throw new AppError('not_supported', 'Only transactions can be scored in this installation');
  const state = await remoteState(session, blockchain, directory);
  const owners = createOwners(state, access);
  const { movements } = profile.walk;
  const read = {
    async bitcoin() {
      const subject = await remoteBitcoinTransaction(state, parseTxid(identifier), { owners, movements });
      return { subject, contract: null, asset: chains.bitcoin.coin };
    },
    async ethereum() {
      const { asset, contract, symbol, decimals } = await findAsset(question.asset, (contracts) =>
        readRemoteTokens(
          session,
          contracts.map((one) => toHex(one)),
        ),
      );
      const around = { owners, movements, asset };
      const subject = await remoteEthereumTransaction(state, parseEthereumHash(identifier), around);
      return { subject, contract, asset: { symbol, decimals } };
    },
  };
  const { subject, contract, asset } = await read[blockchain]();
  if (!subject) throw notFound('The service has not reported this transaction');
  const id = contract === null ? subject.self : `${subject.self} ${contract}`;
  return {
    basis: {
      blockchain,
      subject: { kind: 'transaction', id },
      asset,
      ledger: null,
      other: null,
      directory: checkDirectory(directory),
    },
    contract,
    subject,
    owners,
    coverage: remoteCoverage[blockchain],
  };
}
