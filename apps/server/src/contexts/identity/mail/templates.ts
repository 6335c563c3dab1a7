import { plural } from '@hopscope/domain';
/**
 * Content of mails; `link` is a path of this server with query. Mails about an account contain no names: another person may
 * have created the account with this email, and its name would be their message.
 */
export interface MailData {
  verify_email: { link: string };
  reset_password: { link: string };
  password_changed: { how: 'by the account' | 'by link' };
  /** `role` as people read it; `days` until it expires. */
  invitation: { inviter: string; organization: string; role: string; link: string; days: number };
  invitation_accepted: { member: string; organization: string };
  ownership_transferred: { organization: string; from: string; to: string };
  /** `change` as a sentence, such as "An authenticator app was added." */
  second_factor_changed: { change: string };
  new_contact_request: { email: string; company: string; companySize: string; message: string };
  /** `notice` as one or more sentences. */
  subscription_notice: { organization: string; title: string; notice: string };
  /** `rules` are the gravest; `others` counts alerts of the rest. `settings` is where these mails are switched off. */
  alert_digest: {
    organization: string;
    total: number;
    rules: readonly { severity: 'high' | 'medium' | 'low'; summary: string; count: number }[];
    others: number;
    link: string;
    settings: string;
  };
  webhook_paused: { organization: string; host: string; reason: string; link: string };
}
export type MailTemplate = keyof MailData;
/** One mail to write. */
export type MailContent = { [T in MailTemplate]: { template: T; data: MailData[T] } }[MailTemplate];

interface Letter {
  subject: string;
  /** Each becomes one line. */
  paragraphs: string[];
  /** User-written text with several lines. */
  quote?: string;
  action?: { label: string; link: string };
  /** Small print below. */
  note?: string;
  /** A link in the small print. */
  noteLink?: string;
}

const subjectLength = 150;
const ignore = 'If you did not request this, ignore this email.';
const alarm =
  'If this was not you, use "Forgot Password" on the sign-in page immediately and review your sessions in Security Settings.';

/** One line without control characters. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

function letterOf(mail: MailContent): Letter {
  switch (mail.template) {
    case 'verify_email':
      return {
        subject: 'Confirm your email',
        paragraphs: ['Hello,', 'Please confirm your email address.'],
        action: { label: 'Confirm email', link: mail.data.link },
        note: `The link is valid for three days. ${ignore}`,
      };
    case 'reset_password':
      return {
        subject: 'Set a new password',
        paragraphs: ['Hello,', 'A new password was requested for your account.'],
        action: { label: 'Set a new password', link: mail.data.link },
        note: `The link is valid once, for one hour. ${ignore}`,
      };
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'Hello,',
          mail.data.how === 'by link'
            ? 'A new password was set for your account with the link that we emailed you.'
            : 'The password of your account was changed.',
        ],
        note: alarm,
      };
    case 'invitation':
      return {
        subject: `Invitation to ${mail.data.organization}`,
        paragraphs: [
          `${mail.data.inviter} invites you to join ${mail.data.organization} on Hopscope. Your role: ${mail.data.role}.`,
        ],
        action: { label: 'Open the invitation', link: mail.data.link },
        note: `The invitation is valid for ${mail.data.days} days. If you do not know the sender, ignore this email.`,
      };
    case 'invitation_accepted':
      return {
        subject: `${mail.data.member} joined ${mail.data.organization}`,
        paragraphs: [`${mail.data.member} accepted the invitation to ${mail.data.organization}.`],
      };
    case 'ownership_transferred':
      return {
        subject: `${mail.data.organization} has a new owner`,
        paragraphs: [
          `${mail.data.from} transferred ownership of ${mail.data.organization} to ${mail.data.to}.`,
        ],
      };
    case 'second_factor_changed':
      return {
        subject: 'Your sign-in settings were changed',
        paragraphs: ['Hello,', mail.data.change],
        note: alarm,
      };
    case 'new_contact_request':
      return {
        subject: `Contact request from ${mail.data.company}`,
        paragraphs: [
          `Email: ${mail.data.email}`,
          `Company: ${mail.data.company}`,
          `Company size: ${mail.data.companySize}`,
        ],
        quote: mail.data.message,
      };
    case 'subscription_notice':
      return {
        subject: `${mail.data.title}: ${mail.data.organization}`,
        paragraphs: [`Organization: ${mail.data.organization}`, mail.data.notice],
      };
    case 'alert_digest':
      return digestOf(mail.data);
    case 'webhook_paused':
      return {
        subject: `A webhook of ${mail.data.organization} is paused`,
        paragraphs: [
          `Alerts are no longer sent to ${mail.data.host}. ${mail.data.reason}.`,
          'New alerts are queued and sent when the webhook resumes.',
        ],
        action: { label: 'Open webhooks', link: mail.data.link },
      };
  }
}

const severityWords = { high: 'High', medium: 'Medium', low: 'Low' } as const;
const alertsOf = (count: number): string => `${String(count)} ${plural(count, 'alert')}`;

/** Amounts, addresses and names stay behind the sign-in: mail is read by others on its way. */
function digestOf({ organization, total, rules, others, link, settings }: MailData['alert_digest']): Letter {
  const lines = rules.map(
    ({ severity, summary, count }) =>
      `${severityWords[severity]}: ${alertsOf(count)}. ${summary === '' ? 'A rule without a summary' : summary}`,
  );
  return {
    subject: `${alertsOf(total)}: ${organization}`,
    paragraphs: [
      `${organization} has ${String(total)} new ${plural(total, 'alert')}.`,
      ...lines,
      ...(others > 0 ? [`${alertsOf(others)} from other rules.`] : []),
    ],
    action: { label: 'Open alerts', link },
    note: 'You subscribed to these emails. Change or stop them here:',
    noteLink: settings,
  };
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
const html = (text: string): string => escape(text).replaceAll('\n', '<br>');

const page = 'margin:0;padding:24px;background:#f4f5f7;color:#1b1f27;font:15px/1.5 sans-serif';
const sheet = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dfe2e8';
const button =
  'display:inline-block;padding:10px 16px;background:#1f5fd0;color:#ffffff;text-decoration:none;border-radius:4px';

function toHtml({ subject, paragraphs, quote, action, note, noteLink }: Letter): string {
  const parts = paragraphs.map((text) => `<p>${html(text)}</p>`);
  if (quote !== undefined) parts.push(`<blockquote>${html(quote)}</blockquote>`);
  if (action) {
    const link = escape(action.link);
    parts.push(`<p><a href="${link}" style="${button}">${html(action.label)}</a></p>`);
    parts.push(`<p style="font-size:13px;word-break:break-all">${link}</p>`);
  }
  if (note !== undefined) {
    const more = noteLink === undefined ? '' : ` <a href="${escape(noteLink)}">${escape(noteLink)}</a>`;
    parts.push(`<p style="font-size:13px;color:#5b6472">${html(note)}${more}</p>`);
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${html(subject)}</title></head><body style="${page}"><div style="${sheet}">${parts.join('')}</div></body></html>`;
}

function toText({ paragraphs, quote, action, note, noteLink }: Letter): string {
  const parts = [...paragraphs];
  if (quote !== undefined) parts.push(quote);
  if (action) parts.push(`${action.label}:\n${action.link}`);
  if (note !== undefined) parts.push(noteLink === undefined ? note : `${note}\n${noteLink}`);
  return `${parts.join('\n\n')}\n`;
}

/** Renders subject, plain text, and HTML of a mail; `absolute` converts a path to a URL. */
export function renderMail(
  mail: MailContent,
  absolute: (path: string) => string,
): { subject: string; text: string; html: string } {
  const written = letterOf(mail);
  const letter: Letter = {
    ...written,
    subject: oneLine(written.subject).slice(0, subjectLength),
    paragraphs: written.paragraphs.map(oneLine),
    ...(written.action ? { action: { ...written.action, link: absolute(written.action.link) } } : {}),
    ...(written.noteLink === undefined ? {} : { noteLink: absolute(written.noteLink) }),
  };
  return { subject: letter.subject, text: toText(letter), html: toHtml(letter) };
}
