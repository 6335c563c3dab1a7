import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  addressSummary,
  block,
  transaction,
  transactionInput,
  transactionOutput,
} from './explorer/chain-shapes.ts';
import { complianceTransaction } from './compliance/compliance.ts';
import * as constants from './constants.ts';
import { companySizes, contactRequest } from './account/contact-sales.ts';
import { attribution, entityRecord } from './directory/directory-shapes.ts';
import { type Endpoint, endpoints } from './index.ts';
import { invitation } from './account/invitations.ts';
import { note, noteTypes } from './account/notes.ts';
import { organization, organizationMember } from './account/organizations.ts';
import { bitcoinPriceFallback, displayRates, priceFreshSeconds } from './explorer/prices.ts';
import {
  newsArticle,
  newsDescriptionLength,
  newsTitleLength,
  socialMentions,
  tweet,
  tweetLength,
} from './explorer/social.ts';
import {
  billingPeriods,
  planFeatures,
  subscription,
  subscriptionStatuses,
  tier,
} from './account/subscriptions.ts';

/** Calls that other clients use too: method and path of each. */
const calls = `
POST /auth/login
POST /auth/signup
POST /auth/forget-password
POST /auth/change-password
DELETE /auth/remove/:
GET /auth/google
GET /blockchain/address/:/transactions
POST /blockchain/attributions
POST /attribution/addresses
GET /blockchain/bitcoin/attribution/:
GET /blockchain/address/:/summary
GET /blockchain/transaction/:
GET /blockchain/block/:
GET /blockchain/address/:
GET /blockchain/transactions/:/getBlockStats
GET /blockchain/block/:/transactions
POST /report
POST /risk-scoring/calculate
GET /entity-balance-sheet/:
GET /social-media/address/:
GET /social-media/mentions/:
GET /crypto/prices
GET /sot
GET /sot/update
GET /sot/last-update
PUT /sot/:
DELETE /sot/:
GET /attribution/entity/:/unique-values
GET /sot/logo/:
GET /compliance/monitored-addresses
POST /compliance/monitored-addresses
POST /compliance/organizations/:/monitored-addresses
PUT /compliance/monitored-addresses/:
DELETE /compliance/monitored-addresses/:
POST /compliance/monitored-addresses/bulk
GET /compliance/monitored-addresses/filter
GET /compliance/monitored-addresses/:/history
GET /compliance/transactions
PUT /compliance/transactions/:/status
PUT /compliance/transactions/:/assignee
POST /compliance/transactions/bulk/assignee
GET /organizations
POST /organizations
GET /organizations/:
PATCH /organizations/:
DELETE /organizations/:
POST /organizations/:/invite
POST /organizations/join
GET /organizations/:/members
PATCH /organizations/:/members/:/role
DELETE /organizations/:/members/:
GET /organizations/user/invitations
POST /organizations/:/invitations/:/respond
DELETE /organizations/:/invitations/:
GET /organizations/:/notes
GET /organizations/:/notes/transaction/:
GET /organizations/:/notes/address/:
POST /organizations/:/notes
PATCH /organizations/:/notes/:
DELETE /organizations/:/notes/:
GET /subscriptions/tiers
GET /subscriptions/organizations/:
POST /subscriptions/organizations
PUT /subscriptions/organizations/:
DELETE /subscriptions/organizations/:
POST /contact-sales/submit`
  .trim()
  .split('\n');

const declared = new Set(
  Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`),
);

//
//
test.each(calls)('%s is declared', (call) => {
  expect(declared).toContain(call);
});

/** The object below optional and nullable wrappers and lists. */
function fieldsOf(schema: unknown): Record<string, unknown> {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap();
  }
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element);
  if (!(inner instanceof z.ZodObject)) throw new Error('No object');
  return inner.shape;
}

/** Checks that a shape has at least the fields that are named. */
function expectFields(schema: unknown, names: string): void {
  expect(Object.keys(fieldsOf(schema))).toEqual(expect.arrayContaining(names.split(' ')));
}

/** The part of an answer at a path such as `data.transactions`. */
function answerOf({ response }: Endpoint, ...path: string[]): unknown {
  return path.reduce<unknown>((schema, name) => fieldsOf(schema)[name], response);
}

//
test('compliance transactions have their fields', () => {
  expectFields(
    complianceTransaction,
    '_id txId clientId monitoredAddressId counterpartyEntities blockchain amount timestamp riskScores organizationId notes sarSubmitted sarReport reviewerId reviewTimestamp status approvedBy approvedAt',
  );
  expectFields(
    answerOf(endpoints.getComplianceTransaction, 'data', 'statusHistory'),
    'status reviewer timestamp',
  );
});

//
test('monitored addresses, rows of uploads, results and changes have their fields', () => {
  expectFields(
    answerOf(endpoints.getMonitoredAddress, 'data'),
    '_id address blockchain clientId notes tags isActive',
  );
  expectFields(
    endpoints.addMonitoredAddress.body,
    'address blockchain clientId notes entityName riskThreshold tags',
  );
  expectFields(answerOf(endpoints.addMonitoredAddresses), 'successful failed');
  expectFields(
    answerOf(endpoints.getMonitoredAddressHistory, 'data'),
    '_id changeType fieldName newValue notes timestamp changedById',
  );
});

//
test('organizations, members and invitations have their fields', () => {
  expectFields(organization, '_id name description email ownerId members settings');
  expectFields(
    organization.shape.settings,
    'maxMembers allowedDomains allowCSAM inviteCode riskScoreThreshold transactionThreshold',
  );
  expectFields(organizationMember, 'userId name surname email role status invitedBy joinedAt _id');
  expectFields(
    invitation,
    'id organizationId organizationName email role status invitedBy createdAt expiresAt inviteCode',
  );
});

//
test('subscriptions and plans have their fields', () => {
  expectFields(subscription, 'tierId status billingPeriod currentPeriodStart currentPeriodEnd trialEnd');
  expect(subscriptionStatuses).toEqual(['active', 'past_due', 'canceled', 'trial', 'unpaid']);
  expect(billingPeriods).toEqual(['monthly', 'yearly']);
  expectFields(tier, 'id name description sortOrder prices features');
  expectFields(tier.shape.prices, 'billingPeriod amount currency');
  expectFields(planFeatures, 'maxMembers maxTransactionsPerMonth dataRetentionMonths support apiAccess');
});

//
test('contact requests and notes have their fields', () => {
  expectFields(contactRequest, 'email company companySize message');
  expect(declared).toContain('POST /contact-sales/submit');
  expect(companySizes).toEqual(['1-10', '11-50', '51-200', '201-1000', '1000+']);
  expectFields(note, '_id content type transactionId address createdBy creatorName createdAt organizationId');
  expect(noteTypes).toEqual(['general', 'transaction', 'address']);
});

//
test('entities, their relations, balances and attributions have their fields', () => {
  expectFields(
    entityRecord,
    '_id entity_id proper_name entity_type parent_id ceo key_personnel ticker year_founded ens_address url contact_phone contact_address contact_twitter contact_telegram contact_email legal_info_url user date_updated description_merged note logo ofac dead centralized no_kyc_req revisit_site',
  );
  const numbered = Object.keys(entityRecord.shape).filter((name) =>
    /^(social_media_profile|associate_country|entity_tag)/.test(name),
  );
  expect(numbered).toEqual([
    'social_media_profile',
    ...[2, 3, 4].map((n) => `social_media_profile_${n}`),
    ...[1, 2, 3, 4, 5, 6].map((n) => `associate_country_${n}`),
    ...[1, 2, 3, 4, 5, 6, 7].map((n) => `entity_tag${n}`),
  ]);
  expectFields(answerOf(endpoints.getUniqueValues, 'data'), 'unique_custodians unique_bos');
  expectFields(answerOf(endpoints.getEntityBalanceSheet, 'data'), 'entity_id btc_bal');
  expectFields(attribution, 'addr entity bo custodian script_type cospend_id');
});

//
test('transactions, blocks and addresses have their fields', () => {
  expectFields(
    transaction,
    '_id txid block timestamp coinbase is_coinjoin input_amt output_amt fee_amt inputs outputs',
  );
  expectFields(transactionInput, 'addr amt');
  expectFields(transactionOutput, 'addr amt');
  expectFields(
    block,
    '_id hash number size stripped_size weight timestamp transaction_count version bits nonce coinbase_param merkle_root',
  );
  expectFields(addressSummary, 'script_type total_received total_spent balance txCount usdValue');
  const stats = answerOf(endpoints.getBlockStats, 'data');
  expectFields(stats, 'totalBlocks firstBlock lastBlock');
  expectFields(fieldsOf(stats)['firstBlock'], 'blockNumber');
  expectFields(fieldsOf(stats)['lastBlock'], 'blockNumber');
});

//
test('scores have their fields, and the call that asks for one', () => {
  expect(declared).toContain('POST /risk-scoring/calculate');
  expectFields(endpoints.calculateRisk.body, 'identifier type');
  const score = answerOf(endpoints.calculateRisk, 'data');
  expectFields(score, 'overallRisk transactionRisk entityRisk jurisdictionRisk');
  for (const part of ['transactionRisk', 'entityRisk', 'jurisdictionRisk']) {
    const group = fieldsOf(score)[part];
    expectFields(group, 'aggregateScore factors');
    expectFields(fieldsOf(group)['factors'], 'id severity score description');
  }
});

//
test('news, posts, feeds and jobs have their fields', () => {
  expectFields(newsArticle, 'source logoUrl title description link published');
  expectFields(tweet, 'username userDisplayName content date url');
  expectFields(socialMentions, 'news tweets searchContext searchTerm');
  expectFields(answerOf(endpoints.getSocialFeed), 'addressData beneficialOwnerData entityData');
  expectFields(answerOf(endpoints.getDirectoryUpdate, 'data'), '_id updatedAt success count error');
});

//
test('alerts and their rules have their fields', () => {
  expectFields(answerOf(endpoints.listAlerts, 'data'), '_id type severity message timestamp status');
  expectFields(
    endpoints.createAlertRule.body,
    'targetType target blockchain amount direction severity counterpartyRelation counterpartyEntity summary',
  );
});

//
test('compliance transactions are listed by their filters, in pages', () => {
  expect(declared).toContain('GET /compliance/transactions');
  expectFields(
    endpoints.listComplianceTransactions.query,
    'status blockchain clientId timestamp[from] timestamp[to] minAmount maxAmount riskLevel page limit sortBy sortOrder',
  );
  expectFields(answerOf(endpoints.listComplianceTransactions), 'data total page limit');
  expectFields(answerOf(endpoints.listComplianceTransactions, 'data'), 'transactions');
});

//
test('limits that server and page share have their values', () => {
  expect([constants.requestTimeoutMs, constants.directoryListTimeoutMs]).toEqual([60_000, 20_000]);
  expect(priceFreshSeconds).toBe(5 * 60);
  expect(constants.jobHistoryLength).toBe(5);
  expect(displayRates).toEqual({ USD: '1', GBP: '0.75', MXN: '20' });
  expect(bitcoinPriceFallback).toBe('35000');
  expect(constants.invitationDays).toBe(7);
  expect([newsTitleLength, newsDescriptionLength, tweetLength]).toEqual([120, 100, 120]);
});
