import { maxEmailsPerInvite, texts } from '@hopscope/contract';
import { z } from 'zod';

const email = z.email();

/** Parses typed email addresses, separated by commas, semicolons, spaces, or line breaks; removes duplicates. */
export function readInvitees(text: string): { emails: string[] } | { problem: string } {
  const emails = [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
  if (emails.length === 0) return { problem: texts.emailRequired };
  const wrong = emails.find((one) => !email.safeParse(one).success);
  if (wrong !== undefined) {
    return { problem: emails.length === 1 ? texts.emailInvalid : `${texts.emailInvalid}: ${wrong}` };
  }
  if (emails.length > maxEmailsPerInvite) {
    return { problem: `Please invite at most ${maxEmailsPerInvite} people at a time` };
  }
  return { emails };
}
