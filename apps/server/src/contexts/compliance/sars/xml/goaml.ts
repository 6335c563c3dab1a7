import type { SarAddress, SarContent, SarSubject, SarTransaction } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { othersOfRemote } from '../sar-content.ts';
import { type Element, group, leaf, type Parts, writeXml } from './element.ts';

interface GoamlContext {
  readonly content: SarContent;
  /** What the FIU knows the report by. */
  readonly reference: string;
  /** `YYYY-MM-DDTHH:MM:SS`. */
  readonly at: string;
}

const momentOf = (iso: string): string => iso.slice(0, 19);
const midnight = (day: string): string => (day === '' ? '' : `${day}T00:00:00`);

function addressOf(address: SarAddress, { goaml }: SarContent['institution']): Element | undefined {
  const { street, city, zip, state, country } = address;
  if (street === '' || city === '' || country === '') return undefined;
  return group('address', [
    leaf('address_type', goaml.contactType),
    leaf('address', street),
    leaf('city', city),
    leaf('zip', zip),
    leaf('country_code', country),
    leaf('state', state),
  ]);
}

const inList = (name: string, parts: Parts): Element | undefined =>
  parts.some((part) => part !== undefined) ? group(name, parts) : undefined;

function phonesOf({ phones }: SarSubject, { goaml }: SarContent['institution']): Element | undefined {
  return inList(
    'phones',
    phones
      .filter((each) => each !== '')
      .map((number) =>
        group('phone', [
          leaf('tph_contact_type', goaml.contactType),
          leaf('tph_communication_type', goaml.communicationType),
          leaf('tph_number', number),
        ]),
      ),
  );
}

/** Whether the schema's forms for clients of the institution are used of a subject. */
const isClient = ({ relationship, client }: SarSubject): boolean =>
  client.isClient && relationship === 'CustomerIndicator';

const genders = { female: 'F', male: 'M' } as const;

/** Owner of a party; `asClient`: in the schema's forms for clients of the institution. */
interface Statement {
  readonly from: SarContent['institution'];
  readonly asClient: boolean;
}

function personOf(name: string, subject: SarSubject, { from, asClient }: Statement): Element {
  const { gender, identifications, emails, client } = subject;
  const passport = identifications.find(({ type, country }) => type === '6' && country !== '');
  const other = identifications.find((each) => each !== passport);
  return group(name, [
    leaf('gender', gender === 'female' || gender === 'male' ? genders[gender] : ''),
    leaf('first_name', subject.firstName),
    leaf('middle_name', subject.middleName),
    leaf('last_name', subject.name),
    leaf('birthdate', midnight(subject.birthDate)),
    leaf(
      'alias',
      [...subject.aliases, ...subject.usernames].find((each) => each !== ''),
    ),
    leaf('ssn', subject.tinType === '1' ? subject.tin : ''),
    leaf('passport_number', passport?.number),
    leaf('passport_country', passport?.country),
    leaf('id_number', other?.number),
    asClient ? leaf('nationality1', client.nationality) : undefined,
    asClient ? leaf('residence', client.residence) : undefined,
    phonesOf(subject, from),
    inList('addresses', [addressOf(subject.address, from)]),
    ...emails
      .filter((each) => each !== '')
      .slice(0, 5)
      .map((each) => leaf('email', each)),
    leaf('occupation', subject.occupation),
    leaf('tax_number', subject.tinType === '1' ? '' : subject.tin),
    asClient ? leaf('source_of_wealth', client.sourceOfWealth) : undefined,
  ]);
}

function entityOf(name: string, subject: SarSubject, { from, asClient }: Statement): Element {
  const { client } = subject;
  return group(name, [
    leaf('name', subject.name),
    leaf(
      'commercial_name',
      subject.aliases.find((each) => each !== ''),
    ),
    asClient ? leaf('incorporation_legal_form', client.legalForm) : undefined,
    asClient ? leaf('incorporation_number', client.registration) : undefined,
    leaf('business', subject.occupation),
    phonesOf(subject, from),
    inList('addresses', [addressOf(subject.address, from)]),
    ...subject.emails
      .filter((each) => each !== '')
      .slice(0, 5)
      .map((each) => leaf('email', each)),
    leaf(
      'url',
      subject.websites.find((each) => each !== ''),
    ),
    asClient ? leaf('incorporation_state', client.registrationState) : undefined,
    asClient ? leaf('incorporation_country_code', client.registrationCountry) : undefined,
    leaf('tax_number', subject.tin),
  ]);
}

interface Account {
  readonly name: string;
  readonly address: string;
  /** Addresses held by the institution. */
  readonly isOwn: boolean;
}

/** Returns the subjects with this address; for an own address also the customers, unless it is assigned to a subject. */
function holdersOf({ address, isOwn }: Account, { subjects, transactions }: SarContent): SarSubject[] {
  const known = subjects.filter(({ kind }) => kind !== 'unknown');
  const named = known.filter(({ wallets }) => wallets.includes(address));
  if (!isOwn || named.length > 0) return named;
  const own = new Set(transactions.map((each) => each.address));
  return known.filter(
    ({ relationship, wallets }) =>
      relationship === 'CustomerIndicator' && !wallets.some((each) => own.has(each)),
  );
}

/** Returns the owner of a client account; undefined: a regular party. */
function clientOf(account: Account, content: SarContent): SarSubject['client'] | undefined {
  const holders = account.isOwn ? holdersOf(account, content) : [];
  return holders.every(isClient) ? holders[0]?.client : undefined;
}

function accountOf(account: Account, { content }: GoamlContext, transaction: SarTransaction): Element {
  const { institution: from } = content;
  const holders = holdersOf(account, content);
  const client = clientOf(account, content);
  const statement: Statement = { from, asClient: client !== undefined };
  const { name: chain } = chains[transaction.blockchain];
  const entity = holders.find(({ kind }) => kind === 'entity');
  return group(account.name, [
    leaf('institution_name', account.isOwn ? from.legalName : chain),
    leaf('institution_code', account.isOwn ? from.goaml.rentityId : chain.toUpperCase()),
    leaf('non_bank_institution', 'true'),
    client && leaf('branch', from.goaml.branch),
    leaf('account', account.address),
    client && leaf('currency_code', from.goaml.currency),
    leaf('account_name', `${chain} address`),
    client && leaf('personal_account_type', client.accountType),
    entity && entityOf('t_entity', entity, statement),
    ...holders
      .filter(({ kind }) => kind === 'person')
      .map((each) => group('signatory', [personOf('t_person', each, statement)])),
    client && leaf('opened', midnight(client.accountOpened)),
    client && leaf('status_code', client.accountStatus),
  ]);
}

/** One side of a transaction; `to` or `from`. */
function sideOf(
  side: 'from' | 'to',
  { context, transaction }: { context: GoamlContext; transaction: SarTransaction },
): Element {
  const { institution, ...rest } = context.content;
  const isOwn = (side === 'to') === (transaction.direction === 'in');
  const address = isOwn ? transaction.address : (transaction.counterparties[0] ?? 'unknown');
  const account: Account = { name: `${side}_account`, address, isOwn };
  const [holder] = holdersOf(account, { institution, ...rest });
  const country = holder?.address.country || (isOwn ? institution.address.country : '');
  const form = clientOf(account, context.content) ? '_my_client' : '';
  return group(`t_${side}${form}`, [
    leaf(`${side}_funds_code`, institution.goaml.fundsCode),
    leaf(`${side}_funds_comment`, transaction.asset),
    accountOf(account, context, transaction),
    leaf(`${side}_country`, country || institution.goaml.unknownCountry),
  ]);
}

/** Counterparties that a description names. */
const mostNamed = 20;

/** What the amounts of the schema, which are in the local currency, leave out. */
function described(transaction: SarTransaction): string {
  const { direction, amount, asset, txId, usd, counterparties } = transaction;
  const way = direction === 'in' ? 'received from' : 'sent to';
  const along = othersOfRemote(transaction);
  const suffix = along.length === 0 ? '' : ', including all assets moved the same way';
  const worth =
    usd === '' ? 'value in US dollars unknown' : `valued at ${usd} US dollars at the time${suffix}`;
  const more = counterparties.length > mostNamed ? ` and ${counterparties.length - mostNamed} others` : '';
  const others = `${counterparties.slice(0, mostNamed).join(', ') || 'unknown addresses'}${more}`;
  const alongside = along.length === 0 ? '' : `, which also: ${along.join(', ')}`;
  return `${amount} ${asset} (${worth}) ${way} ${others} in transaction ${txId}${alongside}`;
}

function transactionOf(transaction: SarTransaction, index: number, context: GoamlContext): Element {
  const { institution } = context.content;
  const { localAmount, usd } = transaction;
  const { goaml } = institution;
  return group('transaction', [
    // A transaction can involve two own addresses, so its ID alone isn't unique.
    leaf('transactionnumber', `${context.reference}-${index + 1}`),
    leaf('internal_ref_number', transaction.txId),
    leaf('transaction_location', institution.legalName),
    leaf('transaction_description', described(transaction)),
    leaf('date_transaction', momentOf(transaction.time)),
    leaf('transmode_code', goaml.transmodeCode),
    leaf('transmode_comment', goaml.transmodeComment),
    leaf('amount_local', localAmount || (goaml.currency === 'USD' ? usd : '')),
    sideOf('from', { context, transaction }),
    sideOf('to', { context, transaction }),
  ]);
}

function activityOf({ institution, subjects, narrative }: SarContent): Element {
  const parties = subjects
    .filter(({ kind }) => kind !== 'unknown')
    .map((subject) => {
      const statement: Statement = { from: institution, asClient: isClient(subject) };
      const form = statement.asClient ? '_my_client' : '';
      return group('report_party', [
        subject.kind === 'person'
          ? personOf(`person${form}`, subject, statement)
          : entityOf(`entity${form}`, subject, statement),
        leaf('reason', narrative),
      ]);
    });
  return group('activity', [group('report_parties', parties)]);
}

/**
 * Writes a report for an FIU's goAML (UNODC, goAML Schema, Standard XML Reporting Instructions and Specifications, 4.0).
 * Codes are from the FIU's lists and entered by the institution. Transactions have two parties; without transactions, the
 * subjects are reported as an activity.
 */
export function goamlXml(
  content: SarContent,
  { reference, at }: Pick<GoamlContext, 'reference' | 'at'>,
): string {
  const { institution, goaml, filing, transactions } = content;
  const own = institution.goaml;
  const context: GoamlContext = { content, reference, at };
  const location = addressOf(institution.address, institution);
  const root = group('report', [
    leaf('rentity_id', own.rentityId),
    leaf('rentity_branch', own.branch),
    leaf('submission_code', 'E'),
    leaf('report_code', own.reportCode),
    leaf('entity_reference', reference),
    leaf('fiu_ref_number', filing.fiuReference),
    leaf('submission_date', at),
    leaf('currency_code_local', own.currency),
    group('reporting_person', [
      leaf('first_name', own.reporterFirstName),
      leaf('last_name', own.reporterLastName),
      leaf('email', own.reporterEmail),
    ]),
    location && { ...location, name: 'location' },
    leaf('reason', content.narrative),
    leaf('action', goaml.action),
    ...(transactions.length > 0
      ? transactions.map((each, index) => transactionOf(each, index, context))
      : [activityOf(content)]),
    group(
      'report_indicators',
      goaml.indicators.filter((each) => each !== '').map((each) => leaf('indicator', each)),
    ),
  ]);
  return writeXml(root);
}
