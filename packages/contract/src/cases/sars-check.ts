import { isOtherCode, sarOtherProducts, sarSubtypes } from './sars-codes.ts';
import type { SarAddress, SarContent, SarForm, SarInstitution, SarSubject } from './sars-content.ts';

/** What is missing or wrong, and where in the content: names and places of list items with dots between. */
export interface SarProblem {
  readonly path: string;
  readonly message: string;
}

type Say = (path: string, message: string) => void;

/** Digits of a number that people write with spaces, dots, hyphens, brackets or a plus before it. */
export const digitsOf = (text: string): string => text.replaceAll(/[\s.()+/-]/gu, '');

const isTaxNumber = (type: string, text: string): boolean =>
  type === '9' ? text.length > 0 : /^\d{9}$/.test(digitsOf(text));
const isPhone = (text: string): boolean => /^\d{5,16}$/.test(digitsOf(text));
const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text);
const isMail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isIp = (text: string): boolean =>
  /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text)
    ? text.split('.').every((part) => Number(part) <= 255)
    : /^[0-9a-f:.]+$/i.test(text) && text.split(':').length > 2;

/** Countries whose addresses have a state or province. */
const withStates: readonly string[] = ['US', 'CA', 'MX'];

/** Lone halves of characters and code points that XML 1.0 (section 2.2) does not know. */
const unknownToXml = /[\p{Cs}\uFFFE\uFFFF]/u;
/** Invisible characters that change the text direction: a report must read as it was signed. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

function checkTexts(value: unknown, path: string, say: Say): void {
  if (typeof value === 'string') {
    if (unknownToXml.test(value)) say(path, 'Please remove the characters that cannot be filed');
    if (turning.test(value))
      say(path, 'Please remove the invisible characters that change the text direction');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    checkTexts(part, path === '' ? name : `${path}.${name}`, say);
  }
}

function checkAddress(address: SarAddress, path: string, { say, all }: { say: Say; all: boolean }): void {
  const { street, city, state, zip, country } = address;
  if (all && street === '') say(`${path}.street`, 'Please enter the street');
  if (all && city === '') say(`${path}.city`, 'Please enter the city');
  if (all && country === '') say(`${path}.country`, 'Please enter the country');
  if (country !== '' && !isCountry(country)) say(`${path}.country`, 'Two capital letters, such as US');
  if (country === 'US' && state !== '' && !/^[A-Z]{2}$/.test(state)) {
    say(`${path}.state`, 'Two capital letters, such as NY');
  }
  if (all && withStates.includes(country) && state === '') say(`${path}.state`, 'Please enter the state');
  if (country === 'US' && zip !== '' && !/^(?:\d{5}|\d{9})$/.test(digitsOf(zip))) {
    say(`${path}.zip`, 'Five or nine digits');
  }
  if (all && country === 'US' && zip === '') say(`${path}.zip`, 'Please enter the ZIP code');
}

function checkTin({ tin, tinType }: { tin: string; tinType: string }, path: string, say: Say): void {
  if (tin !== '' && tinType === '') say(`${path}.tinType`, 'Please choose the taxpayer number type');
  if (tin !== '' && tinType !== '' && !isTaxNumber(tinType, tin)) say(`${path}.tin`, 'Nine digits');
}

function checkInstitution(from: SarInstitution, forms: readonly SarForm[], say: Say): void {
  const need = (name: keyof SarInstitution, message: string): void => {
    if (from[name] === '') say(`institution.${name}`, message);
  };
  need('legalName', 'Please enter the legal name of the institution');
  checkAddress(from.address, 'institution.address', { say, all: true });
  if (forms.includes('fincen')) {
    need('tin', 'Please enter the taxpayer number of the institution');
    need('type', 'Please choose the type of institution');
    need('regulator', 'Please choose the primary federal regulator');
    need('contactOffice', 'Please enter the contact office');
    need('phone', 'Please enter the phone number of the contact office');
    need('transmitterCode', 'Please enter the Transmitter Control Code');
    need('transmitterContact', 'Please enter the contact of the transmitter');
    if (from.type === '999') need('otherType', 'Please describe the type of institution');
    checkTin(from, 'institution', say);
    if (from.phone !== '' && !isPhone(from.phone)) say('institution.phone', 'At most 16 digits');
  }
  if (forms.includes('goaml')) checkGoamlInstitution(from.goaml, say);
}

function checkGoamlInstitution(goaml: SarInstitution['goaml'], say: Say): void {
  const need = (name: keyof typeof goaml, message: string): void => {
    if (goaml[name] === '') say(`institution.goaml.${name}`, message);
  };
  need('rentityId', 'Please enter the reporting entity ID that the FIU assigned');
  if (goaml.rentityId !== '' && !/^[1-9]\d{0,8}$/.test(goaml.rentityId)) {
    say('institution.goaml.rentityId', 'A whole number');
  }
  need('currency', 'Please enter the currency of the FIU’s country');
  if (goaml.currency !== '' && !/^[A-Z]{3}$/.test(goaml.currency)) {
    say('institution.goaml.currency', 'Three capital letters, such as EUR');
  }
  need('reportCode', 'Please enter the FIU’s code for this type of report, such as STR');
  need('reporterFirstName', 'Please enter the first name of the reporting person');
  need('reporterLastName', 'Please enter the last name of the reporting person');
  need('contactType', 'Please enter the FIU’s code for business addresses');
  need('transmodeCode', 'Please enter the FIU’s code for the transaction mode');
  need('fundsCode', 'Please enter the FIU’s code for virtual assets');
  need('communicationType', 'Please enter the FIU’s code for phones');
  need('unknownCountry', 'Please enter the FIU’s code for an unknown country');
  if (goaml.reporterEmail !== '' && !isMail(goaml.reporterEmail)) {
    say('institution.goaml.reporterEmail', 'Invalid email address');
  }
}

function checkSubject(subject: SarSubject, path: string, say: Say): void {
  if (subject.kind === 'unknown') return;
  const { name, firstName, kind } = subject;
  if (kind === 'entity' && name === '') say(`${path}.name`, 'Please enter the legal name');
  if (kind === 'person' && name === '' && firstName === '') {
    say(`${path}.name`, 'Please enter a name, or mark the subject as unknown');
  }
  checkAddress(subject.address, `${path}.address`, { say, all: false });
  checkTin(subject, path, say);
  subject.identifications.forEach((each, index) => {
    const at = `${path}.identifications.${index}`;
    if (each.type === '') say(`${at}.type`, 'Please choose the document type');
    if (each.number === '') say(`${at}.number`, 'Please enter the document number');
    if (each.type === '999' && each.otherType === '') say(`${at}.otherType`, 'Please describe the document');
    if (each.country !== '' && !isCountry(each.country)) say(`${at}.country`, 'Two capital letters');
  });
  const lists = { phones: isPhone, emails: isMail } as const;
  for (const [list, isGood] of Object.entries(lists)) {
    subject[list as keyof typeof lists].forEach((each, index) => {
      if (!isGood(each)) say(`${path}.${list}.${index}`, 'Invalid value');
    });
  }
}

function checkActivity({ activity, filing }: SarContent, today: string, say: Say): void {
  const { from, to, amountIs, amount, cumulative } = activity;
  if (from === '') say('activity.from', 'Please enter the first day of the activity');
  if (to !== '' && from !== '' && to < from) say('activity.to', 'The last day is before the first');
  for (const [name, date] of Object.entries({ from, to })) {
    if (date > today) say(`activity.${name}`, 'This day is in the future');
  }
  if (amountIs === 'known' && amount === '') {
    say('activity.amount', 'Please enter the amount in US dollars, or mark it as unknown');
  }
  if (filing.kind === 'continuing' && cumulative === '') {
    say(
      'activity.cumulative',
      'Please enter the cumulative amount of all reports on the continuing activity',
    );
  }
  if (activity.kinds.length === 0) say('activity.kinds', 'Please choose at least one activity type');
  const seen = new Set<string>();
  activity.kinds.forEach(({ code, other }, index) => {
    const at = `activity.kinds.${index}`;
    if (!sarSubtypes.has(code)) say(`${at}.code`, 'Please choose the activity type');
    else if (seen.has(code)) say(`${at}.code`, 'This activity type is already listed');
    seen.add(code);
    if (isOtherCode(code) && other === '') say(`${at}.other`, 'Please describe it in up to 50 characters');
  });
  activity.products.forEach(({ code, other }, index) => {
    const at = `activity.products.${index}`;
    const isTwice = activity.products.findIndex((each) => each.code === code) < index;
    if (code === '') say(`${at}.code`, 'Please choose the product');
    else if (isTwice) say(`${at}.code`, 'This product is already listed');
    if (sarOtherProducts.includes(code) && other === '') say(`${at}.other`, 'Please specify');
  });
  activity.ips.forEach(({ ip }, index) => {
    if (!isIp(ip)) say(`activity.ips.${index}.ip`, 'Invalid IP address');
  });
  activity.cyber.forEach(({ kind, other, value }, index) => {
    const at = `activity.cyber.${index}`;
    if (kind === '') say(`${at}.kind`, 'Please choose the indicator type');
    if (value === '') say(`${at}.value`, 'Please enter the indicator');
    if (kind === '999' && other === '') say(`${at}.other`, 'Please describe the indicator');
  });
}

function checkTransactions({ transactions, institution, forms, ...rest }: SarContent, say: Say): void {
  transactions.forEach((each, index) => {
    const at = `transactions.${index}`;
    if (each.txId === '') say(`${at}.txId`, 'Please enter the transaction ID');
    if (each.amount === '') say(`${at}.amount`, 'Please enter the amount');
    if (each.asset === '') say(`${at}.asset`, 'Please enter the asset');
    if (each.time === '') say(`${at}.time`, 'Please enter the time');
    if (forms.includes('goaml') && each.address === '') say(`${at}.address`, 'Please enter the address');
    const isWorthKnown = each.localAmount !== '' || (institution.goaml.currency === 'USD' && each.usd !== '');
    if (forms.includes('goaml') && !isWorthKnown) {
      say(
        `${at}.localAmount`,
        `goAML requires the value in ${institution.goaml.currency || 'the local currency'}`,
      );
    }
  });
  if (rest.attachTransactions && transactions.length === 0) {
    say('attachTransactions', 'There are no transactions to attach');
  }
}

/** What the schema's forms for clients ask for (goAML schema 4.0.2, `t_account_my_client` and the like). */
function checkClient(
  subject: SarSubject,
  path: string,
  { say, hasAccount }: { say: Say; hasAccount: boolean },
): void {
  const { kind, gender, birthDate, occupation, phones, address, client } = subject;
  const need = (text: string, at: string, what: string): void => {
    if (text === '') say(`${path}.${at}`, `goAML requires the client’s ${what}`);
  };
  if (phones.every((each) => each === ''))
    say(`${path}.phones`, 'goAML requires a phone number of the client');
  for (const part of ['street', 'city', 'country'] as const) need(address[part], `address.${part}`, part);
  if (kind === 'person') {
    if (gender !== 'female' && gender !== 'male') say(`${path}.gender`, 'goAML requires the client’s gender');
    need(birthDate, 'birthDate', 'date of birth');
    need(occupation, 'occupation', 'occupation');
    need(client.nationality, 'client.nationality', 'nationality');
    need(client.residence, 'client.residence', 'country of residence');
  } else {
    need(occupation, 'occupation', 'business');
    need(client.registration, 'client.registration', 'registration number');
    need(client.registrationState, 'client.registrationState', 'state of registration');
    need(client.registrationCountry, 'client.registrationCountry', 'country of registration');
  }
  if (!hasAccount) return;
  need(client.accountType, 'client.accountType', 'account type (FIU code)');
  need(client.accountStatus, 'client.accountStatus', 'account status (FIU code)');
  need(client.accountOpened, 'client.accountOpened', 'account opening date');
}

function checkClients({ subjects, institution, transactions }: SarContent, say: Say): void {
  const hasAccount = transactions.length > 0;
  const customers = [...subjects.entries()].filter(
    ([, { kind, relationship }]) => kind !== 'unknown' && relationship === 'CustomerIndicator',
  );
  const someReported = customers.some(([, { client }]) => client.isClient);
  subjects.forEach(({ kind, relationship, client }, index) => {
    if (client.isClient && (kind === 'unknown' || relationship !== 'CustomerIndicator')) {
      say(`subjects.${index}.client.isClient`, 'Only customers of the institution can be marked as clients');
    }
  });
  for (const [index, subject] of customers) {
    if (subject.client.isClient) checkClient(subject, `subjects.${index}`, { say, hasAccount });
    else if (someReported)
      say(`subjects.${index}.client.isClient`, 'Please mark all customers as clients, or none');
  }
  if (someReported && hasAccount && institution.goaml.branch === '') {
    say('institution.goaml.branch', 'Please enter the branch: goAML requires it for client accounts');
  }
}

function checkForm(content: SarContent, say: Say): void {
  const { filing, forms, subjects, narrative, goaml, transactions } = content;
  if (forms.length === 0) say('forms', 'Please choose where the report is filed');
  if (filing.kind !== 'initial' && forms.includes('fincen') && !/^\d{14}$/.test(filing.priorNumber)) {
    say(
      'filing.priorNumber',
      'Please enter the BSA identifier of the earlier report: 14 digits, or 14 zeros if unknown',
    );
  }
  if (subjects.length === 0) say('subjects', 'Please add a subject, known or unknown');
  if (narrative.trim() === '') say('narrative', 'Please describe what happened');
  if (!forms.includes('goaml')) return;
  checkClients(content, say);
  if (narrative.length > 8_000) say('narrative', 'goAML accepts at most 8,000 characters');
  if (goaml.indicators.every((each) => each === '')) {
    say('goaml.indicators', 'Please enter at least one indicator of the FIU');
  }
  if (transactions.length === 0 && subjects.every(({ kind }) => kind === 'unknown')) {
    say('subjects', 'goAML requires transactions or a known subject');
  }
  const addresses = new Set(
    transactions.flatMap(({ address, counterparties }) => [address, ...counterparties]),
  );
  subjects.forEach((subject, index) => {
    const { kind, name, firstName, relationship, wallets } = subject;
    if (kind === 'person' && (name === '' || firstName === '')) {
      say(`subjects.${index}.firstName`, 'goAML requires the first and last name of a person');
    }
    const isPlaced = relationship === 'CustomerIndicator' || wallets.some((each) => addresses.has(each));
    if (kind !== 'unknown' && transactions.length > 0 && !isPlaced) {
      say(
        `subjects.${index}.wallets`,
        'goAML requires an address from the transactions that belongs to this subject',
      );
    }
  });
}

/**
 * Returns everything that prevents a report from being signed and filed; empty if it is complete. `today`: `YYYY-MM-DD`.
 * Rules: FinCEN SAR XML Schema 2.0 User Guide, sections 3.2 and 4; goAML schema 4.0.2.
 */
export function checkSar(content: SarContent, today: string): SarProblem[] {
  const problems: SarProblem[] = [];
  const say: Say = (path, message) => problems.push({ path, message });
  checkForm(content, say);
  checkInstitution(content.institution, content.forms, say);
  content.subjects.forEach((subject, index) => checkSubject(subject, `subjects.${index}`, say));
  checkActivity(content, today, say);
  checkTransactions(content, say);
  const { agency, name, phone } = content.lawEnforcement;
  if (agency === '' && `${name}${phone}` !== '') say('lawEnforcement.agency', 'Please enter the agency');
  if (phone !== '' && !isPhone(phone)) say('lawEnforcement.phone', 'At most 16 digits');
  checkTexts(content, '', say);
  return problems;
}
