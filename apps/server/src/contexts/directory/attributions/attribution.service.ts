import type { Attribution, CallOutput, attributeAddresses, attributeByAddress } from '@hopscope/contract';
import {
  ChainError,
  fromHex,
  networks,
  parseAddress,
  parseEthereumAddress,
  toChecksumAddress,
  toHex,
} from '@hopscope/chain';
import { type Blockchain, chains } from '@hopscope/domain';
import { notFound } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { readDeposits, readFrozen } from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { parseBitcoinAddress } from '../../../lib/identifiers.ts';
import { addressText } from '../records/address-text.ts';
import { presentAttribution, presentInherited } from './attribution.presenter.ts';
import type { ClusterAccess } from '../records/cluster-access.ts';
import { presentListItem } from '../records/directory.presenter.ts';
import { type State, stateAt } from '../records/entities-at.ts';
import type { EntityRow } from '../records/entities.store.ts';
import { readKnown } from '../records/known.ts';
import { readSourceNames } from '../records/sources.store.ts';
import { csamId, csamName, csamType } from './csam.ts';

/** A requested address. */
interface Asked {
  /** As requested. */
  readonly text: string;
  /** In canonical form: it isn't encoded again, which would take as long as everything else. */
  readonly address: string;
  readonly chain: Blockchain;
  readonly key: Uint8Array;
  readonly scriptType: string | null;
}

type ListAnswer = Omit<CallOutput<typeof attributeAddresses>, 'success'>;
type KeyedAnswer = Omit<CallOutput<typeof attributeByAddress>, 'success'>;

function readAddress(text: string, network: NetworkName): Asked | undefined {
  const given = text.trim();
  try {
    if (/^0x/i.test(given)) {
      const { address, checksummed } = parseEthereumAddress(given.replace(/^0X/, '0x'));
      return {
        text,
        address: checksummed,
        chain: 'ethereum',
        key: fromHex(address.slice(2)),
        scriptType: null,
      };
    }
    const { key, type } = parseAddress(given, networks[network]);
    // Base58 has one spelling of an address; Bech32 may be in upper case.
    const address = type === 'p2pkh' || type === 'p2sh' ? given : given.toLowerCase();
    return { text, address, chain: 'bitcoin', key, scriptType: type };
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** Serves attributions of addresses, from sources and clusters. */
export function createAttributions(options: {
  db: SqlDatabase;
  clusters: ClusterAccess | undefined;
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { db, clusters, network, now } = options;

  async function attribute(
    session: SqlSession,
    asked: readonly Asked[],
    around: { state: State; canSeeRestricted: boolean; network: NetworkName; records?: boolean },
  ): Promise<{ text: string; attribution: Attribution; entity: EntityRow | undefined }[]> {
    const { state, canSeeRestricted } = around;
    const known = await readKnown(session, asked, {
      state,
      clusters,
      ...(around.records && { records: true }),
    });
    const { entities } = known;
    const sources = await readSourceNames(session);
    const nameOfRoot = createNames((root) => addressText('bitcoin', root, around.network));
    return asked.flatMap(({ text, address, chain, key, scriptType }) => {
      const { chosen, cluster, inherited } = known.of(chain, key);
      const place = {
        blockchain: chain,
        address,
        script_type: scriptType,
        cospend_id: cluster ? nameOfRoot(cluster.root) : null,
      };
      if (chosen) {
        const attribution = presentAttribution(chosen, { place, entities, sources, canSeeRestricted });
        return [{ text, attribution, entity: entities.get(chosen.best.entityId) }];
      }
      if (inherited.length === 0) return [];
      const attribution = presentInherited(inherited, { place, entities, sources, canSeeRestricted });
      const [only] = inherited;
      return [
        { text, attribution, entity: inherited.length === 1 ? entities.get(only?.entity ?? '') : undefined },
      ];
    });
  }

  /** Looks up distinct addresses; reports invalid ones. */
  async function look<T>(
    texts: readonly string[],
    asOf: string | undefined,
    work: (
      session: SqlSession,
      read: { asked: Asked[]; invalid: string[]; state: State; network: NetworkName },
    ) => Promise<T>,
  ): Promise<T> {
    const bitcoin = await network();
    const asked = new Map<string, Asked>();
    const invalid: string[] = [];
    for (const text of new Set(texts)) {
      const address = readAddress(text, bitcoin);
      if (address) asked.set(text, address);
      else invalid.push(text);
    }
    return inTransaction(db, 'lookups', async (session) => {
      const state = await stateAt(session, asOf, now());
      return work(session, { asked: [...asked.values()], invalid, state, network: bitcoin });
    });
  }

  return {
    /** Returns one entry for each address with an attribution, in the requested order. */
    list: (
      texts: readonly string[],
      asOf: string | undefined,
      canSeeRestricted: boolean,
    ): Promise<ListAnswer> =>
      look(texts, asOf, async (session, { asked, invalid, ...around }) => {
        const once = [...new Map(asked.map((each) => [nameOf(each.chain, each.key), each])).values()];
        const found = await attribute(session, once, { ...around, canSeeRestricted });
        const { version, asOf: day } = around.state;
        return { data: found.map(({ attribution }) => attribution), invalid, version, asOf: day };
      }),

    /** Returns attributions by address as requested, with the record of each entity. */
    keyed: (
      texts: readonly string[],
      asOf: string | undefined,
      canSeeRestricted: boolean,
    ): Promise<KeyedAnswer> =>
      look(texts, asOf, async (session, { asked, invalid, ...around }) => {
        const { version, asOf: day } = around.state;
        const [found, frozen, depositsTo] = await Promise.all([
          attribute(session, asked, { ...around, canSeeRestricted, records: true }),
          day === null ? frozenOf(session, asked) : null,
          day === null ? depositsOf(session, asked) : null,
        ]);
        return {
          data: Object.fromEntries(found.map(({ text, attribution }) => [text, attribution])),
          referenceData: Object.fromEntries(
            found.flatMap(({ text, entity }) => (entity ? [[text, itemOf(entity, canSeeRestricted)]] : [])),
          ),
          frozen,
          depositsTo,
          invalid,
          version,
          asOf: day,
        };
      }),

    /** Returns the attribution of a Bitcoin address. Throws 404 if there is none, and 400 for an invalid address. */
    async ofBitcoin(text: string, asOf: string | undefined, canSeeRestricted: boolean): Promise<Attribution> {
      const { text: address } = parseBitcoinAddress(text, await network());
      return look([address], asOf, async (session, { asked, invalid: _none, ...around }) => {
        const [found] = await attribute(session, asked, { ...around, canSeeRestricted });
        if (!found) throw notFound('No attribution is known for this address');
        return found.attribution;
      });
    },
  };
}

/** Returns the addresses, as requested, that an issuer has frozen; null if that is unknown. */
async function frozenOf(session: SqlSession, asked: readonly Asked[]): Promise<string[] | null> {
  const accounts = asked.filter(({ chain }) => chains[chain].hasTokens);
  if (accounts.length === 0) return [];
  const frozen = await readFrozen(
    session,
    accounts.map(({ key }) => key),
  );
  return frozen && accounts.flatMap(({ key, text }) => (frozen.has(byteKey(key)) ? [text] : []));
}

/** Returns to whom the deposit contracts among addresses pass deposits on, as requested; null if that is unknown. */
async function depositsOf(
  session: SqlSession,
  asked: readonly Asked[],
): Promise<Record<string, string> | null> {
  const accounts = asked.filter(({ chain }) => chains[chain].hasTokens);
  if (accounts.length === 0) return {};
  const deposits = await readDeposits(
    session,
    accounts.map(({ key }) => key),
  );
  return (
    deposits &&
    Object.fromEntries(
      accounts.flatMap(({ key, text }) => {
        const account = deposits.get(byteKey(key));
        return account ? [[text, toChecksumAddress(`0x${toHex(account)}`)]] : [];
      }),
    )
  );
}

/** Returns a function that converts each key to text once. */
function createNames(textOf: (key: Uint8Array) => string): (key: Uint8Array) => string {
  const known = new Map<string, string>();
  return (key) => {
    const name = byteKey(key);
    const text = known.get(name) ?? textOf(key);
    known.set(name, text);
    return text;
  };
}

function nameOf(chain: Blockchain, key: Uint8Array): string {
  return `${chain} ${byteKey(key)}`;
}

function itemOf(entity: EntityRow, canSeeRestricted: boolean) {
  if (canSeeRestricted || !entity.csam) return presentListItem(entity);
  const record = { proper_name: [csamName], entity_type: [csamType] };
  return presentListItem({ ...entity, entityId: csamId, record });
}
