import { z } from 'zod';
import { texts } from './texts.ts';

/**
 * Characters that nobody sees and that can make a name look like another: those that turn the direction of writing, spaces
 * without width, tags. The joiners of Persian, Indic scripts and emoji (U+200C, U+200D) are letters' own.
 */
const invisible =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Whether a name has no such character and none that makes a link or a path of it. */
export const isPlainName = (name: string): boolean => !invisible.test(name) && !/[/\\:<>]/u.test(name);

/** Whether the name of a person reads as an address of the web: two letters on both sides of a dot. */
const resemblesHost = (name: string): boolean => /[\p{L}\p{N}]{2}\.\p{L}{2}/u.test(name);

/** A name of something on one line: as people see it, without links. */
export const plainName = z
  .string()
  .regex(/^\P{Cc}*$/u, texts.controlCharacters)
  .refine(isPlainName, texts.namePlain);

/** The same for people, in whose names no address of the web stands either. */
export const personName = plainName.refine(
  (name) => !resemblesHost(name) && !name.includes('@'),
  texts.namePlain,
);
