import { z } from 'zod';
import { texts } from '../../texts.ts';

/** One line of text, trimmed, with at most so many characters. */
export const line = (most: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .min(1)
    .max(most);
/** A country of ISO 3166-1 alpha-2. */
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Enter the two capital letters of a country, such as DE');
