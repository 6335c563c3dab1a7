import { join } from 'node:path';
import { createDirectoryModule } from '../contexts/directory/records/create-directory.ts';
import { createLogoFiles } from '../contexts/directory/logos/logo-files.ts';
import { readDemoLogo } from '../demo/demo-logos.ts';
import { createLogos } from '../contexts/directory/logos/logos.service.ts';
import { createDirectoryUpdate } from '../contexts/directory/update/directory-update.service.ts';
import { createThreadRunner } from '../contexts/directory/update/step-runner.ts';
import type { Base } from './base.ts';
import type { Identity } from './identity.ts';

/** Most logos of entities that are kept. */
const logosStored = 2_000;

/** Entities, what is attributed to them, the lists it comes from, and logos. */
export function createDirectoryContext(base: Base, identity: Identity) {
  const { config, jobs } = base;
  const { audit, people, memberships } = identity;
  const directory = createDirectoryModule({
    ...base,
    audit,
    people,
    memberships,
    organizations: base.organizationDirectory,
    clusters: base.clusterAccess,
    bitcoin: base.bitcoin.holdings,
    ethereum: base.ethereum.holdings,
    fourEyes: config.directoryFourEyes,
  });
  const directoryUpdate = createDirectoryUpdate({
    ...base,
    audit,
    runStep: createThreadRunner({
      ...base,
      folder: config.directoryFolder,
      workFolder: join(config.dataDir, 'directory-work'),
      outboundAllow: config.outboundAllow,
      runExclusive: directory.runExclusive,
    }),
    contentHashOf: directory.contentHashOf,
    folder: config.directoryFolder,
  });
  const logos = createLogos({
    ...base,
    directory,
    shipped: base.isDemo ? readDemoLogo : async () => undefined,
    files: createLogoFiles({ folder: join(config.dataDir, 'logos'), limit: logosStored }),
  });
  jobs.every(10_000, 'run directory updates', () => directoryUpdate.keepUp(), ['directory_job']);
  jobs.every(600_000, 'refresh directory entities', () => directory.renewDue());
  return { directory, directoryUpdate, logos };
}

export type DirectoryContext = ReturnType<typeof createDirectoryContext>;
