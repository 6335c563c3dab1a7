import { apiBase } from '@hopscope/contract';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { AccountsServer } from './accounts-server.ts';
import { cutOff, interrupt, textWithout, widthOf } from './interrupt.ts';
import { type Visitor, atPath, choose } from './people.ts';

const txid = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

interface World {
  server: AccountsServer;
  /** Name of the owner's first organization. A second one is Second Ltd; Grace is a member of the first. */
  organization: string;
  owner: Visitor;
  /** Signed in with a verified email address, without an organization. */
  stranger: Visitor;
}

/** Defines the tests of the sentences on organizations, plans, and notes, one test each. */
export function organizationSentences(world: () => World): void {
  const open = async (path: string, who: 'owner' | 'stranger' = 'owner'): Promise<Page> => {
    const { page } = world()[who];
    await page.goto(world().server.url + path);
    return page;
  };
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click();
  // Not exact: a button that has just finished loading still contains that name.
  const confirm = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name }).click();
  const cancel = async (page: Page, name = 'Cancel') => {
    await confirm(page, name);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  };

  //
  it('the first organization is active until another one is chosen, in every place', async () => {
    const { organization } = world();
    const page = await open('/home/settings/organization');
    const name = page.getByLabel('Name', { exact: true });
    await expect.poll(() => name.inputValue()).toBe(organization);
    await press(page, `Organization: ${organization}`);
    await page.getByRole('menuitem', { name: 'Second Ltd' }).click();
    await expect.poll(() => name.inputValue()).toBe('Second Ltd');
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('Second Ltd');
    await press(page, 'Organization: Second Ltd');
    await page.getByRole('menuitem', { name: organization }).click();
    await expect.poll(() => name.inputValue()).toBe(organization);
  });

  //
  it('organization and thresholds: what is missing, what failed, what was saved', async () => {
    const page = await open('/home/settings/organization');
    const details = page.getByRole('form', { name: 'Organization' });
    const save = () => details.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Contact email').fill('');
    await save();
    await page.getByText('Please enter organization email').waitFor();
    await page.getByLabel('Contact email').fill('desk@example.org');
    await page.getByLabel('Allowed domains').fill('example.org\nexample.net');
    await textWithout(page, ['PATCH', '/organizations/*'], 'Failed to update organization settings', save);
    await save();
    await page.getByText('Organization settings updated successfully').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Allowed domains').inputValue()).toBe('example.org\nexample.net');
    const compliance = page.getByRole('form', { name: 'Compliance' });
    const failed = 'Failed to update compliance settings';
    await page.getByLabel('Transaction amount threshold').fill('');
    await compliance.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter transaction amount threshold').waitFor();
    await page.getByLabel('Transaction amount threshold').fill('45.50');
    await textWithout(page, ['PATCH', '/organizations/*'], failed, () =>
      compliance.getByRole('button', { name: 'Save' }).click(),
    );
    const toggle = page.getByRole('switch', { name: 'CSAM visualization' });
    expect(await toggle.isChecked()).toBe(false);
    await toggle.click();
    await page.getByText('Organization settings updated successfully').waitFor();
    await page.reload();
    await expect.poll(() => toggle.isChecked()).toBe(true);
  });

  //
  it('people: an invitation is one of a team member at first; failures are named', async () => {
    const page = await open('/home/settings/organization/people');
    await press(page, 'Invite');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Team member Role' }).waitFor();
    await page.getByLabel('Email').fill('joan@example.org');
    const send = () => confirm(page, 'Send invitation');
    await textWithout(page, ['POST', '/organizations/*/invite'], 'Failed to send invitation', send);
    await send();
    await page.getByText('Invitation sent to joan@example.org').waitFor();
    const roles = ['PATCH', '/organizations/*/members/*/role'] as const;
    await textWithout(page, roles, 'Failed to update role: Please try again.', () =>
      choose(page, 'Role of Grace Example', 'Manager'),
    );
    await press(page, 'Remove Grace Example');
    await textWithout(page, ['DELETE', '/organizations/*/members/*'], 'Failed to remove member', () =>
      confirm(page, 'Remove'),
    );
    await cancel(page);
    await press(page, 'Revoke invitation to joan@example.org');
    const revoking = ['DELETE', '/organizations/*/invitations/*'] as const;
    await textWithout(page, revoking, 'Failed to revoke invitation: Please try again.', () =>
      confirm(page, 'Revoke'),
    );
    await cancel(page);
    await press(page, 'Invite');
    await page.getByLabel('Email').fill('alan@example.org');
    await send();
    await page.getByText('Invitation sent to alan@example.org').waitFor();
  });

  //
  it('an invitation that is rejected is gone', async () => {
    const { organization } = world();
    const page = await open('/home/settings/invitations', 'stranger');
    for (const action of ['Accept', 'Reject']) {
      const text = `Failed to ${action.toLowerCase()} invitation`;
      await textWithout(page, ['POST', '/organizations/*/invitations/*/respond'], text, () =>
        press(page, `${action} invitation from ${organization}`),
      );
    }
    await press(page, `Reject invitation from ${organization}`);
    await page.getByText('Invitation rejected successfully').waitFor();
    await page.getByRole('heading', { name: 'No pending invitations' }).waitFor();
  });

  //
  it('without an organization there are no notes; the dialog is 500 px wide', async () => {
    const page = await open(`/home/block-explorer/transaction/${txid}?notes=true`, 'stranger');
    await page.getByText('You need to be part of an organization to use notes.').waitFor();
    expect(await page.getByRole('textbox', { name: 'New note' }).count()).toBe(0);
    await expect.poll(() => widthOf(page, '[data-modal]')).toBe(500);
  });

  //
  it('notes: blanks are not sent, failures are named, what was written stays', async () => {
    const page = await open('/home/settings/organization/notes');
    const note = page.getByRole('textbox', { name: 'New note' });
    const posts = await interrupt(page, '/organizations/*/notes');
    await posts.release();
    const before = posts.count();
    await note.fill('   ');
    await note.press('Enter');
    expect(await page.getByRole('button', { name: 'Add note' }).isDisabled()).toBe(true);
    expect(posts.count()).toBe(before);
    await page.unrouteAll({ behavior: 'wait' });
    await note.fill('Look here');
    await textWithout(page, ['POST', '/organizations/*/notes'], 'Failed to add note', () =>
      note.press('Enter'),
    );
    expect(await note.inputValue()).toBe('Look here');
    await note.press('Enter');
    const notes = page.getByRole('list', { name: 'Notes' });
    await notes.getByText('Look here').waitFor();
    await notes.getByRole('button', { name: 'Edit' }).click();
    const edited = page.getByRole('textbox', { name: 'Edit note' });
    await edited.fill('Look there');
    await textWithout(page, ['PATCH', '/organizations/*/notes/*'], 'Failed to update note', () =>
      edited.press('Enter'),
    );
    await edited.press('Escape');
    await notes.getByRole('button', { name: 'Delete' }).click();
    await textWithout(page, ['DELETE', '/organizations/*/notes/*'], 'Failed to delete note', () =>
      confirm(page, 'Delete'),
    );
    await textWithout(page, ['GET', '/organizations/*/notes?*'], 'Failed to load notes', () => page.reload());
  });

  //
  it('plans: prices by month and year, a confirmation, canceled at once; failures are named', async () => {
    const page = await open('/home/settings/subscription');
    await page.getByText('$99/mo').waitFor();
    await page.getByText('Custom Pricing').waitFor();
    await page.getByText('Yearly', { exact: true }).click();
    await page.getByText('$990/yr').waitFor();
    await press(page, 'Start trial: Team');
    const creating = ['POST', '/subscriptions/organizations'] as const;
    await page.getByRole('dialog').getByText('Trial until').waitFor();
    await textWithout(page, creating, 'Failed to create subscription', () => confirm(page, 'Confirm'));
    await confirm(page, 'Confirm');
    await page.getByText('Subscription updated successfully').waitFor();
    await press(page, 'Change to this plan: Business');
    const changing = ['PUT', '/subscriptions/organizations/*'] as const;
    await page.getByRole('dialog').getByText('Due now').waitFor();
    await textWithout(page, changing, 'Failed to update subscription', () => confirm(page, 'Confirm'));
    await cancel(page);
    await press(page, 'Cancel subscription');
    const ending = ['DELETE', '/subscriptions/organizations/*'] as const;
    await page.getByRole('dialog').getByText('Immediately', { exact: true }).click();
    await textWithout(page, ending, 'Failed to cancel subscription', () =>
      confirm(page, 'Cancel subscription'),
    );
    await confirm(page, 'Cancel subscription');
    await page.getByText('Subscription canceled immediately').waitFor();
    await page.getByText('Canceled', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Cancel subscription' }).count()).toBe(0);
  });

  //
  it('plans that do not load, and none at all', async () => {
    const page = await open('/home/settings/subscription');
    const again = () => page.reload();
    await textWithout(page, ['GET', '/subscriptions/tiers'], 'Failed to fetch subscription tiers', again);
    const subscription = ['GET', '/subscriptions/organizations/*'] as const;
    await textWithout(page, subscription, 'Failed to fetch organization subscription', again);
    await page.route(`**${apiBase}/subscriptions/tiers`, (route) =>
      route.fulfill({ json: { success: true, data: [] } }),
    );
    await page.reload();
    await page.getByText('No subscription plans available at the moment.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  //
  it('contact sales: 600 px wide, every field is needed, a failure is named', async () => {
    const page = await open('/home/settings/subscription');
    await press(page, 'Contact Sales: Custom');
    await expect.poll(() => widthOf(page, '[data-modal]')).toBe(600);
    await page.getByLabel('Email').fill('');
    await confirm(page, 'Send');
    for (const text of [
      'Please enter your email',
      'Please enter your company name',
      'Please select your company size',
      'Please describe your needs',
    ]) {
      await page.getByText(text).waitFor();
    }
    await page.getByLabel('Email').fill('nobody');
    await confirm(page, 'Send');
    await page.getByText('Please enter a valid email').waitFor();
    await page.getByLabel('Email').fill('buyer@example.org');
    await page.getByLabel('Company', { exact: true }).fill('Engines Ltd');
    await choose(page, 'Company size', '1000+');
    await page.getByLabel('What do you need?').fill('More');
    const failed = 'Failed to submit contact form. Please try again.';
    await textWithout(page, ['POST', '/contact-sales/submit'], failed, () => confirm(page, 'Send'));
  });

  //
  it('onboarding: both forms lead back; failures are named; a link without a name is of the organization', async () => {
    const page = await open('/onboarding', 'stranger');
    await press(page, /^Create a new organization/);
    await page.getByLabel('Organization name').fill('Third Ltd');
    await textWithout(page, ['POST', '/organizations'], 'Failed to create organization', () =>
      press(page, 'Create organization'),
    );
    await press(page, 'Back');
    await press(page, /^Join with invite code/);
    await page.getByLabel('Invite code').fill('ABCDEF');
    await textWithout(page, ['POST', '/organizations/join'], 'Invalid invite code', () =>
      press(page, 'Join organization'),
    );
    await press(page, 'Back');
    await page.getByRole('heading', { name: 'Your organization' }).waitFor();
    const lookUps = await interrupt(page, '/invitations/look-up');
    await page.goto(`${world().server.url}/onboarding?token=unknown`);
    await page.getByText('Opening the invitation of the organization...').waitFor();
    await lookUps.release();
    await page.getByRole('heading', { name: 'Invalid Invitation' }).waitFor();
    await press(page, 'Start Fresh');
    await press(page, /^Skip for now/);
    await confirm(page, 'Skip');
    await atPath(page, '/home/compliance-screener');
  });

  //
  it('organizations that do not load', async () => {
    const page = await open('/home/settings/profile');
    const mend = await cutOff(page, 'GET', '/organizations?*');
    const mendPlain = await cutOff(page, 'GET', '/organizations');
    await page.goto(`${world().server.url}/home/settings/organization`);
    await page.getByText('Failed to fetch organizations').waitFor();
    await mend();
    await mendPlain();
    await press(page, 'Retry');
    await page.getByLabel('Contact email').waitFor();
  });
}
