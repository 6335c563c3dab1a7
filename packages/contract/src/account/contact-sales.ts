import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { multilineText } from './organizations.ts';
import { texts } from '../texts.ts';

/** */
export const companySizes = ['1-10', '11-50', '51-200', '201-1000', '1000+'] as const;

/** A contact sales request as people fill it in. */
export const contactRequest = z.object({
  email: z.string().min(1, texts.contactEmailRequired).pipe(z.email(texts.contactEmailInvalid).max(254)),
  company: z
    .string()
    .trim()
    .min(1, texts.contactCompanyRequired)
    .max(200)
    .regex(/^\P{Cc}*$/u, texts.controlCharacters),
  companySize: z.enum(companySizes, texts.contactSizeRequired),
  message: multilineText.trim().min(1, texts.contactMessageRequired).max(5000),
});
export type ContactRequest = z.infer<typeof contactRequest>;

const submitContactRequest = endpoint({
  id: 'submitContactRequest',
  method: 'POST',
  path: '/contact-sales/submit',
  access: 'user',
  tag: 'contact sales',
  summary: 'Contact sales',
  body: contactRequest,
  response: z.object({ success: z.literal(true), message: z.string() }),
});

/** Calls of contact sales. */
export const contactSalesEndpoints = { submitContactRequest } as const;
