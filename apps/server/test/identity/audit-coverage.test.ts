import { type AuditAction, type Endpoint, endpoints } from '@hopscope/contract';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { password } from '../support/api/api-client.ts';
import { createAuthenticator } from '../support/servers/authenticator.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createPeopleApi, dataOf, type PeopleApi } from '../support/api/people-api.ts';
import { rows } from '../support/api/tenancy-rows.ts';
import { createWorld, insiders, type Persona } from '../support/api/tenancy-world.ts';

type Name = keyof typeof endpoints;

/** Calls that change something, who makes them, and what the log then says; in an order in which one world lasts. */
const recorded: readonly [Name, Persona, AuditAction][] = [
  ['signup', 'no token', 'user.signed_up'],
  ['login', 'no token', 'user.sign_in_failed'],
  ['updateMe', 'owner', 'user.profile_changed'],
  ['updatePreferences', 'owner', 'user.preferences_changed'],
  ['updateNotifications', 'owner', 'user.notifications_changed'],
  ['submitContactRequest', 'owner', 'contact_request.created'],
  ['closeContactRequest', 'operator', 'contact_request.closed'],
  ['retryOutboxMail', 'operator', 'mail.retried'],
  ['changePlan', 'operator', 'plan.changed'],
  ['changeSubscription', 'owner', 'subscription.changed'],
  ['cancelSubscription', 'owner', 'subscription.canceled'],
  ['assignPlan', 'operator', 'subscription.changed'],
  ['confirmInvoice', 'operator', 'invoice.confirmed'],
  ['setProvisioning', 'operator', 'provisioning.changed'],
  ['createScimUser', 'owner', 'provisioned_user.created'],
  ['replaceScimUser', 'owner', 'provisioned_user.changed'],
  ['changeScimUser', 'key of the owner', 'provisioned_user.changed'],
  ['deleteScimUser', 'admin', 'provisioned_user.removed'],
  ['createScimGroup', 'owner', 'provisioned_group.created'],
  ['replaceScimGroup', 'owner', 'provisioned_group.changed'],
  ['changeScimGroup', 'key of the owner', 'provisioned_group.changed'],
  ['deleteScimGroup', 'admin', 'provisioned_group.removed'],
  ['removeProvisioning', 'operator', 'provisioning.removed'],
  ['createOrganization', 'owner', 'organization.created'],
  ['updateOrganization', 'admin', 'organization.changed'],
  ['changeMemberRole', 'admin', 'member.role_changed'],
  // Before somebody is removed: that renews the invite code.
  ['joinOrganization', 'another organization', 'member.joined'],
  ['leaveOrganization', 'another organization', 'member.left'],
  ['removeMember', 'manager', 'member.removed'],
  ['inviteMembers', 'team_member', 'invitation.created'],
  ['resendInvitation', 'manager', 'invitation.resent'],
  ['revokeInvitation', 'manager', 'invitation.revoked'],
  ['createNote', 'team_member', 'note.created'],
  ['changeNote', 'team_member', 'note.changed'],
  ['deleteNote', 'team_member', 'note.deleted'],
  ['addMonitoredAddress', 'team_member', 'monitored_address.added'],
  ['addMonitoredAddressOf', 'manager', 'monitored_address.added'],
  ['addMonitoredAddresses', 'admin', 'monitored_address.added'],
  ['changeMonitoredAddress', 'team_member', 'monitored_address.changed'],
  ['screenMonitoredPast', 'manager', 'monitored_address.past_asked'],
  ['deleteMonitoredAddress', 'owner', 'monitored_address.removed'],
  ['addMonitoredWallet', 'manager', 'monitored_wallet.added'],
  ['changeMonitoredWallet', 'team_member', 'monitored_wallet.changed'],
  ['deleteMonitoredWallet', 'owner', 'monitored_wallet.removed'],
  ['saveTravelInstitution', 'admin', 'travel_institution.saved'],
  ['deleteTravelAddress', 'team_member', 'travel_address.deleted'],
  ['sendTravelTransfer', 'team_member', 'travel_transfer.sent'],
  ['approveTravelTransfer', 'manager', 'travel_transfer.approved'],
  ['rejectTravelTransfer', 'manager', 'travel_transfer.rejected'],
  ['requestTravelInformation', 'team_member', 'travel_transfer.more_requested'],
  ['sendTravelInformation', 'team_member', 'travel_transfer.information_sent'],
  ['completeTravelTransfer', 'manager', 'travel_transfer.completed'],
  ['cancelTravelTransfer', 'team_member', 'travel_transfer.canceled'],
  ['createWalletProof', 'team_member', 'wallet_proof.created'],
  ['markComplianceFindings', 'team_member', 'compliance_finding.seen'],
  ['changeComplianceStatus', 'team_member', 'compliance_transaction.decided'],
  ['assignComplianceTransaction', 'team_member', 'compliance_transaction.assigned'],
  ['assignComplianceTransactions', 'manager', 'compliance_transaction.assigned'],
  ['takeNextComplianceTransaction', 'admin', 'compliance_transaction.assigned'],
  ['answerComplianceProposal', 'manager', 'compliance_transaction.decided'],
  ['setComplianceReviewer', 'manager', 'compliance_reviewer.changed'],
  ['saveComplianceFilter', 'team_member', 'compliance_filter.saved'],
  ['changeComplianceFilter', 'team_member', 'compliance_filter.changed'],
  ['deleteComplianceFilter', 'team_member', 'compliance_filter.deleted'],
  ['snoozeComplianceTransaction', 'team_member', 'compliance_transaction.snoozed'],
  ['wakeComplianceTransaction', 'team_member', 'compliance_transaction.woken'],
  ['createAlertRule', 'manager', 'alert_rule.created'],
  ['changeAlertRule', 'admin', 'alert_rule.changed'],
  ['deleteAlertRule', 'owner', 'alert_rule.deleted'],
  ['acknowledgeAlert', 'manager', 'alert.acknowledged'],
  ['acknowledgeAlerts', 'manager', 'alert.acknowledged'],
  ['assignAlert', 'team_member', 'alert.assigned'],
  ['setAlertMail', 'owner', 'alert_mail.changed'],
  ['createWebhook', 'admin', 'webhook.created'],
  ['changeWebhook', 'admin', 'webhook.changed'],
  ['deleteWebhook', 'owner', 'webhook.deleted'],
  ['rotateWebhookSecret', 'owner', 'webhook.secret_made'],
  ['testWebhook', 'admin', 'webhook.tested'],
  ['resendWebhookDeliveries', 'admin', 'webhook.resent'],
  ['draftScreeningRules', 'admin', 'screening_rules.drafted'],
  ['activateScreeningRules', 'owner', 'screening_rules.activated'],
  ['createScreeningBatch', 'team_member', 'screening_batch.created'],
  ['deleteScreeningBatch', 'manager', 'screening_batch.deleted'],
  ['createApiKey', 'admin', 'api_key.created'],
  ['changeApiKey', 'owner', 'api_key.changed'],
  ['rotateApiKey', 'owner', 'api_key.secret_made'],
  ['revokeApiKey', 'admin', 'api_key.revoked'],
  ['createCase', 'team_member', 'case.created'],
  ['updateCase', 'team_member', 'case.changed'],
  ['changeCaseStatus', 'team_member', 'case.status_changed'],
  ['assignCase', 'team_member', 'case.assigned'],
  ['addCaseTransactions', 'manager', 'case.transactions_added'],
  ['removeCaseTransaction', 'team_member', 'case.transaction_removed'],
  ['addCaseAddresses', 'admin', 'case.addresses_added'],
  ['removeCaseAddress', 'team_member', 'case.address_removed'],
  ['addCaseDocument', 'team_member', 'case.document_added'],
  ['removeCaseDocument', 'team_member', 'case.document_removed'],
  ['addCaseNote', 'team_member', 'case.note_added'],
  ['addCaseTask', 'manager', 'case.task_added'],
  ['changeCaseTask', 'team_member', 'case.task_changed'],
  ['removeCaseTask', 'team_member', 'case.task_removed'],
  ['addCaseEvidence', 'team_member', 'case.evidence_added'],
  ['getCaseEvidence', 'admin', 'case.evidence_downloaded'],
  ['getCaseReport', 'admin', 'case.report_downloaded'],
  ['getCaseData', 'admin', 'case.data_downloaded'],
  ['removeCaseEvidence', 'owner', 'case.evidence_removed'],
  ['decideCase', 'team_member', 'case.decided'],
  ['reopenCase', 'manager', 'case.reopened'],
  ['changeCaseHold', 'manager', 'case.hold_placed'],
  ['createSar', 'team_member', 'sar.created'],
  ['saveSar', 'team_member', 'sar.changed'],
  ['askForSarSignatures', 'team_member', 'sar.asked'],
  ['signSar', 'team_member', 'sar.signed'],
  ['returnSar', 'manager', 'sar.returned'],
  ['submitSar', 'manager', 'sar.submitted'],
  ['withdrawSar', 'team_member', 'sar.withdrawn'],
  ['exportSar', 'owner', 'sar.exported'],
  ['putSarInstitution', 'admin', 'sar_institution.changed'],
  ['createFlowDocument', 'team_member', 'flow_document.created'],
  ['changeFlowDocument', 'team_member', 'flow_document.changed'],
  ['createFlowSnapshot', 'manager', 'flow_document.snapshot_made'],
  ['deleteFlowSnapshot', 'team_member', 'flow_document.snapshot_removed'],
  ['shareFlowDocument', 'admin', 'flow_document.shared'],
  ['createFlowLink', 'owner', 'flow_document.link_made'],
  ['revokeFlowLink', 'manager', 'flow_document.link_revoked'],
  ['bundleFlowDocument', 'manager', 'flow_document.bundle_made'],
  ['deleteFlowDocument', 'team_member', 'flow_document.deleted'],
  ['draftRiskProfile', 'admin', 'risk_profile.drafted'],
  ['activateRiskProfile', 'owner', 'risk_profile.activated'],
  ['respondInvitation', 'pending member', 'invitation.accepted'],
  ['renewInviteCode', 'admin', 'invite_code.renewed'],
  ['exportAuditLog', 'owner', 'audit.exported'],
  ['exportInstallationAuditLog', 'operator', 'audit.exported'],
  ['erasePerson', 'operator', 'audit.person_erased'],
  ['downloadPersonalData', 'manager', 'user.data_downloaded'],
  ['changePassword', 'manager', 'password.changed'],
  ['logout', 'manager', 'user.signed_out'],
  ['removeAccount', 'team_member', 'user.removed'],
  ['transferOwnership', 'owner', 'organization.ownership_transferred'],
  ['deleteOrganization', 'admin', 'organization.deleted'],
  ['endSession', 'owner', 'user.signed_out'],
  // Ends everyone's sessions except its own.
  ['endPersonSessions', 'operator', 'session.ended'],
];

/** Calls of the second test below: they need a mailbox, an app or a key. */
const ofSignIn: readonly Name[] = [
  'verifyEmail',
  'forgetPassword',
  'resetPassword',
  'confirmTotp',
  'signInWithSecondFactor',
  'renewRecoveryCodes',
  'removeTotp',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'signInWithPasskey',
  'becomeOperator',
  'endOtherSessions',
];

/** Calls whose entries are looked at beside the rest of what they do. */
const elsewhere: readonly Name[] = [
  'appendFlowSteps', // flow-documents.test.ts
  'addDirectoryEditor', // directory-changes.test.ts, as all that change the directory
  'approveChange',
  'changeAttribution',
  'createEntity',
  'deleteEntity',
  'editEntity',
  'mergeEntities',
  'unmergeEntity',
  'rejectChange',
  'cancelDirectoryJob', // directory-update.test.ts, with the three that follow
  'putDirectoryFeed',
  'removeDirectoryFeed',
  'startDirectoryJob',
  'addNewsFeed', // feeds.test.ts, with the three that follow
  'changeNewsFeed',
  'removeNewsFeed',
  'runNewsFeed',
  'removeDirectoryEditor',
  'suggestCorrection',
  'withdrawChange',
  'acceptInvitation', // invitations.test.ts
  'exportSarBatch', // sars.test.ts
  'demoSignIn', // demo-sign-in.test.ts
  'createSubscription', // subscriptions.test.ts
  'exchangeTicket', // openid.test.ts
  'refreshSession', // sessions.test.ts: an entry where a token is used twice
  'stripeWebhook', // stripe.test.ts
  'createTravelAddress', // travel-rule.test.ts, with the two that follow
  'receiveTravelInquiry',
  'receiveTravelCallback',
  'proveWallet', // wallet-proofs.test.ts
];

/** Calls that only look, or prepare something that another call completes. */
const withoutChange: readonly Name[] = [
  'screenTransfer', // stored with its creator and decision
  'screenAddresses',
  'tryScreeningRules',
  'attributeAddresses',
  'dryRunAlertRule',
  'previewMonitoredWallet',
  'lookUpTravelAddress',
  'calculateRisk',
  'calculateRisks',
  'recordRisk',
  'recountRisk',
  'compareRiskMethods',
  'sendFlowCursor',
  'replayFlowDocument',
  'expandFlow',
  'listFlowProfiles',
  'autoTrace',
  'findFlowPath',
  'findSameOwners',
  'taintFlow',
  'makeReport',
  'makeReportFile',
  'tryRiskProfile',
  'attributeByAddress',
  'lookUpInvitation',
  'openBillingPortal',
  'passkeyRegistrationOptions',
  'passkeySignInOptions',
  'previewSubscription',
  'sendVerification',
  'setUpTotp',
  'testNewsFeed',
];

test('every call that is no GET is looked at', () => {
  const changing = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method !== 'GET');
  const seen = [...recorded.map(([name]) => name), ...ofSignIn, ...elsewhere, ...withoutChange];
  const names = Object.entries<Endpoint>(endpoints).map(([name]) => name);
  expect(seen.filter((name) => !names.includes(name))).toEqual([]);
  expect(changing.map(([name]) => name).filter((name) => !seen.some((each) => each === name))).toEqual([]);
});

const codesShape = z.object({ recoveryCodes: z.array(z.string()) });
const optionsShape = z.object({
  handle: z.string(),
  options: z.looseObject({
    challenge: z.string(),
    user: z.object({ id: z.string() }).optional(),
  }),
});
const challengeShape = z.object({ details: z.object({ challenge: z.string() }) });

async function actionsOf(api: PeopleApi): Promise<string[]> {
  const found = await api.rows<{ action: string }>('select action from audit_log order by sequence');
  return found.map(({ action }) => action);
}

async function proveAndReset(api: PeopleApi, email: string): Promise<void> {
  const proof = (await api.linkTo(email, 'verify_email')).searchParams.get('token');
  await api.post('/auth/verify-email', { token: proof });
  await api.post('/auth/forget-password', { email });
  api.clock += 2000;
  await api.work();
  const link = (await api.linkTo(email, 'reset_password')).searchParams;
  const { id, token } = Object.fromEntries(link);
  const body = { id, token, password, confirmPassword: password };
  expect((await api.post('/auth/reset-password', body)).statusCode).toBe(200);
}

async function useTotp(api: PeopleApi, email: string): Promise<void> {
  const { accessToken: token } = await api.logIn(email);
  const setup = await api.post('/auth/totp/setup', { password }, { token });
  const { secret } = dataOf(setup, z.object({ secret: z.string() }));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock });
  await api.post('/auth/totp/confirm', { code }, { token });
  const renewed = await api.post('/auth/recovery-codes', { password }, { token });
  const [recovery] = dataOf(renewed, codesShape).recoveryCodes;
  const asked = challengeShape.parse((await api.post('/auth/login', { email, password })).json());
  const answer = { challenge: asked.details.challenge, method: 'recovery_code', code: recovery };
  expect((await api.post('/auth/second-factor', answer)).statusCode).toBe(200);
  expect((await api.ask('/auth/sessions', { method: 'DELETE', token })).json()).toMatchObject({
    data: { ended: 1 },
  });
  const removed = await api.ask('/auth/totp', { method: 'DELETE', payload: { password }, token });
  expect(removed.statusCode).toBe(200);
}

async function usePasskey(api: PeopleApi, email: string): Promise<void> {
  const { accessToken: token } = await api.logIn(email);
  const site = { origin: 'https://hopscope.example.org', rpId: 'hopscope.example.org' };
  const authenticator = createAuthenticator();
  const wanted = dataOf(await api.post('/auth/passkeys/options', { password }, { token }), optionsShape);
  const made = authenticator.register({
    ...site,
    challenge: wanted.options.challenge,
    userId: wanted.options.user?.id ?? '',
  });
  const body = { handle: wanted.handle, name: 'Laptop', response: made };
  const added = await api.post('/auth/passkeys', body, { token });
  const { passkey } = dataOf(added, z.object({ passkey: z.object({ id: z.string() }) }));
  const place = `/auth/passkeys/${passkey.id}`;
  await api.ask(place, { method: 'PATCH', payload: { name: 'Phone' }, token });
  const asked = dataOf(await api.post('/auth/passkey/options', {}), optionsShape);
  const response = authenticator.answer({ ...site, challenge: asked.options.challenge });
  expect((await api.post('/auth/passkey', { handle: asked.handle, response })).statusCode).toBe(200);
  expect((await api.ask(place, { method: 'DELETE', payload: { password }, token })).statusCode).toBe(200);
}

describeWithDatabase('The audit log has an entry', (databases) => {
  test('for every change of people, organizations, plans and notes', async () => {
    const world = await createWorld(await databases.empty());
    const count = async (action: AuditAction): Promise<number> =>
      (await world.api.rows('select sequence from audit_log where action = $1', [action])).length;
    for (const [name, persona, action] of recorded) {
      if (name === 'retryOutboxMail') {
        await world.api.rows(`update outbox_mail set status = 'failed' where id = $1`, [world.mailId]);
      }
      const insider = insiders.find((each) => each === persona) ?? 'owner';
      const input = await rows[name].ask(world, { name: insider, someone: world.people[insider] });
      const before = await count(action);
      const answer = await world.call(persona, endpoints[name], input);
      expect({ name, status: answer.statusCode, body: answer.body.slice(0, 200) }).toMatchObject({
        name,
        status: name === 'login' ? 401 : (rows[name].everybody ?? endpoints[name].status ?? 200),
      });
      expect({ name, entries: await count(action) }).toEqual({ name, entries: before + 1 });
    }
  });

  test('for every change of how somebody signs in', async () => {
    const email = 'ada@example.org';
    const env = { PUBLIC_URL: 'https://hopscope.example.org' };
    const api = await createPeopleApi(await databases.empty(), { env });
    await api.signUp(email);
    await proveAndReset(api, email);
    await useTotp(api, email);
    await usePasskey(api, email);
    const setupToken = new URL((await api.context.operatorSetup.link()) ?? '', 'http://x').searchParams.get(
      'setup',
    );
    const { accessToken: token } = await api.logIn(email);
    expect((await api.post('/auth/operator', { setupToken }, { token })).statusCode).toBe(200);
    const actions = await actionsOf(api);
    expect(actions.filter((action) => action !== 'user.signed_in')).toEqual([
      'user.signed_up',
      'email.verified',
      'password.reset_requested',
      'password.reset',
      'second_factor.totp_enabled',
      'second_factor.recovery_codes_made',
      'second_factor.recovery_code_used',
      'session.ended',
      'second_factor.totp_disabled',
      'second_factor.passkey_added',
      'second_factor.passkey_renamed',
      'second_factor.passkey_removed',
      'user.became_operator',
    ]);
  });
});
