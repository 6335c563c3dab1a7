import { z } from 'zod';
import { texts } from './texts.ts';

/**
 * Invisible characters that can make a name resemble another: direction marks, zero-width spaces, tags. Allows joiners
 * (U+200C, U+200D), which Persian, Indic scripts, and emoji use.
 */
const invisible =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Tests whether a name has no such character and none that forms a link or path. */
export const isPlainName = (name: string): boolean => !invisible.test(name) && !/[/\\:<>]/u.test(name);

/** Whether the name of a person reads as an address of the web: two letters on both sides of a dot. */
const resemblesHost = (name: string): boolean => /[\p{L}\p{N}]{2}\.\p{L}{2}/u.test(name);

/** A name of something on one line: as people see it, without links. */
export const plainName = z
  .string()
  .regex(/^\P{Cc}*$/u, texts.controlCharacters)
  .refine(isPlainName, texts.namePlain);

/** Tests a person's name, which can't contain a web address either. */
export const personName = plainName.refine(
  (name) => !resemblesHost(name) && !name.includes('@'),
  texts.namePlain,
);
