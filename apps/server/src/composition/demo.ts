import { createDemoCases } from '../demo/demo-cases.ts';
import { createDemoDirectory } from '../demo/demo-directory.ts';
import { createDemoFeed } from '../demo/demo-feed.ts';
import { createDemoMonitoring } from '../demo/demo-monitoring.ts';
import { createDemoWork } from '../demo/demo-work.ts';
import { createDemoSars } from '../demo/demo-sars.ts';
import { createDemoSignIn } from '../demo/demo-sign-in.service.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';
import type { Base } from './base.ts';
import type { ComplianceContext } from './compliance.ts';
import type { DirectoryContext } from './directory.ts';
import type { Explorer } from './explorer.ts';
import type { Identity } from './identity.ts';
import type { TracingContext } from './tracing.ts';

/** What only the demo network has: accounts without passwords, stories, and news. */
export function createDemo(
  base: Base,
  identity: Identity,
  { directory }: DirectoryContext,
  { feeds }: Explorer,
  { flowDocuments, tracing }: TracingContext,
  { cases, compliance, monitoring, sars, alertRules, workAt, dateBack }: ComplianceContext,
) {
  const { jobs, isDemo } = base;
  const { demoAccounts, demoTeamWeeks: weeks, publicUrl, requireSecondFactor } = base.config;
  const demoSignIn = createDemoSignIn({
    ...base,
    ...identity,
    editors: directory.editors,
    isDemo: () => isDemo,
    requireSecondFactor,
    mayUse: ({ isLocal }) => demoAccounts === 'anyone' || (isLoopbackUrl(publicUrl) && isLocal === true),
  });
  const { owner, colleague } = demoSignIn;
  const manager = () => colleague('manager');
  const demoDirectory = createDemoDirectory({ ...base, sync: directory.sync });
  const demoFeed = createDemoFeed({ ...base, feeds });
  const demoMonitoring = createDemoMonitoring({ ...base, monitoring, rules: alertRules, owner, weeks });
  const demoCases = createDemoCases({ ...base, cases, compliance, monitoring, owner });
  const demoWork = createDemoWork({
    ...base,
    compliance,
    monitoring,
    workAt,
    notes: identity.notes,
    findings: { directory, flowDocuments, tracing },
    dateBack,
    owner,
    colleague,
    weeks,
  });
  const demoSars = createDemoSars({ ...base, sars, cases: cases.service, owner, manager });
  jobs.every(5_000, 'update the demo directory', (signal) => demoDirectory.update(signal));
  jobs.every(60_000, 'update the demo news', () => demoFeed.keep());
  jobs.every(1000, 'monitor demo customers', () => demoMonitoring.keep(), ['ledger_event']);
  jobs.every(2000, 'create demo cases', () => demoCases.keep(), ['compliance_transaction']);
  jobs.every(2000, 'review past transactions of the demo', (signal) => demoWork.keep(signal), [
    'compliance_transaction',
  ]);
  jobs.every(2000, 'create demo reports', () => demoSars.keep(), ['compliance_transaction']);
  return { demoSignIn };
}
