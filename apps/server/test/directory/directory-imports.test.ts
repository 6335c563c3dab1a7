import { expect, test } from 'vitest';
import type {
  ImportedAttribution,
  ImportedSubject,
  Importer,
  ImportFile,
  ImportItem,
} from '../../src/contexts/directory/import/import-item.ts';
import { importers } from '../../src/contexts/directory/import/importers.ts';
import {
  describeOnRealAttribution,
  readReal,
  realFile,
  realFiles,
} from '../support/recorded/real-attribution.ts';

interface Read {
  subjects: Map<string, ImportedSubject>;
  attributions: ImportedAttribution[];
  refused: { place: string; reason: string }[];
  otherChains: Map<string, number>;
  dataDate: string | undefined;
}

async function readAll(importer: Importer, files: readonly ImportFile[]): Promise<Read> {
  const read: Read = {
    subjects: new Map(),
    attributions: [],
    refused: [],
    otherChains: new Map(),
    dataDate: undefined,
  };
  const take = (item: ImportItem): void => {
    if (item.kind === 'subject') read.subjects.set(item.localId, item);
    if (item.kind === 'attribution') read.attributions.push(item);
    if (item.kind === 'refused') read.refused.push(item);
    if (item.kind === 'data_date') read.dataDate = item.date;
    if (item.kind === 'other_chain') {
      read.otherChains.set(item.chain, (read.otherChains.get(item.chain) ?? 0) + 1);
    }
  };
  for await (const item of importer(files, new AbortController().signal)) take(item);
  return read;
}

function valuesOf(subject: ImportedSubject | undefined, field: string): string[] {
  return (subject?.statements ?? []).filter((one) => one.field === field).map(({ value }) => value);
}

interface ExpectedParty {
  party_id: string;
  name: string;
  aliases: string[];
  programs: string[];
  party_type: string;
  listed: string[];
  addresses: { currency: string; address: string }[];
}

describeOnRealAttribution('Lists as they are published', () => {
  test('OFAC: every party with an address, its names, programs and dates', async () => {
    const read = await readAll(importers['ofac-sdn'], [realFile('ofac/sdn_advanced.crypto-only.xml')]);
    const expected: { entities: ExpectedParty[] } = JSON.parse(
      readReal('ofac/ofac-crypto-parties-2025-11-19.json').toString(),
    );
    expect(read.dataDate).toBe('2025-11-19');
    expect(read.subjects.size).toBe(79);
    expect(expected.entities).toHaveLength(79);
    for (const party of expected.entities) {
      const subject = read.subjects.get(party.party_id);
      expect(valuesOf(subject, 'proper_name')).toEqual([party.name]);
      // The file to check against leaves most names in other scripts out.
      const aliases = valuesOf(subject, 'alias');
      expect(aliases).toEqual(expect.arrayContaining(party.aliases));
      const more = aliases.filter((alias) => !party.aliases.includes(alias));
      expect(more.filter((alias) => /^[\x20-\x7e]+$/.test(alias))).toEqual([]);
      expect(valuesOf(subject, 'program')).toEqual(party.programs.toSorted());
      expect(valuesOf(subject, 'entity_tag')).toContain(
        party.party_type === 'Individual' ? 'person' : 'organization',
      );
      expect(subject?.statements.find(({ field }) => field === 'ofac')?.validFrom).toBe(
        party.listed.toSorted()[0],
      );
      const bitcoin = party.addresses
        .filter(({ currency }) => currency === 'XBT')
        .map(({ address }) => address);
      const found = read.attributions
        .filter(({ localId }) => localId === party.party_id)
        .map(({ address }) => address);
      // One of the list's own entries calls an address of TRON a bitcoin address.
      const sound = bitcoin.filter((address) => !address.startsWith('T'));
      expect(found).toEqual(expect.arrayContaining([...new Set(sound)]));
    }
    const counted = [...read.otherChains.values()].reduce((sum, count) => sum + count, 0);
    expect({ refused: read.refused.length, counted, stored: read.attributions.length }).toEqual({
      refused: 1,
      counted: 145,
      stored: 601,
    });
    expect(read.refused[0]?.place).toContain('TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzq');
  });

  test('OFAC: what came off the list since the copy of September 2024, and what came on', async () => {
    const older = await readAll(importers['ofac-addresses'], realFiles('ofac/older-2024-09', '.txt'));
    const newer = await readAll(importers['ofac-sdn'], [realFile('ofac/sdn_advanced.crypto-only.xml')]);
    const expected: { entities: ExpectedParty[] } = JSON.parse(
      readReal('ofac/ofac-crypto-parties-2025-11-19.json').toString(),
    );
    const withCurrencies = (currencies: readonly string[]) =>
      new Set(
        expected.entities
          .flatMap(({ addresses }) => addresses)
          .filter(({ currency }) => currencies.includes(currency))
          .map(({ address }) => address.toLowerCase()),
      );
    const olderText = readReal('ofac/older-2024-09/sanctioned_addresses_ETH.txt')
      .toString()
      .trim()
      .split('\n');
    const offByText = olderText.filter(
      (address) => !withCurrencies(['ETH']).has(address.trim().toLowerCase()),
    );
    const of = (read: Read) =>
      new Set(read.attributions.filter(({ chain }) => chain === 'ethereum').map(({ address }) => address));
    const now = of(newer);
    const off = [...of(older)].filter((address) => !now.has(address));
    expect(offByText).toHaveLength(90);
    expect(offByText.map((address) => address.trim().toLowerCase())).toEqual(expect.arrayContaining(off));
    // Tornado Cash's router was taken off on 2025-03-21.
    expect(off).toContain('0xd90e2f925da726b50c4ed8d0fb90ad053324f31b');
  });

  test('GraphSense: all packs load; what is refused has line and reason', async () => {
    const files = [...realFiles('graphsense/actors', '.yaml'), ...realFiles('graphsense/packs', '.yaml')];
    const read = await readAll(importers.graphsense, files);
    expect(read.subjects.get('binance')).toBeDefined();
    expect(valuesOf(read.subjects.get('hydramarket'), 'proper_name')[0]).toMatch(/hydra/i);
    expect(
      read.attributions.filter(({ localId }) => localId === 'binance').map(({ address }) => address),
    ).toEqual(
      expect.arrayContaining(['1NDyJtNTjmwk5xPNhjgAMu4HDHigtobu1s', '3CTPRyUbCKkByGmAVvDV6ReZXT1WfV3UPd']),
    );
    expect(read.attributions).toHaveLength(237_592);
    expect(read.refused).toHaveLength(12);
    for (const { place, reason } of read.refused) {
      expect(place).toMatch(/\.yaml, line \d+$/);
      expect(reason).not.toBe('');
    }
  });

  test('mining pools: payout addresses and marks in coinbases', async () => {
    const read = await readAll(importers['mining-pools'], [realFile('mining-pools/pools-v2.json')]);
    expect(read.subjects.size).toBe(168);
    // Seven of the 217 addresses are of test networks.
    expect(read.attributions).toHaveLength(210);
    expect(read.refused).toHaveLength(7);
    expect([...read.subjects.values()].flatMap((pool) => valuesOf(pool, 'coinbase_tag'))).toHaveLength(197);
  });

  test('ESMA: providers with LEI, services and dates', async () => {
    const read = await readAll(importers['esma-casp'], [realFile('esma-mica/CASPS.csv')]);
    const bitpanda = read.subjects.get('5493007WZ7IFULIL8G21');
    expect(valuesOf(bitpanda, 'proper_name')).toEqual(['Bitpanda']);
    expect(valuesOf(bitpanda, 'alias')).toEqual(['Bitpanda GmbH']);
    expect(valuesOf(bitpanda, 'entity_type')).toEqual(['exchange']);
    expect(bitpanda?.statements.find(({ field }) => field === 'registration')?.validFrom).toBe('2025-04-09');
    expect(read.refused.map(({ reason }) => reason)).toEqual([
      '“” is not a valid LEI (ISO 17442)',
      '“69940000HAL9ODW3IMO22” is not a valid LEI (ISO 17442)',
      '“724500YJVIN0Q94ZZG5” is not a valid LEI (ISO 17442)',
    ]);
  });

  test('DefiLlama: owners on both chains; other chains are counted', async () => {
    const read = await readAll(importers.defillama, [
      realFile('defillama-cex/cex-owners.json'),
      realFile('defillama-cex/bitcoin-book.json'),
    ]);
    expect(read.attributions.map(({ address }) => address)).toContain('1HTGi4tfXSEtcXD4pk6S3vBs3s64hWY1pW');
    expect(read.otherChains.get('SOLANA')).toBeGreaterThan(10);
    expect(read.attributions.filter(({ chain }) => chain === 'bitcoin').length).toBeGreaterThan(4500);
    for (const { place } of read.refused) expect(place).toMatch(/^defillama-cex\/.+, .+/);
  });

  test('ccxt: exchanges with sites, and countries where they are codes of ISO 3166', async () => {
    const read = await readAll(importers.ccxt, [realFile('ccxt/ccxt-exchanges-4.5.84.json')]);
    expect(read.subjects.size).toBe(104);
    const withCountry = [...read.subjects.values()].filter(
      (one) => valuesOf(one, 'associate_country').length > 0,
    );
    expect(withCountry).toHaveLength(94);
  });

  test('FATF, EU and OFAC: countries with the dates at which lists changed', async () => {
    const read = await readAll(importers.jurisdictions, realFiles('jurisdictions', '.json'));
    const status = (country: string, field: string) =>
      (read.subjects.get(country)?.statements ?? []).filter((one) => one.field === field);
    const current = (field: string) =>
      [...read.subjects.keys()].filter((country) =>
        status(country, field).some(({ validTo }) => validTo === undefined),
      );
    expect(current('fatf_status')).toHaveLength(25);
    expect(current('eu_status')).toHaveLength(26);
    expect(status('IQ', 'fatf_status')).toMatchObject([{ validFrom: '2026-06-19' }]);
    expect(status('ZA', 'fatf_status')).toMatchObject([{ validTo: '2025-10-23' }]);
    expect(current('ofac_status').toSorted()).toEqual(['CU', 'IR', 'KP']);
  });

  test('FollowTheMoney: wallets of their holder with its sanctions, and such that ended', async () => {
    const read = await readAll(importers['follow-the-money'], [
      realFile('constructed-fixtures/entities.ftm.json'),
    ]);
    const wallets = read.attributions.filter(({ localId }) => localId === 'ofac-44437');
    expect(wallets.map(({ address }) => address)).toContain('1JHdQHkBZiim1cb4hyUh2PbzEbbg6z2TrF');
    expect(wallets[0]).toMatchObject({ category: 'sanctioned', validFrom: '2023-11-29' });
    expect(valuesOf(read.subjects.get('ofac-44437'), 'program')).toEqual(['CYBER2', 'DPRK3']);
  });

  test('Ransomwhere: addresses by family', async () => {
    const read = await readAll(importers.ransomwhere, [
      realFile('constructed-fixtures/ransomwhere-export.json'),
    ]);
    expect(read.attributions.map(({ label, address }) => [label, address])).toEqual([
      ['Netwalker (Mailto)', '17TMc2UkVRSga2yYvuxSD9Q1XyB2EPRjTF'],
      ['Qlocker', '3KmK5z4CAvn3aL4Q8F2gWbhuPRy9ZmEurN'],
    ]);
  });
});
