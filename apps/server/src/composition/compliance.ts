import type { StreamMessage } from '@hopscope/contract';
import { createPublishAlertEvents } from '../contexts/compliance/alerts/alert-events.ts';
import { createAlertMail } from '../contexts/compliance/alerts/alert-mail.ts';
import { createAlertRules } from '../contexts/compliance/alerts/alert-rules.service.ts';
import { createAlerts } from '../contexts/compliance/alerts/alerts.service.ts';
import { createDryRun } from '../contexts/compliance/alerts/dry-run.ts';
import { createIssuerMeasures } from '../contexts/compliance/alerts/issuer-measures.service.ts';
import { createRaiseAlerts } from '../contexts/compliance/alerts/raise-alerts.ts';
import { createSubjects } from '../contexts/compliance/alerts/subjects.ts';
import { createCases } from '../contexts/compliance/cases/create-cases.ts';
import { createEvidenceFiles } from '../contexts/compliance/cases/evidence-files.ts';
import { createAddressChecks } from '../contexts/compliance/checks/address-checks.service.ts';
import { createScreeningBatches } from '../contexts/compliance/checks/batches/batches.service.ts';
import { createChecks } from '../contexts/compliance/checks/checks.service.ts';
import { createScreeningRules } from '../contexts/compliance/checks/screening-rules.service.ts';
import { createFindings } from '../contexts/compliance/review/findings.service.ts';
import { createAutoAssignment } from '../contexts/compliance/review/auto-assignment.service.ts';
import { createReview } from '../contexts/compliance/review/review.service.ts';
import { createSecondPerson } from '../contexts/compliance/review/approval.service.ts';
import { createSnoozes } from '../contexts/compliance/review/snooze.service.ts';
import { createSars } from '../contexts/compliance/sars/create-sars.ts';
import { createRescreening } from '../contexts/compliance/screening/rescreening.service.ts';
import { createScreenRows } from '../contexts/compliance/screening/screen-rows.ts';
import { createScreening } from '../contexts/compliance/screening/screening.service.ts';
import { createWriteFound } from '../contexts/compliance/screening/save-screening-result.ts';
import { createTeam } from '../contexts/compliance/team/team.service.ts';
import { createClientCategories } from '../contexts/compliance/transactions/client-categories.service.ts';
import { createCompliance } from '../contexts/compliance/transactions/compliance.service.ts';
import { createFilters } from '../contexts/compliance/transactions/filters.service.ts';
import { createReportedTransactions } from '../contexts/compliance/transactions/reported.ts';
import { dateBack } from '../contexts/compliance/transactions/date-back.ts';
import { createDailyCounts } from '../contexts/compliance/transactions/daily-counts.service.ts';
import { createTransactionViews } from '../contexts/compliance/transactions/transaction-views.ts';
import { endMonitoring } from '../contexts/compliance/watchlist/monitored-addresses.store.ts';
import { createMonitoring } from '../contexts/compliance/watchlist/monitoring.service.ts';
import { createDepositAccounts } from '../contexts/explorer/ethereum/deposit-accounts.ts';
import { createExtendWallets } from '../contexts/compliance/watchlist/wallets/extend-wallets.ts';
import { createMonitoredWallets } from '../contexts/compliance/watchlist/wallets/wallets.service.ts';
import { createPastScreening } from '../contexts/compliance/watchlist/past-screening.ts';
import { createTravelRule } from '../contexts/compliance/travel-rule/create-travel-rule.ts';
import { createDeliverWebhooks } from '../contexts/compliance/webhooks/deliver-webhooks.ts';
import { createDeliveries } from '../contexts/compliance/webhooks/deliveries.service.ts';
import { createPauseNotice } from '../contexts/compliance/webhooks/pause-notice.ts';
import { createWebhooks, secretOf } from '../contexts/compliance/webhooks/webhooks.service.ts';
import { resealWebhooks } from '../contexts/compliance/webhooks/webhooks.store.ts';
import { createHook } from '../lib/hook.ts';
import { readAllowedPrivate } from '../outbound/public-address.ts';
import { createSendOutbound, readTlsIdentity } from '../outbound/send-outbound.ts';
import type { Base } from './base.ts';
import type { Explorer } from './explorer.ts';
import type { Identity } from './identity.ts';
import type { RiskContext } from './risk.ts';
import type { TracingContext } from './tracing.ts';

/** Monitored addresses, screening, review, cases, reports, alerts, and webhooks. */
export function createComplianceContext(
  base: Base,
  {
    audit,
    people,
    keyUse,
    memberships,
    mail,
    proofs,
    usage,
    storage,
    endedMemberships,
    endedOrganizations,
    personalDataAbove,
  }: Identity,
  { prices }: Explorer,
  { scores, risk, riskProfiles }: RiskContext,
  { flowDocuments, evidence }: TracingContext,
) {
  const { config, jobs } = base;
  /** Run when an organization's transactions changed, and when a case was opened or changed. */
  const screened = createHook<[organizationId: string]>();
  const caseChanged = createHook<[StreamMessage<'cases'>]>();
  const onScreened = async (organizationId: string): Promise<void> =>
    void (await screened.run(organizationId));
  const publishCaseChange = async (change: StreamMessage<'cases'>): Promise<void> =>
    void (await caseChanged.run(change));

  const organizations = base.organizationDirectory;
  const views = createTransactionViews({ people, organizations });
  const shared = { ...base, audit, people, organizations, memberships, views, clusters: base.clusterAccess };

  const filters = createFilters(shared);
  personalDataAbove.add((db, userId) => filters.personalData(db, userId));

  const deliveries = createDeliveries(shared);
  const subjects = createSubjects(shared);
  const publish = createPublishAlertEvents({ ...base, queue: deliveries.queue });
  const raiseAlerts = createRaiseAlerts({ ...base, subjects, publish });
  const alerts = createAlerts({ ...shared, publish });
  const alertMail = createAlertMail({ ...shared, mail });
  jobs.every(5_000, 'send alert emails', (signal) => alertMail.run(signal), ['alert_event']);

  const webhookOutbound = createSendOutbound({ allowed: readAllowedPrivate(config.webhookAllow) });
  const deliverWebhooks = createDeliverWebhooks({
    ...base,
    outbound: webhookOutbound,
    onPaused: createPauseNotice({ ...shared, mail }),
    random: Math.random,
  });
  jobs.every(1_000, 'deliver webhooks', (signal) => deliverWebhooks.run(signal), [
    'alert_event',
    'webhook_delivery',
  ]);
  jobs.every(3_600_000, 'delete old webhook deliveries', () => deliverWebhooks.forgetOld());
  if (base.box.hasPrevious) {
    jobs.every(3_600_000, 'encrypt webhook secrets again', () =>
      resealWebhooks(base.kysely, (id, sealed) => base.box.reseal(secretOf(id), sealed)),
    );
  }

  const screenRows = createScreenRows({
    ...shared,
    scores,
    profileOf: riskProfiles.active,
    priceAt: prices.priceAt,
  });
  const writeFound = createWriteFound({
    ...base,
    countMonitored: usage.countMonitored,
    raiseAlerts: raiseAlerts.compare,
  });
  const screening = createScreening({
    ...base,
    screenRows,
    writeFound,
    raiseAlerts: raiseAlerts.compare,
    raiseReversed: raiseAlerts.reversed,
    onScreened,
  });
  const rescreening = createRescreening({ ...shared, screenRows, writeFound, onScreened });
  const pastScreening = createPastScreening(base);
  const dailyCounts = createDailyCounts(base);
  jobs.every(250, 'screen transactions of monitored addresses', (signal) => screening.run(signal), [
    'compliance_transaction',
  ]);
  const issuerMeasures = createIssuerMeasures({
    ...base,
    raise: raiseAlerts.measured,
    onRaised: onScreened,
  });
  jobs.every(5000, 'raise alerts about freezes', (signal) => issuerMeasures.run(signal), ['issuer_measure']);
  jobs.every(2000, 'rescreen after directory releases', (signal) => rescreening.run(signal), [
    'directory_release',
  ]);
  jobs.every(1000, 'screen past transactions', (signal) => pastScreening.run(signal), ['monitored_address']);
  const monitored = { ...shared, storage, most: config.monitoredAddresses };
  const extendWallets = createExtendWallets({
    ...monitored,
    depositAccounts: createDepositAccounts(base.db),
  });
  jobs.every(10_000, 'monitor new addresses of wallets', (signal) => extendWallets.run(signal), [
    'ledger_event',
    'monitored_wallet',
  ]);
  const team = createTeam(shared);
  jobs.every(60_000, 'compact counts of compliance transactions', (signal) => dailyCounts.addUp(signal));
  jobs.every(60_000, 'compact team figures', (signal) => team.addUp(signal));

  const screeningRules = createScreeningRules(shared);
  const checks = createChecks({
    ...shared,
    rules: screeningRules,
    scores,
    risk,
    profileOf: riskProfiles.ofVersion,
    priceNow: prices.priceNow,
    publish,
  });
  jobs.every(1000, 'decide on screened transfers', (signal) => checks.run(signal));
  const addressChecks = createAddressChecks({ ...base, rules: screeningRules, risk });
  const screeningBatches = createScreeningBatches({
    ...shared,
    rules: screeningRules,
    addressChecks,
    keyUse,
  });
  jobs.every(1000, 'screen batches of addresses', (signal) => screeningBatches.run(signal), [
    'screening_batch',
  ]);
  jobs.every(3_600_000, 'delete old batches', () => screeningBatches.removeOld());

  const travelRule = createTravelRule({
    ...shared,
    outbound: createSendOutbound({
      allowed: readAllowedPrivate(config.webhookAllow),
      tls: readTlsIdentity(config.travelRule),
    }),
    priceNow: prices.priceNow,
    callContract: base.sources.ethereum.callContract,
  });
  jobs.every(1_000, 'send travel rule messages', (signal) => travelRule.deliver.run(signal), [
    'travel_transfer',
  ]);
  jobs.every(3_600_000, 'erase old travel rule data', (signal) => travelRule.eraseOld(signal));
  if (base.box.hasPrevious) {
    jobs.every(3_600_000, 'encrypt travel rule data again', () => travelRule.reseal());
  }

  const files = createEvidenceFiles(base.box);
  if (base.box.hasPrevious) {
    jobs.every(3_600_000, 'encrypt evidence files again', () => files.reseal(base.kysely));
  }

  /** Review and cases with a clock of their own: the demo network goes through months of work in seconds. */
  const workAt = (now: () => number) => {
    const then = { ...shared, now };
    const secondPerson = createSecondPerson(then);
    return {
      secondPerson,
      review: createReview({ ...then, secondPerson }),
      cases: createCases({
        ...then,
        documents: flowDocuments,
        storage,
        files,
        transactions: views,
        publishCaseChange,
        drawing: evidence.drawing,
        traces: evidence.traces,
      }),
    };
  };
  const { secondPerson, review, cases } = workAt(base.now);
  const autoAssignment = createAutoAssignment({ ...shared, review, onGiven: onScreened });
  const snoozes = createSnoozes({ ...shared, onWoken: onScreened });
  jobs.every(1000, 'assign new transactions to reviewers', (signal) => autoAssignment.giveNew(signal), [
    'compliance_transaction',
  ]);
  jobs.every(5000, 'return snoozed transactions', (signal) => snoozes.wakeEnded(signal));

  endedOrganizations.add((trx, organizationId) => endMonitoring(trx, organizationId, new Date(base.now())));
  endedMemberships.add(async (trx, gone) => {
    await alerts.release(trx, gone);
    await alertMail.release(trx, gone);
    const transactions = await review.release(trx, gone);
    const released = await cases.decisions.release(trx, gone);
    return {
      transactions,
      async notify() {
        if (transactions > 0) await onScreened(gone.organizationId);
        for (const change of released) await publishCaseChange(change);
      },
    };
  });
  return {
    screened,
    caseChanged,
    checks,
    addressChecks,
    screeningBatches,
    screeningRules,
    monitoring: createMonitoring(monitored),
    monitoredWallets: createMonitoredWallets(monitored),
    extendWallets,
    pastScreening,
    compliance: createCompliance(shared),
    clientCategories: createClientCategories({ ...shared, profileOf: riskProfiles.active }),
    screening,
    issuerMeasures,
    rescreening,
    review,
    secondPerson,
    snoozes,
    autoAssignment,
    filters,
    workAt,
    dateBack: (organizationId: string, before: Date) => dateBack(base.kysely, { organizationId, before }),
    findings: createFindings(shared),
    team,
    cases,
    sars: createSars({ ...shared, transactions: views, proofs, reported: createReportedTransactions() }),
    alerts,
    alertMail,
    alertRules: createAlertRules(shared),
    dryRunAlertRule: createDryRun({ ...shared, subjects }),
    travelRule,
    webhooks: createWebhooks({ ...shared, outbound: webhookOutbound }),
    webhookDeliveries: deliveries,
    deliverWebhooks,
  };
}

export type ComplianceContext = ReturnType<typeof createComplianceContext>;
