import { provisioningEndpoints, scimEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';
import { described, resourceSchemas, resourceTypes, serviceProviderConfig } from './scim/scim-description.ts';
import { scimLocation } from './scim/scim-users.service.ts';

/** The operator's rules for identity providers, and SCIM 2.0. */
export function provisioningRoutes({ route, scim }: Router, context: Context): void {
  const { provisioning, scimUsers, scimGroups } = context;
  const locate = scimLocation(context.publicUrl);
  route(provisioningEndpoints.listProvisioning, async () => ({ data: await provisioning.list() }));
  route(provisioningEndpoints.setProvisioning, async ({ params, body, ...by }) => ({
    data: await provisioning.set(by, params.organizationId, body),
  }));
  route(provisioningEndpoints.removeProvisioning, async ({ params, ...by }) => {
    await provisioning.remove(by, params.organizationId);
    return {};
  });

  scim(scimEndpoints.getScimConfig, async () => serviceProviderConfig(locate));
  scim(scimEndpoints.listScimResourceTypes, async () => described(resourceTypes(locate)));
  scim(scimEndpoints.listScimSchemas, async () => described(resourceSchemas(locate)));

  scim(scimEndpoints.listScimUsers, async ({ query, ...by }) => scimUsers.list(by, query));
  scim(scimEndpoints.createScimUser, async ({ body, ...by }) => scimUsers.create(by, body));
  scim(scimEndpoints.getScimUser, async ({ params, ...by }) => scimUsers.get(by, params.id));
  scim(scimEndpoints.replaceScimUser, async ({ params, body, ...by }) =>
    scimUsers.replace(by, params.id, body),
  );
  scim(scimEndpoints.changeScimUser, async ({ params, body, ...by }) =>
    scimUsers.patch(by, params.id, body.Operations),
  );
  scim(scimEndpoints.deleteScimUser, async ({ params, ...by }) => scimUsers.remove(by, params.id));

  scim(scimEndpoints.listScimGroups, async ({ query, ...by }) => scimGroups.list(by, query));
  scim(scimEndpoints.createScimGroup, async ({ body, ...by }) => scimGroups.create(by, body));
  scim(scimEndpoints.getScimGroup, async ({ params, query, ...by }) =>
    scimGroups.get(by, params.id, query.excludedAttributes),
  );
  scim(scimEndpoints.replaceScimGroup, async ({ params, body, ...by }) =>
    scimGroups.replace(by, params.id, body),
  );
  scim(scimEndpoints.changeScimGroup, async ({ params, body, ...by }) =>
    scimGroups.patch(by, params.id, body.Operations),
  );
  scim(scimEndpoints.deleteScimGroup, async ({ params, ...by }) => scimGroups.remove(by, params.id));
}
