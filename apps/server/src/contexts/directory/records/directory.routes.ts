import {
  directoryChangeEndpoints as changing,
  directoryEndpoints as reading,
  listEntityBalances,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

/** Routes of the directory for reading. */
export function directoryRoutes(
  { route, versioned }: Router,
  { directory }: Pick<Context, 'directory'>,
): void {
  const { entities, attributions, balances, releases, viewerOf, canSeeRestricted } = directory;
  versioned(reading.listEntities, (call) => directory.versionedList(call, call.query.asOf));
  route(reading.getEntity, async (call) =>
    entities.profile(call.params.id, call.query.asOf, await viewerOf(call)),
  );
  route(reading.getEntityHistory, async (call) =>
    entities.history(call.params.id, call.query, await viewerOf(call)),
  );
  route(reading.listEntityAddresses, async (call) =>
    entities.addresses(call.params.id, call.query, await viewerOf(call)),
  );
  route(reading.listEntityClusters, async (call) =>
    entities.clusters(call.params.id, call.query, await viewerOf(call)),
  );
  route(reading.listDirectorySources, async () => ({ data: await releases.sources() }));
  route(reading.listDirectoryReleases, async (call) =>
    releases.list(call.query, await canSeeRestricted(call)),
  );
  route(reading.getUniqueValues, async (call) => ({
    data: await entities.uniqueValues(call.params.id, call.query.asOf, await viewerOf(call)),
  }));
  route(reading.attributeAddresses, async (call) =>
    attributions.list(call.body.addresses, call.query.asOf, await canSeeRestricted(call)),
  );
  route(reading.attributeByAddress, async (call) =>
    attributions.keyed(call.body.addresses, call.query.asOf, await canSeeRestricted(call)),
  );
  route(reading.getBitcoinAttribution, async (call) => ({
    data: await attributions.ofBitcoin(call.params.address, call.query.asOf, await canSeeRestricted(call)),
  }));
  route(reading.getEntityBalanceSheet, async (call) => ({
    data: await balances.sheet(call.params.id, await canSeeRestricted(call)),
  }));
  route(listEntityBalances, async (call) => balances.all(await canSeeRestricted(call)));
}

/** Routes of the directory for changes. */
export function directoryChangeRoutes({ route }: Router, { directory }: Pick<Context, 'directory'>): void {
  const { changes, editors, byViewer, viewerOf } = directory;
  route(changing.editEntity, async (call) => ({
    data: await changes.edit(await byViewer(call), call.params.id, call.body),
  }));
  route(changing.createEntity, async (call) => ({
    data: await changes.create(await byViewer(call), call.body),
  }));
  route(changing.deleteEntity, async (call) => ({
    data: await changes.remove(await byViewer(call), call.params.id, call.body),
  }));
  route(changing.suggestCorrection, async (call) => ({
    data: await changes.suggest(await byViewer(call), call.params.id, call.body),
  }));
  route(changing.changeAttribution, async (call) => ({
    data: await changes.attribute(await byViewer(call), call.params.id, call.body),
  }));
  route(changing.mergeEntities, async (call) => ({
    data: await changes.merge(await byViewer(call), call.params.id, call.body),
  }));
  route(changing.unmergeEntity, async (call) => ({
    data: await changes.unmerge(await byViewer(call), call.params.id, call.body),
  }));
  route(changing.listDirectoryChanges, async (call) => changes.list(await viewerOf(call), call.query));
  route(changing.approveChange, async (call) => ({
    data: await changes.approve(await byViewer(call), call.params.changeId, call.body.reason),
  }));
  route(changing.rejectChange, async (call) => ({
    data: await changes.reject(await byViewer(call), call.params.changeId, call.body.reason),
  }));
  route(changing.withdrawChange, async (call) => ({
    data: await changes.withdraw(await byViewer(call), call.params.changeId),
  }));
  route(changing.listDirectoryEditors, ({ query }) => editors.list(query));
  route(changing.addDirectoryEditor, async (call) => ({ data: await editors.add(call, call.body.email) }));
  route(changing.removeDirectoryEditor, async (call) => {
    await editors.remove(call, call.params.userId);
    return {};
  });
}
