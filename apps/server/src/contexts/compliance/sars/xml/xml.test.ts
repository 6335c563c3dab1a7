import { checkSar, type SarContent, sarContent, type SarSubject } from '@hopscope/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../../../../test/depth.ts';
import { blocksOf } from './blocks.ts';
import { completeReport } from './complete-report.fixture.ts';
import { fincenXml } from './fincen.ts';
import { goamlXml } from './goaml.ts';
import { checkXml } from './schema-check.ts';

const today = '2020-02-03';
const fincen = (content: SarContent): string =>
  fincenXml([{ content, attachment: content.attachTransactions ? 'sar-7-transactions.csv' : null }], {
    today,
    transmitter: content.institution,
  });
const goaml = (content: SarContent): string =>
  goamlXml(content, { reference: 'SAR-7', at: `${today}T00:00:00` });
/** Texts of an element, in order. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:fc2:)?${name}>([^<]*)</`, 'g'))].map(([, text = '']) => text);

describe('FinCEN batch XML', () => {
  test('is what was agreed on, byte for byte, and follows the schema', async () => {
    const xml = fincen(completeReport());
    await expect(xml).toMatchFileSnapshot('./golden/fincen.xml');
    expect(checkXml(xml, 'fincen')).toEqual([]);
  });

  test('a continuing report carries the earlier number and all amounts; what is unknown is said to be unknown', () => {
    const { filing, activity } = completeReport();
    const xml = fincen(
      completeReport({
        filing: { ...filing, kind: 'continuing', priorNumber: '00000000000000' },
        activity: { ...activity, cumulative: '90000', amountIs: 'unknown' },
        attachTransactions: false,
      }),
    );
    expect(checkXml(xml, 'fincen')).toEqual([]);
    expect(textsOf(xml, 'EFilingPriorDocumentNumber')).toEqual(['00000000000000']);
    expect(textsOf(xml, 'CumulativeTotalViolationAmountText')).toEqual(['90000']);
    expect(textsOf(xml, 'AmountUnknownIndicator')).toEqual(['Y']);
    expect(textsOf(xml, 'TotalSuspiciousAmountText')).toEqual([]);
    expect(textsOf(xml, 'StreetAddressUnknownIndicator')).toHaveLength(2);
    expect(xml).toContain('TotalAmount="0" PartyCount="3"');
  });

  test('a batch has an activity for each report, with its own filing institution, and one transmitter', () => {
    const first = completeReport();
    const second = completeReport({
      institution: { ...first.institution, legalName: 'Other Bank', tin: '98-7654321' },
      activity: { ...first.activity, amount: '1000' },
      subjects: first.subjects.slice(0, 1),
      attachTransactions: false,
    });
    const xml = fincenXml(
      [
        { content: first, attachment: 'sar-7-transactions.csv' },
        { content: second, attachment: null },
      ],
      { today, transmitter: first.institution },
    );
    expect(checkXml(xml, 'fincen')).toEqual([]);
    expect(xml).toContain(
      'TotalAmount="48000" PartyCount="4" ActivityCount="2" ActivityAttachmentCount="1" AttachmentCount="1"',
    );
    const partiesOf = (code: number): string[] =>
      [...xml.matchAll(new RegExp(`<fc2:ActivityPartyTypeCode>${code}<.*?</fc2:Party>`, 'gs'))].flatMap(
        ([party]) => textsOf(party, 'RawPartyFullName')[0] ?? [],
      );
    const own = 'Exchange &amp; Sons &lt;Custody&gt;';
    expect(partiesOf(35)).toEqual([own, own]);
    expect(partiesOf(30)).toEqual([own, 'Other Bank']);
    expect(partiesOf(34)).toEqual([own, 'Other Bank']);
    expect(textsOf(xml, 'SubjectRelationshipFinancialInstitutionTINText')).toEqual([
      '123456789',
      '123456789',
      '987654321',
    ]);
  });

  test('a narrative of 17,000 characters is told in five blocks that together are the narrative', () => {
    const narrative = 'Ünïcode wörds and more '.repeat(800).slice(0, 17_000).trim();
    const xml = fincen(completeReport({ narrative }));
    const blocks = textsOf(xml, 'ActivityNarrativeText');
    expect(blocks.length).toBe(5);
    expect(blocks.join('')).toBe(narrative);
    expect(checkXml(xml, 'fincen')).toEqual([]);
  });

  test('what breaks the schema is told with its line', () => {
    const { filing, activity } = completeReport();
    const bad = fincen(
      completeReport({
        filing: { ...filing, kind: 'correct', priorNumber: '12' },
        activity: {
          ...activity,
          kinds: [
            { code: '821', other: '' },
            { code: '821', other: '' },
          ],
        },
      }),
    );
    const problems = checkXml(bad, 'fincen');
    expect(problems.map(({ message }) => message).join(' ')).toMatch(/EFilingPriorDocumentNumber.*821/s);
    expect(problems.every(({ line }) => line > 3)).toBe(true);
    const swapped = bad.replace('<fc2:FilingDateText>20200203</fc2:FilingDateText>', '');
    expect(checkXml(swapped, 'fincen').length).toBeGreaterThan(0);
    expect(checkXml(fincen(completeReport()).replace('SeqNum="3"', 'SeqNum="2"'), 'fincen')).toHaveLength(1);
    expect(checkXml('<not xml', 'fincen')).toHaveLength(1);
  });
});

describe('goAML XML', () => {
  test('is what was agreed on, byte for byte, and follows the schema', async () => {
    const xml = goaml(completeReport());
    await expect(xml).toMatchFileSnapshot('./golden/goaml.xml');
    expect(checkXml(xml, 'goaml')).toEqual([]);
  });

  test('without transactions it tells the known subjects as an activity', () => {
    const xml = goaml(completeReport({ transactions: [], attachTransactions: false }));
    expect(checkXml(xml, 'goaml')).toEqual([]);
    expect(xml).toContain('<activity>');
    expect(xml.match(/<report_party>/g)).toHaveLength(2);
  });

  const client = {
    isClient: true,
    nationality: 'US',
    residence: 'US',
    sourceOfWealth: 'Salary',
    legalForm: '',
    registration: '',
    registrationState: '',
    registrationCountry: '',
    accountType: 'VA',
    accountStatus: 'A',
    accountOpened: '2019-05-01',
  };

  /** The report, its customer told as a client; parts of the customer can be replaced. */
  function ofClient(change: Partial<SarSubject> = {}): SarContent {
    const report = completeReport();
    const { institution, subjects } = report;
    const [customer, ...others] = subjects;
    if (!customer) throw new Error('The report has a customer');
    const address = { ...customer.address, street: '2 Main St.' };
    return {
      ...report,
      institution: { ...institution, goaml: { ...institution.goaml, branch: 'Head office' } },
      subjects: [{ ...customer, address, client, ...change }, ...others],
    };
  }

  test('tells a customer in the forms for clients, with account and person, on the side of the institution alone', async () => {
    const xml = goaml(ofClient());
    expect(checkSar(ofClient(), today)).toEqual([]);
    await expect(xml).toMatchFileSnapshot('./golden/goaml-client.xml');
    expect(checkXml(xml, 'goaml')).toEqual([]);
    expect(xml).toMatch(/<t_to_my_client>.*<opened>2019-05-01T00:00:00<\/opened>.*<\/t_to_my_client>/s);
    expect(xml).toContain('<t_from>');
    const [transaction] = ofClient().transactions;
    if (!transaction) throw new Error('The report has a transaction');
    const out = goaml({ ...ofClient(), transactions: [{ ...transaction, direction: 'out' }] });
    expect(checkXml(out, 'goaml')).toEqual([]);
    expect(out).toContain('<t_from_my_client>');
    expect(out).toContain('<t_to>');
    // An address of the other side is no account of the institution, whoever's it is.
    const elsewhere = ofClient({ wallets: ['bc1qcounterparty'] });
    expect(checkXml(goaml(elsewhere), 'goaml')).toEqual([]);
    expect(goaml(elsewhere)).toMatch(/<t_from>.*<signatory>.*<\/t_from>/s);
  });

  test('tells clients that are entities, and clients of an activity', () => {
    const company = ofClient({
      kind: 'entity',
      name: 'Max Trading Ltd.',
      client: { ...client, registration: 'HRB 1', registrationState: 'NY', registrationCountry: 'US' },
    });
    expect(checkSar(company, today)).toEqual([]);
    const xml = goaml(company);
    expect(checkXml(xml, 'goaml')).toEqual([]);
    expect(xml).toContain('<incorporation_number>HRB 1</incorporation_number>');
    for (const [report, form] of [
      [company, 'entity'],
      [ofClient(), 'person'],
    ] as const) {
      const activity = goaml({ ...report, transactions: [], attachTransactions: false });
      expect(checkXml(activity, 'goaml')).toEqual([]);
      expect(activity).toContain(`<${form}_my_client>`);
    }
  });

  test('says what is missing of a client before anybody signs; the schema refuses it too', () => {
    const bare = ofClient({
      phones: [],
      gender: 'unknown',
      birthDate: '',
      client: { ...client, accountOpened: '' },
    });
    expect(checkSar(bare, today).map(({ path }) => path)).toEqual([
      'subjects.0.phones',
      'subjects.0.gender',
      'subjects.0.birthDate',
      'subjects.0.client.accountOpened',
    ]);
    expect(checkXml(goaml(bare), 'goaml').length).toBeGreaterThan(0);
    const { institution, subjects } = completeReport();
    const noBranch = { ...ofClient(), institution };
    expect(checkSar(noBranch, today).map(({ path }) => path)).toEqual(['institution.goaml.branch']);
    const [customer] = subjects;
    if (!customer) throw new Error('The report has a customer');
    const mixed = { ...ofClient(), subjects: [...ofClient().subjects, customer] };
    expect(checkSar(mixed, today)).toEqual([
      { path: 'subjects.3.client.isClient', message: 'Please mark all customers as clients, or none' },
    ]);
    const other = ofClient({ relationship: 'AgentIndicator', wallets: ['bc1qours'] });
    expect(checkSar(other, today).map(({ path }) => path)).toEqual(['subjects.0.client.isClient']);
  });

  test('an unknown value is not a number: the schema refuses it, and the check says so before', () => {
    const [transaction] = completeReport().transactions;
    if (!transaction) throw new Error('The report has a transaction');
    const content = completeReport({ transactions: [{ ...transaction, usd: '' }] });
    expect(checkXml(goaml(content), 'goaml')[0]?.message).toContain('amount_local');
    expect(checkSar(content, today)).toEqual([
      { path: 'transactions.0.localAmount', message: 'goAML requires the value in USD' },
    ]);
  });
});

/** Texts with everything that XML, schemas and readers stumble over. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      ']]>',
      '<!--',
      '&#0;',
      '\u00A0',
      '\u2028',
      '😀',
      '\u0301',
      'ß',
      ' ',
      '  ',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 30,
});

describe('hostile texts', () => {
  test('either are refused by the check, or come through both schemas as they are', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, other, isClient) => {
        const base = completeReport();
        const [subject, ...subjects] = base.subjects;
        const parsed = sarContent.safeParse({
          ...base,
          subjects: [{ ...subject, name, firstName: other.slice(0, 30) }, ...subjects],
          activity: { ...base.activity, kinds: [{ code: '8999', other: other.slice(0, 50) }] },
          narrative: isClient,
        });
        if (!parsed.success || checkSar(parsed.data, today).length > 0) return;
        for (const [xml, form] of [
          [fincen(parsed.data), 'fincen'],
          [goaml(parsed.data), 'goaml'],
        ] as const) {
          expect(checkXml(xml, form)).toEqual([]);
        }
        const written = textsOf(goaml(parsed.data), 'reason')[0] ?? '';
        const read = written
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#13;', '\r')
          .replaceAll('&amp;', '&');
        expect(read).toBe(parsed.data.narrative);
      }),
      propertyRuns(300),
    );
  });

  test.each([
    ['\u202Egnp.exe', 'change the text direction'],
    ['\u2066x', 'change the text direction'],
    ['\uD800', 'cannot be filed'],
    ['a\uFFFE', 'cannot be filed'],
  ])('%j is refused with a message', (text, message) => {
    expect(checkSar(completeReport({ narrative: `Told ${text}` }), today)).toEqual([
      { path: 'narrative', message: expect.stringContaining(message) },
    ]);
  });

  test.each(['\u0000', '\u0008', '\u001B', '\u007F', '\u0085'])(
    'control character %j is not even saved',
    (mark) => {
      expect(sarContent.safeParse(completeReport({ narrative: `a${mark}b` })).success).toBe(false);
    },
  );

  test('blocks hold no more than asked, neither begin nor end with a space, and together are the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.integer({ min: 4, max: 40 }),
        (text, most) => {
          const blocks = blocksOf(text, most);
          for (const block of blocks) {
            expect(Array.from(block).length).toBeLessThanOrEqual(most);
            expect(block).toBe(block.trim());
          }
          expect(blocks.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
        },
      ),
    );
  });
});
