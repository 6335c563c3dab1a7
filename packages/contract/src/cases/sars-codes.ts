/**
 * Code lists of the FinCEN SAR (FinCEN SAR Electronic Filing Requirements, XML Schema 2.0 User Guide; XBatch schema 1.2 of
 * 17 December 2021): what people choose from, by the code that is filed.
 */

interface Code {
  readonly code: string;
  readonly label: string;
}

/** Types of suspicious activity (items 32 to 42); `other` requires a text of up to 50 characters. */
export const sarActivities = [
  {
    code: '1',
    label: 'Structuring',
    subtypes: [
      { code: '111', label: 'Alters or cancels transaction to avoid BSA recordkeeping requirement' },
      { code: '112', label: 'Alters or cancels transaction to avoid CTR requirement' },
      { code: '106', label: 'Suspicious inquiry by customer regarding BSA reporting or recordkeeping' },
      { code: '113', label: 'Transaction(s) below BSA recordkeeping threshold' },
      { code: '114', label: 'Transaction(s) below CTR threshold' },
      { code: '1999', label: 'Other structuring' },
    ],
  },
  {
    code: '7',
    label: 'Terrorist financing',
    subtypes: [
      { code: '701', label: 'Known or suspected terrorist or terrorist organization' },
      { code: '7999', label: 'Other terrorist financing' },
    ],
  },
  {
    code: '3',
    label: 'Fraud',
    subtypes: [
      { code: '320', label: 'ACH' },
      { code: '322', label: 'Advance fee' },
      { code: '321', label: 'Business loan' },
      { code: '301', label: 'Check' },
      { code: '304', label: 'Consumer loan' },
      { code: '305', label: 'Credit or debit card' },
      { code: '323', label: 'Healthcare, public or private health insurance' },
      { code: '308', label: 'Mail' },
      { code: '309', label: 'Mass-marketing' },
      { code: '324', label: 'Ponzi scheme' },
      { code: '310', label: 'Pyramid scheme' },
      { code: '325', label: 'Securities fraud' },
      { code: '312', label: 'Wire' },
      { code: '3999', label: 'Other fraud' },
    ],
  },
  {
    code: '8',
    label: 'Money laundering',
    subtypes: [
      { code: '801', label: 'Exchanges small bills for large bills or vice versa' },
      { code: '824', label: 'Funnel account' },
      { code: '820', label: 'Suspicion concerning the physical condition of funds' },
      { code: '821', label: 'Suspicion concerning the source of funds' },
      { code: '804', label: 'Suspicious designation of beneficiaries, assignees or joint owners' },
      { code: '805', label: 'Suspicious EFT or wire transfers' },
      { code: '822', label: 'Suspicious exchange of currencies' },
      { code: '806', label: 'Suspicious receipt of government payments or benefits' },
      { code: '807', label: 'Suspicious use of multiple accounts' },
      { code: '808', label: 'Suspicious use of noncash monetary instruments' },
      { code: '809', label: 'Suspicious use of third-party transactors (straw-man)' },
      { code: '823', label: 'Trade-based money laundering or black market peso exchange' },
      { code: '812', label: 'Transaction out of pattern for customer(s)' },
      { code: '8999', label: 'Other money laundering' },
    ],
  },
  {
    code: '4',
    label: 'Identification or documentation',
    subtypes: [
      { code: '401', label: 'Changes spelling or arrangement of name' },
      { code: '402', label: 'Multiple individuals with same or similar identities' },
      { code: '403', label: 'Provided questionable or false documentation' },
      { code: '409', label: 'Provided questionable or false identification' },
      { code: '404', label: 'Refused or avoided request for documentation' },
      { code: '405', label: 'Single individual with multiple identities' },
      { code: '4999', label: 'Other identification or documentation' },
    ],
  },
  {
    code: '9',
    label: 'Other suspicious activities',
    subtypes: [
      { code: '920', label: 'Account takeover' },
      { code: '901', label: 'Bribery or gratuity' },
      { code: '917', label: 'Counterfeit instrument' },
      { code: '921', label: 'Elder financial exploitation' },
      { code: '903', label: 'Embezzlement, theft or disappearance of funds' },
      { code: '904', label: 'Forgeries' },
      { code: '926', label: 'Human smuggling' },
      { code: '927', label: 'Human trafficking' },
      { code: '905', label: 'Identity theft' },
      { code: '922', label: 'Little or no concern for product performance, penalties or fees' },
      { code: '924', label: 'Misuse of position or self-dealing' },
      { code: '907', label: 'Suspected public or private corruption (domestic)' },
      { code: '908', label: 'Suspected public or private corruption (foreign)' },
      { code: '909', label: 'Suspicious use of informal value transfer system' },
      { code: '910', label: 'Suspicious use of multiple transaction locations' },
      { code: '925', label: 'Transaction with no apparent economic, business or lawful purpose' },
      { code: '928', label: 'Transaction(s) involving foreign high-risk jurisdiction' },
      { code: '911', label: 'Two or more individuals working together' },
      { code: '913', label: 'Unlicensed or unregistered MSB' },
      { code: '9999', label: 'Other activity' },
    ],
  },
  {
    code: '11',
    label: 'Cyber event',
    subtypes: [
      { code: '1101', label: 'Against financial institution(s)' },
      { code: '1102', label: 'Against financial institution customer(s)' },
      { code: '11999', label: 'Other cyber event' },
    ],
  },
] as const satisfies readonly (Code & { subtypes: readonly Code[] })[];

/** Tests whether a type of activity, product, or identification is an "other", which requires a text. */
export const isOtherCode = (code: string): boolean => code.endsWith('999');

/** Every subtype with the code of its kind. */
export const sarSubtypes: ReadonlyMap<string, { type: string; label: string }> = new Map(
  sarActivities.flatMap(({ code: type, label: kind, subtypes }) =>
    subtypes.map(({ code, label }) => [code, { type, label: `${kind}: ${label}` }] as const),
  ),
);

/** Products and instruments (items 45 and 46) by code, with the type they belong to; 30 and 41 ask for a text. */
export const sarProducts = [
  { code: '46', type: '5', label: 'Deposit account' },
  { code: '6', type: '5', label: 'Debit card' },
  { code: '5', type: '5', label: 'Credit card' },
  { code: '7', type: '5', label: 'Forex transactions' },
  { code: '16', type: '5', label: 'Prepaid access' },
  { code: '30', type: '5', label: 'Other product (such as virtual currency)' },
  { code: '33', type: '6', label: 'Funds transfer' },
  { code: '39', type: '6', label: 'U.S. currency' },
  { code: '32', type: '6', label: 'Foreign currency' },
  { code: '31', type: '6', label: 'Bank or cashier’s check' },
  { code: '36', type: '6', label: 'Money orders' },
  { code: '37', type: '6', label: 'Personal or business check' },
  { code: '41', type: '6', label: 'Other instrument (such as virtual currency)' },
] as const satisfies readonly (Code & { type: '5' | '6' })[];
/** Products that ask for a text. */
export const sarOtherProducts: readonly string[] = ['30', '41'];

/** Primary federal regulators (item 75). */
export const sarRegulators = [
  { code: '7', label: 'IRS' },
  { code: '1', label: 'Federal Reserve' },
  { code: '2', label: 'FDIC' },
  { code: '3', label: 'NCUA' },
  { code: '4', label: 'OCC' },
  { code: '6', label: 'SEC' },
  { code: '9', label: 'CFTC' },
  { code: '13', label: 'FHFA' },
  { code: '99', label: 'Not applicable' },
] as const satisfies readonly Code[];

/** Types of financial institutions (item 74) without subtype, and "other", which requires a text. */
export const sarInstitutionTypes = [
  { code: '4', label: 'Money services business' },
  { code: '2', label: 'Depository institution' },
  { code: '11', label: 'Loan or finance company' },
  { code: '3', label: 'Insurance company' },
  { code: '12', label: 'Housing GSE' },
  { code: '999', label: 'Other' },
] as const satisfies readonly Code[];

/** Types of taxpayer numbers. */
export const sarTinTypes = [
  { code: '2', label: 'EIN' },
  { code: '1', label: 'SSN or ITIN' },
  { code: '9', label: 'Foreign' },
] as const satisfies readonly Code[];

/** Forms of identification of a subject (item 18). */
export const sarIdentificationTypes = [
  { code: '5', label: 'Driver’s license or state ID' },
  { code: '6', label: 'Passport' },
  { code: '7', label: 'Alien registration' },
  { code: '999', label: 'Other' },
] as const satisfies readonly Code[];

/** Relationship of a subject to the institution (item 24), by its XML element. */
export const sarRelationships = [
  { code: 'CustomerIndicator', label: 'Customer' },
  { code: 'AccountantIndicator', label: 'Accountant' },
  { code: 'AgentIndicator', label: 'Agent' },
  { code: 'AttorneyIndicator', label: 'Attorney' },
  { code: 'BorrowerIndicator', label: 'Borrower' },
  { code: 'DirectorIndicator', label: 'Director' },
  { code: 'EmployeeIndicator', label: 'Employee' },
  { code: 'OfficerIndicator', label: 'Officer' },
  { code: 'OwnerShareholderIndicator', label: 'Owner or controlling shareholder' },
  { code: 'NoRelationshipToInstitutionIndicator', label: 'No relationship to the institution' },
] as const satisfies readonly Code[];

/** Kinds of cyber event indicators (item 44). */
export const sarCyberKinds = [
  { code: '999', label: 'Other, such as a virtual currency address' },
  { code: '8', label: 'Suspicious IP address' },
  { code: '9', label: 'Suspicious URL or domain' },
  { code: '6', label: 'Suspicious email address' },
  { code: '1', label: 'Command and control IP address' },
  { code: '2', label: 'Command and control URL or domain' },
  { code: '3', label: 'Malware MD5, SHA-1 or SHA-256' },
  { code: '7', label: 'Suspicious file name' },
  { code: '10', label: 'Targeted system' },
] as const satisfies readonly Code[];
