import { addressDays } from './ledger/address-days.ts';
import { alerts } from './alerts.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { backups } from './backups.ts';
import { bitcoinByAddress } from './ledger/bitcoin-by-address.ts';
import { bitcoinLedger } from './ledger/bitcoin-ledger.ts';
import { bitcoinMempool } from './ledger/bitcoin-mempool.ts';
import { cases } from './cases.ts';
import { clusters } from './ledger/clusters.ts';
import { compliance } from './compliance.ts';
import { directory } from './directory.ts';
import { directoryUpdate } from './directory-update.ts';
import { ethereumByAddress } from './ledger/ethereum-by-address.ts';
import { ethereumLedger } from './ledger/ethereum-ledger.ts';
import { feeds } from './feeds.ts';
import { flowDocuments } from './flow-documents.ts';
import { screeningChecks } from './screening-checks.ts';
import { serverProcesses } from './ledger/server-processes.ts';
import { storedScripts } from './ledger/stored-scripts.ts';
import { ledgerEvents } from './ledger/ledger-events.ts';
import { mail } from './mail.ts';
import { monitoring } from './monitoring.ts';
import { notes } from './notes.ts';
import { organizations } from './organizations.ts';
import { people } from './people.ts';
import { prices } from './prices.ts';
import { provisioning } from './provisioning.ts';
import { risk } from './risk.ts';
import { sars } from './sars.ts';
import { subscriptions } from './subscriptions.ts';
import { team } from './team.ts';
import { travelRule } from './travel-rule.ts';
import { workSignals } from './work-signals.ts';

/** The first schema, module by module; a module refers only to tables of earlier ones. */
export const baseline: readonly string[] = [
  bitcoinLedger,
  bitcoinMempool,
  bitcoinByAddress,
  ethereumLedger,
  ethereumByAddress,
  storedScripts,
  addressDays,
  clusters,
  ledgerEvents,
  serverProcesses,
  people,
  audit,
  organizations,
  apiKeys,
  provisioning,
  mail,
  notes,
  subscriptions,
  directory,
  directoryUpdate,
  prices,
  feeds,
  risk,
  flowDocuments,
  monitoring,
  compliance,
  screeningChecks,
  travelRule,
  cases,
  alerts,
  sars,
  team,
  backups,
  workSignals,
];
