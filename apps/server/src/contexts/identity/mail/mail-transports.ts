import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** A mail to send. */
export interface Letter {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
}

/** Brings mails on their way; throws where that fails. */
export interface MailTransport {
  /** `stored`: not sent; the operator finds it in the outbox folder. */
  readonly outcome: 'sent' | 'stored';
  carry(letter: Letter): Promise<void>;
}

/** Where the recipient's server has refused for good, trying again is no use. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  return error.code === 'EENVELOPE' && typeof error.responseCode === 'number' && error.responseCode >= 500;
}

/** Passes addresses as objects, so that they aren't parsed as lists. RFC 3834 suppresses automatic replies. */
function messageOf(letter: Letter) {
  const domain = letter.from.slice(letter.from.lastIndexOf('@') + 1);
  return {
    from: { name: 'Hopscope', address: letter.from },
    to: { name: '', address: letter.to },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    date: letter.date,
    messageId: `<${letter.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Delivers to a mail server (SMTP_URL). */
export function createSmtpTransport(url: string): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  });
  return {
    outcome: 'sent',
    async carry(letter) {
      await transport.sendMail(messageOf(letter));
    },
  };
}

/** Writes each mail to a file `<id>.eml`, readable only by the server's user. */
export function createFolderTransport(folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    outcome: 'stored',
    async carry(letter) {
      const { message } = await transport.sendMail(messageOf(letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${letter.id}.eml`);
      await writeFile(`${path}.new`, message, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}
