import { join } from 'node:path';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createKysely } from './db/dialect.ts';
import type { Schema } from './db/schema.ts';
import type { SqlDatabase } from './db/session.ts';
import { createJobs } from './jobs/jobs.ts';
import { clustersOf, clustersUpTo, entitiesOf, relabel } from './ledger/bitcoin/clusters/clusters.ts';
import { createTellEvents } from './contexts/compliance/alerts/alert-events.ts';
import { createAlertMail } from './contexts/compliance/alerts/alert-mail.ts';
import { createAlertRules } from './contexts/compliance/alerts/alert-rules.service.ts';
import { createAlerts } from './contexts/compliance/alerts/alerts.service.ts';
import { createDryRun } from './contexts/compliance/alerts/dry-run.ts';
import { createRaiseAlerts } from './contexts/compliance/alerts/raise-alerts.ts';
import { createSubjects } from './contexts/compliance/alerts/subjects.ts';
import { createAudit } from './contexts/identity/audit/audit.service.ts';
import { createSignIn } from './contexts/identity/auth/sign-in.ts';
import { createAddresses } from './contexts/explorer/addresses/addresses.service.ts';
import { createBitcoinByAddress } from './contexts/explorer/bitcoin/bitcoin-by-address.service.ts';
import { createBitcoinBlockchain } from './contexts/explorer/bitcoin/bitcoin.service.ts';
import { createBlockContents } from './contexts/explorer/blocks/block-contents.ts';
import { createBlockFilter } from './contexts/explorer/blocks/block-filter.service.ts';
import { createBlockchain } from './contexts/explorer/blocks/blockchain.service.ts';
import { createEthereumByAddress } from './contexts/explorer/ethereum/ethereum-by-address.service.ts';
import { createEthereumBlockchain } from './contexts/explorer/ethereum/ethereum.service.ts';
import { createTransactionParts } from './contexts/explorer/blocks/transaction-parts.service.ts';
import { createCases } from './contexts/compliance/cases/create-cases.ts';
import { caseRetention } from './contexts/compliance/cases/case-retention.ts';
import { createDemoCases } from './demo/demo-cases.ts';
import { createClusters } from './contexts/explorer/clusters/clusters.service.ts';
import { createCompliance } from './contexts/compliance/transactions/compliance.service.ts';
import { createReview } from './contexts/compliance/review/review.service.ts';
import { complianceRetention } from './contexts/compliance/transactions/compliance-retention.ts';
import { createFindings } from './contexts/compliance/review/findings.service.ts';
import { createScreenAgain } from './contexts/compliance/screening/screen-again.service.ts';
import { createScreenRows } from './contexts/compliance/screening/screen-rows.ts';
import { createScreening } from './contexts/compliance/screening/screening.service.ts';
import { createFilters } from './contexts/compliance/transactions/filters.service.ts';
import { createIntake } from './contexts/compliance/review/intake.service.ts';
import { createSecondPerson } from './contexts/compliance/review/second-person.service.ts';
import { createSnoozes } from './contexts/compliance/review/snooze.service.ts';
import { createTallies } from './contexts/compliance/transactions/tallies.service.ts';
import { createWriteFound } from './contexts/compliance/screening/write-found.ts';
import { createReportedTransactions } from './contexts/compliance/transactions/reported.ts';
import { createTeam } from './contexts/compliance/team/team.service.ts';
import { createTransactionViews } from './contexts/compliance/transactions/transaction-views.ts';
import { createContactSales } from './contexts/identity/contact-sales/contact-sales.service.ts';
import { createEvidence } from './contexts/tracing/evidence/evidence.service.ts';
import { createFlowDocuments } from './contexts/tracing/documents/flow-documents.service.ts';
import { createFlowLive } from './contexts/tracing/documents/flow-live.ts';
import { createReplays } from './contexts/tracing/documents/replay.service.ts';
import { createDirectoryUpdate } from './contexts/directory/update/directory-update.service.ts';
import { createThreadRunner } from './contexts/directory/update/step-runner.ts';
import { createDemoFeed } from './demo/demo-feed.ts';
import { createFeeds } from './contexts/explorer/feeds/feeds.service.ts';
import { createMentions } from './contexts/explorer/feeds/mentions.service.ts';
import { createHealth } from './contexts/operations/health/health.service.ts';
import { createFolderCarrier, createSmtpCarrier } from './contexts/identity/mail/carriers.ts';
import { createMail } from './contexts/identity/mail/mail.service.ts';
import { createLogoFiles } from './contexts/directory/logos/logo-files.ts';
import { createLogos } from './contexts/directory/logos/logos.service.ts';
import { createMetrics } from './contexts/operations/metrics/metrics.service.ts';
import { createDemoMonitoring } from './demo/demo-monitoring.ts';
import { createMonitoring } from './contexts/compliance/watchlist/monitoring.service.ts';
import { createPastScreening } from './contexts/compliance/watchlist/past-screening.ts';
import { createNotes } from './contexts/identity/notes/notes.service.ts';
import { createOrganizationDirectory } from './contexts/identity/organizations/directory.service.ts';
import { createMemberships } from './contexts/identity/organizations/membership.service.ts';
import { createTeams } from './contexts/identity/organizations/teams.ts';
import { createPeople } from './contexts/identity/people/people.service.ts';
import { createProvider } from './contexts/explorer/prices/create-provider.ts';
import { createPrices } from './contexts/explorer/prices/prices.service.ts';
import { createDemoSignIn } from './demo/demo-sign-in.service.ts';
import { createDemoDirectory } from './demo/demo-directory.ts';
import { createDirectoryModule } from './contexts/directory/records/create-directory.ts';
import { createRelations } from './contexts/explorer/relations/relations.service.ts';
import { createReports } from './contexts/risk/reports/report.service.ts';
import { scoreRetention } from './contexts/risk/history/score-retention.ts';
import { createRiskHistory } from './contexts/risk/history/history.service.ts';
import { createRiskProfiles } from './contexts/risk/profiles.service.ts';
import { createRescoring } from './contexts/risk/history/rescore.service.ts';
import { createRisk } from './contexts/risk/risk.service.ts';
import { createStateNames } from './contexts/risk/scores/state-name.ts';
import { createScores } from './contexts/risk/scores/score.service.ts';
import { createEns } from './contexts/explorer/search/ens.ts';
import { sarRetention } from './contexts/compliance/sars/sar-retention.ts';
import { createSars } from './contexts/compliance/sars/create-sars.ts';
import { createDemoSars } from './demo/demo-sars.ts';
import { createSearch } from './contexts/explorer/search/search.service.ts';
import { createLedgerFeed } from './contexts/operations/stream/ledger-feed.ts';
import { readEvidenceBytes } from './contexts/compliance/cases/case-evidence.store.ts';
import { readDocumentBytes } from './contexts/tracing/documents/flow-documents.store.ts';
import { createStorage, type FreeBytes } from './contexts/identity/subscriptions/storage.service.ts';
import { createStream, type StreamSettings } from './contexts/operations/stream/stream.service.ts';
import { keptAtLeast } from './contexts/identity/subscriptions/kept-at-least.ts';
import { createPayment } from './contexts/identity/subscriptions/payment.ts';
import { createTracing } from './contexts/tracing/graph/tracing.service.ts';
import { createDeliverWebhooks } from './contexts/compliance/webhooks/deliver-webhooks.ts';
import { createDeliveries } from './contexts/compliance/webhooks/deliveries.service.ts';
import { createPauseNotice } from './contexts/compliance/webhooks/pause-notice.ts';
import { createWebhooks } from './contexts/compliance/webhooks/webhooks.service.ts';
import { createOutbound } from './outbound/outbound.ts';
import { readAllowedPrivate } from './outbound/public-address.ts';
import { createSendOutbound } from './outbound/send-outbound.ts';
import { createPublicUrl } from './lib/public-url.ts';
import { createSecretBox } from './lib/secret-box.ts';
import { noSources, type Sources } from './sources/sources.ts';

/** What the application rests on; tests give their own. */
export interface ContextOptions {
  config: Config;
  db: SqlDatabase;
  logger: Logger;
  tokenSecret: string;
  version: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Where blocks come from, if from anywhere. */
  sources?: Sources;
  /** How much the disk of a folder has left, instead of asking the system. */
  freeBytes?: FreeBytes;
  /** Other limits, times and rules of the stream than the usual ones. */
  stream?: StreamSettings;
}

/** Most logos of entities that are kept. */
const logosKept = 2_000;

/** Builds every service once. Nothing else creates services. */
export function createContext(options: ContextOptions) {
  const { config, db, logger, version } = options;
  const now = options.now ?? Date.now;
  const sources = options.sources ?? noSources;
  const kysely: Kysely<Schema> = createKysely(db);
  const box = createSecretBox(options.tokenSecret);
  const publicUrl = createPublicUrl(config);
  const jobs = createJobs({ logger, now });
  const bitcoin =
    sources.bitcoin.source === 'esplora'
      ? createBitcoinByAddress({
          db,
          network: config.bitcoin.network ?? 'mainnet',
          want: sources.bitcoin.want,
        })
      : createBitcoinBlockchain({ db });
  const ethereum =
    sources.ethereum.source === 'etherscan'
      ? createEthereumByAddress({
          db,
          chainId: config.ethereum.etherscan?.chainId ?? 1n,
          want: sources.ethereum.want,
        })
      : createEthereumBlockchain({ db, balanceAt: sources.ethereum.balanceAt });
  const contents = createBlockContents({ db });
  const audit = createAudit({ kysely, now });
  const people = createPeople({ kysely, audit, providerDomain: config.providerDomain, now });
  const { smtpUrl, from } = config.mail;
  const carrier = smtpUrl ? createSmtpCarrier(smtpUrl) : createFolderCarrier(join(config.dataDir, 'outbox'));
  const mail = createMail({ kysely, audit, box, publicUrl, carrier, from, logger, now });
  const signIn = createSignIn({
    kysely,
    people,
    audit,
    mail,
    box,
    publicUrl,
    jobs,
    // Organizations rest on sign-in and are asked later: at sign-up and when an account goes.
    organizations: {
      releasePerson: (trx, userId, by) => teams.members.releasePerson(trx, userId, by),
      invitedEmailKey: (at, token) => teams.invitationAnswers.emailKeyOfToken(at, token),
    },
    openid: config.openid,
    tokenSecret: options.tokenSecret,
    namesKeptMonths: config.complianceKeepMonths ?? null,
    logger,
    now,
  });
  jobs.every(millisecondsOfDay, 'anchor heads of the audit log', async () => {
    logger.info(await audit.anchorHeads(), 'head of the audit log');
  });
  jobs.every(millisecondsOfDay, 'erase names whose time is over', () => signIn.removal.eraseOldNames());
  const notes = createNotes({ kysely, audit, people, now });
  const payment = createPayment({
    kysely,
    audit,
    people,
    mail,
    directory: createOrganizationDirectory(),
    // Reports before cases, cases before transactions: each frees what it refers to.
    sources: [
      notes.retention,
      scoreRetention,
      ...[sarRetention, caseRetention, complianceRetention].map((source) =>
        keptAtLeast(config.complianceKeepMonths ?? null, { source, now }),
      ),
    ],
    stripe: config.stripe,
    publicUrl,
    jobs,
    logger,
    now,
  });
  const { subscriptions } = payment;
  const storage = createStorage({
    subscriptions,
    dataDir: config.dataDir,
    reserveBytes: config.diskReserveBytes,
    stored: [readEvidenceBytes, readDocumentBytes],
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
  });
  const teams = createTeams({
    kysely,
    audit,
    people,
    mail,
    subscriptions,
    rateLimits: signIn.limits,
    proofs: signIn.proofs,
    async takeWorkBack(trx, gone) {
      await alerts.release(trx, gone);
      await alertMail.release(trx, gone);
      const transactions = await review.release(trx, gone);
      const released = await cases.decisions.release(trx, gone);
      return {
        transactions,
        async tell() {
          if (transactions > 0) await stream.tellScreened(gone.organizationId);
          for (const change of released) await stream.tellCase(change);
        },
      };
    },
    now,
  });
  const clusters = createClusters({ db, network: async () => (await bitcoin.holdings()).network });
  const told = {
    bitcoin: sources.bitcoin.source === 'esplora',
    ethereum: sources.ethereum.source === 'etherscan',
  };
  const relations = createRelations({
    db,
    bitcoin,
    ethereum,
    told,
  });
  const health = createHealth({ db, bitcoin, ethereum, sources, version, now });
  const memberships = createMemberships({ kysely, now });
  const stream = createStream({
    feed: createLedgerFeed({ db }),
    network: async () => (await bitcoin.holdings()).network,
    health,
    sessions: signIn.sessions,
    isMember: (organizationId, userId) => memberships.isMember(kysely, organizationId, userId),
    logger,
    now,
    ...options.stream,
  });
  const riskProfiles = createRiskProfiles({ kysely, audit, memberships, now });
  const directory = createDirectoryModule({
    db,
    kysely,
    audit,
    people,
    memberships,
    organizations: createOrganizationDirectory(),
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    bitcoin: bitcoin.holdings,
    ethereum: ethereum.holdings,
    fourEyes: config.directoryFourEyes,
    version,
    now,
  });
  const directoryUpdate = createDirectoryUpdate({
    kysely,
    audit,
    runStep: createThreadRunner({
      db,
      logger,
      folder: config.directoryFolder,
      workFolder: join(config.dataDir, 'directory-work'),
      outboundAllow: config.outboundAllow,
      inTurn: directory.inTurn,
    }),
    contentHashOf: directory.contentHashOf,
    folder: config.directoryFolder,
    logger,
    now,
  });
  jobs.every(10_000, 'go on with updates of lists', () => directoryUpdate.goOn());
  const outbound = createOutbound({ allowed: readAllowedPrivate(config.outboundAllow) });
  const logos = createLogos({
    directory,
    outbound,
    files: createLogoFiles({ folder: join(config.dataDir, 'logos'), limit: logosKept }),
    logger,
    now,
  });
  const isDemo = sources.bitcoin.source === 'demo';
  const prices = createPrices({
    kysely,
    provider: createProvider(config.prices, { isDemo, seed: config.demo.seed, outbound, now }),
    rates: config.prices.rates,
    historyDays: config.prices.historyDays,
    isDemo,
    logger,
    now,
  });
  jobs.every(30_000, 'fetch prices', (signal) => prices.refresh(signal));
  jobs.every(60_000, 'fetch prices of the past', (signal) => prices.fillHistory(signal));
  const feeds = createFeeds({ kysely, audit, outbound, logger, now });
  const demoFeed = createDemoFeed({ feeds, sources, now });
  jobs.every(60_000, 'fetch feeds', (signal) => feeds.fetchDue(signal));
  jobs.every(60_000, 'keep the news of the demo', () => demoFeed.keep());
  jobs.every(3_600_000, 'forget old news', () => feeds.forgetOld());
  jobs.every(600_000, 'renew entities of the directory', () => directory.renewDue());
  const demoDirectory = createDemoDirectory({ sync: directory.sync, sources, now });
  jobs.every(5_000, 'bring the demo directory up to date', (signal) => demoDirectory.update(signal));
  jobs.every(5_000, 'look at the sources', () => health.observe());
  jobs.every(2000, 'bring clusters up to date', (signal) => clusters.catchUp(signal), ['ledger_event']);
  const addresses = createAddresses({ db, bitcoin, ethereum, directory, now });
  jobs.every(2000, 'deliver mail', (signal) => mail.deliverDue(signal), ['outbox_mail']);
  jobs.every(3_600_000, 'forget old mail', () => mail.forgetOld());
  const scores = createScores({
    db,
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    told,
    now,
  });
  const riskHistory = createRiskHistory({ db, network: async () => (await bitcoin.holdings()).network, now });
  const rescoring = createRescoring({
    db,
    scores,
    history: riskHistory,
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    profileOf: riskProfiles.active,
    logger,
    now,
  });
  jobs.every(2000, 'score again what releases touch', (signal) => rescoring.run(signal), [
    'directory_release',
  ]);
  const risk = createRisk({
    scores,
    history: riskHistory,
    logger,
    stateName: createStateNames({ db, now }),
    shows: directory.shows,
    profiles: riskProfiles,
  });
  const transactionViews = createTransactionViews({ people, organizations: createOrganizationDirectory() });
  const secondPerson = createSecondPerson({
    kysely,
    audit,
    organizations: createOrganizationDirectory(),
    views: transactionViews,
    now,
  });
  const review = createReview({
    secondPerson,
    kysely,
    audit,
    people,
    organizations: createOrganizationDirectory(),
    memberships,
    views: transactionViews,
    now,
  });
  const alertSubjects = createSubjects({
    organizations: createOrganizationDirectory(),
    network: async () => (await bitcoin.holdings()).network,
    now,
  });
  const ofAlerts = {
    kysely,
    audit,
    subjects: alertSubjects,
    network: async () => (await bitcoin.holdings()).network,
    now,
  };
  const webhookDeliveries = createDeliveries({ kysely, audit, now });
  const tellEvents = createTellEvents({ queue: webhookDeliveries.queue, now });
  const alerts = createAlerts({
    kysely,
    audit,
    people,
    organizations: createOrganizationDirectory(),
    memberships,
    tell: tellEvents,
    now,
  });
  const alertMail = createAlertMail({
    kysely,
    audit,
    people,
    organizations: createOrganizationDirectory(),
    memberships,
    mail,
    now,
  });
  jobs.every(5_000, 'write mails of alerts', (signal) => alertMail.run(signal), ['alert_event']);
  const webhookOutbound = createSendOutbound({ allowed: readAllowedPrivate(config.webhookAllow) });
  const webhooks = createWebhooks({ kysely, audit, box, outbound: webhookOutbound, now });
  const deliverWebhooks = createDeliverWebhooks({
    kysely,
    box,
    outbound: webhookOutbound,
    onPaused: createPauseNotice({ audit, mail, people, organizations: createOrganizationDirectory() }),
    logger,
    now,
    random: Math.random,
  });
  jobs.every(1_000, 'deliver webhooks', (signal) => deliverWebhooks.run(signal), [
    'alert_event',
    'webhook_delivery',
  ]);
  jobs.every(3_600_000, 'forget old deliveries of webhooks', () => deliverWebhooks.forgetOld());
  const raiseAlerts = createRaiseAlerts({ subjects: alertSubjects, tell: tellEvents, now });
  const onScreened = stream.tellScreened;
  const screenRows = createScreenRows({
    db,
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    told,
    scores,
    profileOf: riskProfiles.active,
    priceAt: prices.priceAt,
    now,
  });
  const writeFound = createWriteFound({
    countMonitored: payment.usage.countMonitored,
    raiseAlerts: raiseAlerts.compare,
    now,
  });
  const screening = createScreening({
    kysely,
    screenRows,
    writeFound,
    raiseAlerts: raiseAlerts.compare,
    raiseReversed: raiseAlerts.reversed,
    onScreened,
    logger,
    now,
  });
  jobs.every(250, 'screen transactions of monitored addresses', (signal) => screening.run(signal), [
    'compliance_transaction',
  ]);
  const screenAgain = createScreenAgain({
    db,
    kysely,
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    screenRows,
    writeFound,
    onScreened,
    logger,
    now,
  });
  jobs.every(2000, 'screen again what releases touch', (signal) => screenAgain.run(signal), [
    'directory_release',
  ]);
  const tallies = createTallies({ kysely });
  jobs.every(60_000, 'add up tallies of compliance transactions', (signal) => tallies.addUp(signal));
  const team = createTeam({
    kysely,
    audit,
    people,
    organizations: createOrganizationDirectory(),
    now,
  });
  const ofMembers = { kysely, audit, people, organizations: createOrganizationDirectory(), now };
  const intake = createIntake({ ...ofMembers, review, onGiven: onScreened });
  jobs.every(1000, 'give new transactions to reviewers', (signal) => intake.giveNew(signal), [
    'compliance_transaction',
  ]);
  const filters = createFilters(ofMembers);
  const snoozes = createSnoozes({ kysely, audit, views: transactionViews, onWoken: onScreened, now });
  jobs.every(5000, 'bring snoozed transactions back', (signal) => snoozes.wakeEnded(signal));
  const findings = createFindings({ kysely, audit, views: transactionViews, now });
  const pastScreening = createPastScreening({ db, now });
  jobs.every(1000, 'look at the past of monitored addresses', (signal) => pastScreening.run(signal), [
    'monitored_address',
  ]);
  const monitoring = createMonitoring({
    kysely,
    audit,
    people,
    storage,
    most: config.monitoredAddresses,
    network: async () => (await bitcoin.holdings()).network,
    now,
  });
  const demoSignIn = createDemoSignIn({
    kysely,
    people,
    audit,
    memberships,
    ...signIn,
    ...teams,
    isDemo: () => isDemo,
    now,
  });
  const alertRules = createAlertRules(ofAlerts);
  const demoMonitoring = createDemoMonitoring({
    monitoring,
    rules: alertRules,
    sources,
    owner: demoSignIn.owner,
    now,
  });
  jobs.every(1000, 'monitor the customers of the demo', () => demoMonitoring.keep(), ['ledger_event']);
  const tracing = createTracing({
    db,
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    told,
    risk,
    shows: directory.shows,
    pricesOnDays: prices.pricesOnDays,
    logger,
    now,
  });
  const flowLive = createFlowLive({ sessions: signIn.sessions });
  const flowDocuments = createFlowDocuments({
    kysely,
    audit,
    people,
    isMember: memberships.isMember,
    live: flowLive,
    storage,
    now,
  });
  const cases = createCases({
    kysely,
    audit,
    people,
    organizations: createOrganizationDirectory(),
    memberships,
    documents: flowDocuments,
    storage,
    transactions: transactionViews,
    network: async () => (await bitcoin.holdings()).network,
    tellCase: stream.tellCase,
    drawing: (call, documentId) => evidence.drawing(call, documentId),
    isDemo,
    version,
    now,
  });
  const sars = createSars({
    kysely,
    audit,
    people,
    organizations: createOrganizationDirectory(),
    transactions: transactionViews,
    proofs: signIn.proofs,
    reported: createReportedTransactions(),
    now,
  });
  const compliance = createCompliance({
    kysely,
    audit,
    views: transactionViews,
    network: async () => (await bitcoin.holdings()).network,
    now,
  });
  const demoCases = createDemoCases({
    cases,
    compliance,
    monitoring,
    sources,
    owner: demoSignIn.owner,
    now,
  });
  jobs.every(2000, 'open the cases of the demo', () => demoCases.keep(), ['compliance_transaction']);
  const demoSars = createDemoSars({
    sars,
    cases: cases.service,
    sources,
    owner: demoSignIn.owner,
    manager: demoSignIn.manager,
    now,
  });
  jobs.every(2000, 'write the reports of the demo', () => demoSars.keep(), ['compliance_transaction']);
  const replays = createReplays({ db, documents: flowDocuments, tracing, logger });
  const evidence = createEvidence({
    db,
    kysely,
    audit,
    documents: flowDocuments,
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    told,
    risk,
    shows: directory.shows,
    version,
    now,
  });
  const reports = createReports({
    score: risk.scored,
    sources: directory.releases.sources,
    priceNow: prices.priceNow,
    network: async (chain) =>
      chain === 'bitcoin' ? (await bitcoin.holdings()).network : (await ethereum.holdings()).network,
    isDemo: (chain) => sources[chain].source === 'demo',
    version,
    now,
  });
  return {
    config,
    db,
    logger,
    version,
    now,
    publicUrl,
    jobs,
    audit,
    people,
    mail,
    ...signIn,
    memberships,
    directory,
    directoryUpdate,
    logos,
    prices,
    feeds,
    mentions: createMentions({ kysely, directory }),
    ...teams,
    monitoring,
    compliance,
    review,
    secondPerson,
    snoozes,
    intake,
    filters,
    cases,
    sars,
    screening,
    screenAgain,
    findings,
    team,
    alerts,
    alertMail,
    alertRules,
    webhooks,
    webhookDeliveries,
    deliverWebhooks,
    dryRunAlertRule: createDryRun(ofAlerts),
    notes,
    ...payment,
    contactSales: createContactSales({ kysely, audit, people, mail, rateLimits: signIn.limits, now }),
    addresses,
    blockchain: createBlockchain({
      bitcoin,
      ethereum,
      blockFilter: createBlockFilter({ contents, attributions: directory.attributions }),
      priceNow: prices.priceNow,
    }),
    transactionParts: createTransactionParts({
      db,
      bitcoin,
      ethereum,
      contents,
      pools: directory.pools,
      bitcoinByAddress: sources.bitcoin.source === 'esplora',
    }),
    clusters,
    relations,
    risk,
    tracing,
    flowDocuments,
    flowLive,
    replays,
    evidence,
    reports,
    riskHistory,
    rescoring,
    riskProfiles,
    search: createSearch({
      bitcoin,
      ethereum,
      ens: createEns(sources.ethereum),
    }),
    health,
    stream,
    metrics: createMetrics({
      db,
      health,
      stream,
      transactions: {
        bitcoin: async () => (await bitcoin.status()).totals.transactions,
        ethereum: async () => (await ethereum.status()).totals.transactions,
      },
      now,
    }),
    sources,
    demoSignIn,
  };
}

export type Context = ReturnType<typeof createContext>;
