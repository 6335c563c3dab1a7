import { travelRuleEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';
import { trpVersion } from './protocol/trp-messages.ts';

export function travelRuleRoutes({ route, file }: Router, { travelRule }: Pick<Context, 'travelRule'>): void {
  const { institution, transfers, proofs, identify, receive } = travelRule;
  /** A message of the protocol: exactly its JSON, with the headers of the request. */
  const message = (json: string, reference: string | string[] | undefined) => ({
    type: 'application/json',
    bytes: Buffer.from(json),
    headers: {
      'api-version': trpVersion,
      ...(typeof reference === 'string' && { 'request-identifier': reference }),
    },
  });

  route(calls.getTravelInstitution, async ({ member }) => ({ data: await institution.get(member) }));
  route(calls.saveTravelInstitution, async (call) => ({ data: await institution.save(call, call.body) }));
  route(calls.listTravelAddresses, ({ member, query }) => institution.addresses(member, query));
  route(calls.createTravelAddress, async (call) => ({
    data: await institution.createAddress(call, call.body),
  }));
  route(calls.deleteTravelAddress, async (call) => {
    await institution.endAddress(call, call.params.id);
    return { deleted: true as const };
  });
  route(calls.lookUpTravelAddress, async ({ body }) => ({ data: await identify(body.travelAddress) }));
  route(calls.getTravelRequirement, async ({ member, query }) => ({
    data: await transfers.requirement(member, query),
  }));
  route(calls.listTravelTransfers, ({ member, query }) => transfers.list(member, query));
  route(calls.getTravelTransfer, async (call) => ({ data: await transfers.get(call, call.params.id) }));
  route(calls.sendTravelTransfer, async (call) => ({ data: await transfers.send(call, call.body) }));
  route(calls.approveTravelTransfer, async (call) => ({
    data: await transfers.approve(call, call.params.id, call.body),
  }));
  route(calls.rejectTravelTransfer, async (call) => ({
    data: await transfers.reject(call, call.params.id, call.body),
  }));
  route(calls.requestTravelInformation, async (call) => ({
    data: await transfers.requestMore(call, call.params.id, call.body),
  }));
  route(calls.sendTravelInformation, async (call) => ({
    data: await transfers.sendMore(call, call.params.id, call.body),
  }));
  route(calls.completeTravelTransfer, async (call) => ({
    data: await transfers.complete(call, call.params.id, call.body),
  }));
  route(calls.cancelTravelTransfer, async (call) => ({
    data: await transfers.cancel(call, call.params.id, call.body),
  }));
  route(calls.listWalletProofs, ({ member, query }) => proofs.list(member, query));
  route(calls.createWalletProof, async (call) => ({ data: await proofs.create(call, call.body) }));
  route(calls.proveWallet, async (call) => ({
    data: await proofs.prove(call, call.params.id, call.body.signature),
  }));
  file(calls.receiveTravelInquiry, async ({ params, headers, raw, origin }) =>
    message(await receive.inquiry(params.token, headers, raw, origin.ip), headers['request-identifier']),
  );
  file(calls.receiveTravelCallback, async ({ params, headers, raw, origin }) =>
    message(await receive.callback(params.token, headers, raw, origin.ip), headers['request-identifier']),
  );
}
